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
        <p role="status">This house has no witness: nobody else vouches that its log is one and the same for all.</p>
      )}
      {shown && shown.witnesses.length > 0 && (
        <>
          <p data-signed={String(shown.signed >= shown.needed)}>
            <Verdict
              value={shown.signed >= shown.needed}
              yes={`${shown.signed} of ${shown.witnesses.length} have signed; ${shown.needed} needed`}
              no={
                shown.signed === 0
                  ? "No witness signs the log"
                  : `Only ${shown.signed} of ${shown.witnesses.length} have signed; ${shown.needed} needed`
              }
            />
          </p>
          <ul class="proofs">
            {shown.witnesses.map((each) => (
              <li key={each.name} data-witness={each.name}>
                <span>
                  <strong>{each.name}</strong>{" "}
                  {each.at > 0 && (
                    <span class="hint">
                      {each.size.toLocaleString("en-US")} events, {each.behind.toLocaleString("en-US")} behind,{" "}
                      {dateAndTime(each.at)}
                    </span>
                  )}
                </span>
                {each.trouble !== "" && <Verdict value={false} yes="" no={each.trouble} />}
                <a class="quiet" href={each.address} rel="noreferrer">
                  Its houses and alarms
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
