import { useEffect, useState } from "preact/hooks";
import { ProblemNotice } from "../parts/Notice";
import { get, Problem } from "../server/api";
import { dateAndTime } from "../words/times";
import { Verdict } from "./AuditHead";

interface Witness {
  name: string;
  vkey: string;
  address: string;
  size: number;
  behind: number;
  at: number;
  state: "waiting" | "signed" | "silent" | "contradicts";
  trouble: string;
}

interface Witnesses {
  needed: number;
  size: number;
  signed: number;
  witnesses: Witness[];
}

const LOOK_AGAIN = 5000;

/** Who cosigns the log, how far each has come, and what keeps the others from it. */
export function Witnesses() {
  const [shown, setShown] = useState<Witnesses | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const look = async (): Promise<void> => {
    try {
      setShown(await get<Witnesses>("/api/audit/witnesses"));
      setProblem(null);
    } catch (error) {
      setProblem(error as Problem);
    }
  };
  useEffect(() => {
    void look();
    const again = setInterval(() => void look(), LOOK_AGAIN);
    return () => clearInterval(again);
  }, []);
  return (
    <section class="panel witnesses" aria-labelledby="witnesses">
      <h2 id="witnesses">Witnesses</h2>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      {shown && shown.witnesses.length === 0 && (
        <p>This house has no witness: nobody else vouches that its log is one and the same for all.</p>
      )}
      {shown && shown.witnesses.length > 0 && (
        <>
          <Summary shown={shown} />
          <ul class="proofs">
            {shown.witnesses.map((each) => (
              <li key={each.name} data-witness={each.name} data-state={each.state}>
                <strong>{each.name}</strong>
                <State witness={each} />
                <a href={each.address} rel="noreferrer">
                  Its houses and alarms<span class="sr-only"> ({each.name})</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The one sentence that counts, said again when it changes. */
function Summary({ shown }: { shown: Witnesses }) {
  const { witnesses, signed, needed } = shown;
  const against = witnesses.filter((each) => each.state === "contradicts").length;
  const asked = witnesses.some((each) => each.state !== "waiting");
  const counted = `${signed} of ${witnesses.length} ${signed === 1 ? "has" : "have"} signed; ${needed} needed`;
  const wrong = against
    ? `The log is not the one that ${against === 1 ? "a witness" : `${against} witnesses`} signed. Keep this database as it is, and compare both histories.`
    : signed === 0
      ? "No witness signs the log"
      : `Only ${counted}`;
  return (
    <p data-witnessed={asked ? String(!against && signed >= needed) : "waiting"}>
      <Verdict value={asked ? !against && signed >= needed : null} yes={counted} no={wrong} />
    </p>
  );
}

function State({ witness }: { witness: Witness }) {
  const soFar = `signed ${witness.size.toLocaleString("en-US")} events, ${witness.behind.toLocaleString("en-US")} behind`;
  return (
    <>
      {witness.at > 0 && (
        <span class="hint">
          {soFar}, {dateAndTime(witness.at)}
        </span>
      )}
      {witness.state === "waiting" && <span class="hint">It was not asked yet.</span>}
      {(witness.state === "silent" || witness.state === "contradicts") && <span class="wrong">✗ {witness.trouble}</span>}
    </>
  );
}
