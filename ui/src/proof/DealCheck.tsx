import { useEffect, useRef, useState } from "preact/hooks";
import { checkDeal, unknownFor, type Check, type DealProof } from "./deal";
import { get, type Problem } from "../server/api";
import { checkReceipts, receiptsOf, unproved, type Given, type Receipt } from "./receipts";
import { sealSeen, sharesAdded } from "./seals";
import type { Round } from "../server/types";
import { mark, t } from "../language/language";
import { T } from "../language/T";

/** A receipt; or, if it is not available now, what is unknown without it. */
async function fetched(given: Given): Promise<Receipt | Check> {
  try {
    return await get<Receipt>(`/api/receipts/${encodeURIComponent(given.command_id)}`);
  } catch (error) {
    return (error as Problem).code === "not_witnessed" ? UNWITNESSED : unproved(given, error);
  }
}

const isReceipt = (answer: Receipt | Check): answer is Receipt => "checkpoint" in answer;

const UNWITNESSED: Check = {
  ok: null,
  later: true,
  text: () => t("The witnesses have not signed all of your requests yet: verify again in a moment."),
};

const VERDICTS = {
  holds: [mark("The deal holds."), "gain", mark("Computed by this page with SHA-256: nobody could change the deck after the bets.")],
  open: [mark("This deal cannot be verified."), "check-open", mark("What could be checked holds. The shuffle was made outside, and nothing here proves it.")],
  later: [mark("Not everything could be checked."), "check-open", mark("Nothing was found against this deal. What is not known yet can be checked later.")],
  fails: [mark("The deal does not hold."), "fault", mark("Keep this page open and call the floor: the records show what happened.")],
} as const;

/** A button that verifies a finished deal in the browser and explains the result. An empty list of checks means that the
 *  cards were read as they were dealt, so that they could not be sealed before. `receipts`: the player's own requests in the log
 *  are verified too, if there is room for it. */
export function DealCheck({ table, round, receipts: wanted = false }: { table: string; round: Round; receipts?: boolean }) {
  const [checks, setChecks] = useState<readonly Check[] | null>(null);
  const [saved, setSaved] = useState<readonly object[]>([]);
  const verify = async (): Promise<void> => {
    try {
      const path = `/api/tables/${encodeURIComponent(table)}/hands/${round.number}/openings`;
      const proof = await get<DealProof>(path);
      const deal = await checkDeal(round, proof, sealSeen(proof.commitment.deal), sharesAdded());
      const given = wanted ? receiptsOf(table, round.number) : [];
      const answers = await Promise.all(given.map(fetched));
      const there = given.flatMap((each, at) => (isReceipt(answers[at]!) ? [[each, answers[at]] as const] : []));
      const lacking = answers.flatMap((each) => (isReceipt(each) ? [] : [each]));
      setSaved(there.map(([each, receipt]) => ({ ...receipt, given: each })));
      setChecks([...deal, ...(await checkReceipts(there)), ...new Set(lacking)]);
    } catch (error) {
      if ((error as Problem).code === "not_sealed") return setChecks([]);
      setChecks([unknownFor(error, (why) => t("The proof could not be fetched. {why}", { why }))]);
    }
  };
  // The result replaces the button: it gets the focus and is scrolled into view.
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!checks) return;
    result.current?.focus({ preventScroll: true });
    result.current?.scrollIntoView({ block: "nearest" });
  }, [checks]);
  if (!checks) {
    return (
      <button type="button" class="link verify" onClick={() => void verify()}>
        <T text="Verify this deal<hidden> of round {round}</hidden>" parts={{ hidden: (inside) => <span class="sr-only">{inside}</span>, round: round.number }} />
      </button>
    );
  }
  if (checks.length === 0) {
    return (
      <div ref={result} class="verified" role="status" tabIndex={-1} data-verified="not sealed">
        <strong class="check-open">{t("Nothing was sealed.")}</strong>
        <p class="hint">{t("These were real cards, read as they were dealt: nobody knew their order before. The records have what was read.")}</p>
      </div>
    );
  }
  const fails = checks.some((each) => each.ok === false);
  const holds = checks.every((each) => each.ok);
  const later = checks.some((each) => each.later);
  const [verdict, tone, hint] = VERDICTS[fails ? "fails" : holds ? "holds" : later ? "later" : "open"];
  return (
    <div ref={result} class="verified" role="status" tabIndex={-1} data-verified={holds ? "true" : fails ? "false" : "in part"}>
      <strong class={tone}>{t(verdict)}</strong>
      <ul>
        {checks.map((each, at) => (
          <li key={at} class={each.ok ? "check-ok" : each.ok === null ? "check-open" : "check-wrong"}>
            <span aria-hidden="true">{each.ok ? "✓" : each.ok === null ? "?" : "✗"}</span>
            {each.text()}
          </li>
        ))}
      </ul>
      {saved.length > 0 && (
        <a
          class="link"
          download={`receipts-${table}-${round.number}.json`}
          href={`data:application/json,${encodeURIComponent(JSON.stringify(saved))}`}
        >
          {t("Save the receipts")}
        </a>
      )}
      <p class="hint">{t(hint)}</p>
      {later && (
        <button type="button" class="link verify" onClick={() => void verify()}>
          {t("Verify again")}
        </button>
      )}
    </div>
  );
}
