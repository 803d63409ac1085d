import { useEffect, useState } from "preact/hooks";
import { ProblemNotice } from "../parts/Notice";
import { get, Problem } from "../server/api";
import { dateAndTime } from "../words/times";
import { phrase, phrased } from "../words/phrases";
import { Verdict } from "./AuditHead";
import { many, mark, numberFormat, t } from "../language/language";
import { T } from "../language/T";

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

/** Who cosigns the log, how far each has got, and why others have not signed. */
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
      <h2 id="witnesses">{t("Witnesses")}</h2>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      {shown && shown.witnesses.length === 0 && (
        <p>{t("This house has no witness: nobody else vouches that its log is one and the same for all.")}</p>
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
                  <T text="Its houses and alarms<hidden> ({name})</hidden>" parts={{ hidden: (inside) => <span class="sr-only">{inside}</span>, name: each.name }} />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The one important sentence, announced again when it changes. */
function Summary({ shown }: { shown: Witnesses }) {
  const { witnesses, signed, needed } = shown;
  const against = witnesses.filter((each) => each.state === "contradicts").length;
  const asked = witnesses.some((each) => each.state !== "waiting");
  const facts = { all: witnesses.length, needed };
  const counted = many(signed, "{count} of {all} has signed; {needed} needed", "{count} of {all} have signed; {needed} needed", facts);
  const wrong = against
    ? many(
        against,
        "The log is not the one that a witness signed. Keep this database as it is, and compare both histories.",
        "The log is not the one that {count} witnesses signed. Keep this database as it is, and compare both histories.",
      )
    : signed === 0
      ? t("No witness signs the log")
      : many(signed, "Only {count} of {all} has signed; {needed} needed", "Only {count} of {all} have signed; {needed} needed", facts);
  return (
    <p data-witnessed={asked ? String(!against && signed >= needed) : "waiting"}>
      <Verdict value={asked ? !against && signed >= needed : null} yes={counted} no={wrong} />
    </p>
  );
}

const TROUBLES = [
  mark("it was not asked yet"),
  mark("it signed with another key"),
  mark("it has signed {old} events of this log, which has {size}"),
  mark("it has signed another history of this log: {answer}"),
  mark("it answers {status}: {answer}"),
  mark("others ask it for this log at the same time"),
  mark("it does not answer: {reason}"),
].map(phrase);

/** Why a witness did not sign, as the service reports it; the witness's own answer is shown unchanged. */
const troubleOf = (trouble: string): string => phrased(TROUBLES, trouble, (fact) => fact) ?? trouble;

function State({ witness }: { witness: Witness }) {
  return (
    <>
      {witness.at > 0 && (
        <span class="hint">
          {t("signed {count} events, {behind} behind, {time}", {
            count: numberFormat().format(witness.size), behind: numberFormat().format(witness.behind), time: dateAndTime(witness.at),
          })}
        </span>
      )}
      {witness.state === "waiting" && <span class="hint">{t("It was not asked yet.")}</span>}
      {(witness.state === "silent" || witness.state === "contradicts") && <span class="wrong">✗ {troubleOf(witness.trouble)}</span>}
    </>
  );
}
