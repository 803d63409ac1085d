import { useEffect, useRef, useState } from "preact/hooks";
import { checkDeal, type Check, type DealProof } from "./deal";
import { explained } from "../words/refusals";
import { get, type Problem } from "../server/api";
import { checkReceipts, receiptsOf, type Given, type Receipt } from "./receipts";
import { sealSeen, sharesAdded } from "./seals";
import type { Round } from "../server/types";
import { mark, t } from "../language/language";
import { T } from "../language/T";

/** A receipt; null while no checkpoint with it is witnessed. */
async function fetched(given: Given): Promise<Receipt | null> {
  try {
    return await get<Receipt>(`/api/receipts/${encodeURIComponent(given.command_id)}`);
  } catch (error) {
    if ((error as Problem).code === "not_witnessed") return null;
    throw error;
  }
}

const VERDICTS = {
  holds: [mark("The deal holds."), "gain", mark("Computed by this page with SHA-256: nobody could change the deck after the bets.")],
  open: [mark("This deal cannot be verified."), "check-open", mark("What could be checked holds. The shuffle was made outside, and nothing here proves it.")],
  fails: [mark("The deal does not hold."), "fault", mark("Keep this page open and call the floor: the records show what happened.")],
} as const;

/** A button that verifies a finished deal in the browser and explains the result. An empty list of checks means that the
 *  cards were read as they were dealt, so that they could not be sealed before. `receipts`: one's own requests in the log
 *  are verified too, where there is room for it. */
export function DealCheck({ table, round, receipts: wanted = false }: { table: string; round: Round; receipts?: boolean }) {
  const [checks, setChecks] = useState<readonly Check[] | null>(null);
  const [saved, setSaved] = useState<readonly object[]>([]);
  const verify = async (): Promise<void> => {
    try {
      const path = `/api/tables/${encodeURIComponent(table)}/hands/${round.number}/openings`;
      const proof = await get<DealProof>(path);
      const deal = await checkDeal(round, proof, sealSeen(proof.commitment.deal), sharesAdded());
      const given = wanted ? receiptsOf(table, round.number) : [];
      const receipts = await Promise.all(given.map(fetched));
      const there = given.flatMap((each, at) => (receipts[at] ? [[each, receipts[at]] as const] : []));
      setSaved(there.map(([each, receipt]) => ({ ...receipt, given: each })));
      const waiting = { ok: true, text: () => t("The witnesses have not signed all of your requests yet: verify again in a moment.") };
      setChecks([...deal, ...(await checkReceipts(there)), ...(there.length < given.length ? [waiting] : [])]);
    } catch (error) {
      const problem = error as Problem;
      if (problem.code === "not_sealed") return setChecks([]);
      const text = (): string => {
        const { what, next } = explained(problem);
        return t("The proof could not be fetched. {what} {next}", { what, next });
      };
      setChecks([{ ok: false, text }]);
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
  const [verdict, tone, hint] = fails ? VERDICTS.fails : holds ? VERDICTS.holds : VERDICTS.open;
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
    </div>
  );
}
