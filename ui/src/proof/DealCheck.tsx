import { useEffect, useRef, useState } from "preact/hooks";
import { checkDeal, type Check, type DealProof } from "./deal";
import { explained } from "../words/refusals";
import { get, type Problem } from "../server/api";
import { sealSeen, sharesAdded } from "./seals";
import type { Round } from "../server/types";

/** A button that verifies a finished deal in the browser and explains the result. An empty list of checks means that the
 *  cards were read as they were dealt, so that they could not be sealed before. */
export function DealCheck({ table, round }: { table: string; round: Round }) {
  const [checks, setChecks] = useState<readonly Check[] | null>(null);
  const verify = async (): Promise<void> => {
    try {
      const path = `/api/tables/${encodeURIComponent(table)}/hands/${round.number}/openings`;
      const proof = await get<DealProof>(path);
      setChecks(await checkDeal(round, proof, sealSeen(proof.commitment.deal), sharesAdded()));
    } catch (error) {
      const problem = error as Problem;
      if (problem.code === "not_sealed") return setChecks([]);
      const { what, next } = explained(problem);
      setChecks([{ ok: false, text: `The proof could not be fetched. ${what} ${next}` }]);
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
        Verify this deal<span class="sr-only"> of round {round.number}</span>
      </button>
    );
  }
  if (checks.length === 0) {
    return (
      <div ref={result} class="verified" role="status" tabIndex={-1} data-verified="not sealed">
        <strong>Nothing was sealed.</strong>
        <p class="hint">These were real cards, read as they were dealt: nobody knew their order before. The records have what was read.</p>
      </div>
    );
  }
  const holds = checks.every((each) => each.ok);
  return (
    <div ref={result} class="verified" role="status" tabIndex={-1} data-verified={String(holds)}>
      <strong class={holds ? "gain" : "fault"}>{holds ? "The deal holds." : "The deal does not hold."}</strong>
      <ul>
        {checks.map((each) => (
          <li key={each.text} class={each.ok ? "check-ok" : "check-wrong"}>
            <span aria-hidden="true">{each.ok ? "✓" : "✗"}</span>
            {each.text}
          </li>
        ))}
      </ul>
      <p class="hint">
        {holds
          ? "Computed by this page with SHA-256: nobody could change the deck after the bets."
          : "Keep this page open and call the floor: the records show what happened."}
      </p>
    </div>
  );
}
