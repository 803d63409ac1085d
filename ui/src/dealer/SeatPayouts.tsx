import { useState } from "preact/hooks";
import type { Box, Line } from "../server/types";
import { HandRow } from "../cards/Hand";
import { ClauseNote } from "../parts/ClauseNote";
import { useShown } from "../parts/shown";
import { added, instruction, isRight, reason } from "./training";
import { priceOf } from "../words/money";
import { ownHandName } from "../cards/hand-names";
import { wagerName } from "../words/words";
import { scored, trainee } from "./trainee";

interface Props {
  seat: number;
  box: Box | null;
  lines: readonly Line[];
  /** The trainee answers first. */
  asked: boolean;
  onAnswered?: () => void;
  heading?: "h3" | "h4";
}

/** The wagers of one seat: what to take and pay, each with its reason; for a trainee only after the answer. */
export function SeatPayouts({ seat, box, lines, asked, onAnswered, heading: Heading = "h4" }: Props) {
  const gameShown = useShown();
  const [typed, setTyped] = useState<string[]>([]);
  const [answered, setAnswered] = useState(false);
  const shown = !asked || answered;
  const check = (event: Event): void => {
    event.preventDefault();
    setAnswered(true);
    scored(added(trainee.value.score, lines, typed));
    onAnswered?.();
  };
  return (
    <form class="payout" onSubmit={check} data-seat={seat}>
      <Heading>Seat {seat}</Heading>
      {box?.cards && (
        <div class="row-of-cards small">
          <HandRow cards={box.cards} hand={box.hand} label={`Cards of seat ${seat}`} />
          {box.hand && <p>{ownHandName(box.hand)}</p>}
        </div>
      )}
      {box?.action === "fold" && <p class="hint">Folded</p>}
      <ul>
        {lines.map((line, at) => (
          <li key={`${line.wager}-${at}`} class={`payout-line payout-${shown ? line.outcome : "asked"}`} data-wager={line.wager}>
            <span class="payout-wager">
              {wagerName(gameShown, line.wager)} <span class="hint">{priceOf(line.staked)}</span>
            </span>
            {asked && (
              <label class="payout-answer">
                <span class="sr-only">
                  What {wagerName(gameShown, line.wager)} of seat {seat} wins
                </span>
                $
                <input
                  inputMode="decimal"
                  autocomplete="off"
                  placeholder="0"
                  value={typed[at] ?? ""}
                  readOnly={answered}
                  onInput={(event) => setTyped(lines.map((_, place) => (place === at ? event.currentTarget.value : (typed[place] ?? ""))))}
                />
              </label>
            )}
            {shown && (
              <>
                <span class="payout-told">
                  {asked && <Mark right={isRight(typed[at] ?? "", line)} />}
                  <strong class="payout-do">{instruction(gameShown, line)}</strong>
                </span>
                <details class="payout-why">
                  <summary>
                    Why<span class="sr-only"> {wagerName(gameShown, line.wager)}</span>
                  </summary>
                  {reason(gameShown, line) && <p>{reason(gameShown, line)}</p>}
                  <ClauseNote clause={line.clause} />
                </details>
              </>
            )}
          </li>
        ))}
      </ul>
      {asked && !answered && (
        <button type="submit" class="action action-primary">
          Check my payouts<span class="sr-only"> for seat {seat}</span>
        </button>
      )}
    </form>
  );
}

function Mark({ right }: { right: boolean }) {
  return <span class={right ? "right" : "wrong"}>{right ? "✓ Right" : "✗ No"}</span>;
}
