import { HandRow } from "../cards/Hand";
import { handName } from "../cards/hand-names";
import { instruction, reason } from "../dealer/training";
import { ClauseNote } from "../parts/ClauseNote";
import { useShown } from "../parts/shown";
import { meterPrice, priceOf } from "../words/money";
import { wagerName } from "../words/words";
import type { Layout, Paid } from "./lessons";
import { PAY } from "./words";

interface Props {
  layout: Layout;
  typed: readonly string[];
  onType: (typed: string[]) => void;
  /** The right amounts, once they are revealed. */
  paid: Paid | null;
}

/** A settled layout, seat by seat, with a field for what each wager wins. */
export function PayForm({ layout: { round, meters, spins, lines }, typed, onType, paid }: Props) {
  const shown = useShown();
  const seats = [...new Set(lines.map((line) => line.seat))];
  const type = (at: number, text: string): void => onType(lines.map((_, place) => (place === at ? text : (typed[place] ?? ""))));
  return (
    <>
      {round.board.length > 0 && <HandRow cards={round.board} hand={null} label={PAY.board} keepOrder />}
      <div class="row-of-cards small">
        <HandRow cards={round.dealer} hand={round.dealer_hand} label={PAY.dealer} />
        <p>
          {round.dealer_hand ? PAY.dealerHas(handName(round.dealer_hand)) : PAY.dealer}
        </p>
      </div>
      {Object.entries(meters).map(([name, amount]) => (
        <p key={name} data-meter={name}>
          {PAY.meter(name === "main" ? wagerName(shown, shown?.progressive_wager ?? "") : PAY.secondary, meterPrice(amount))}
        </p>
      ))}
      {seats.map((seat) => {
        const box = round.seats.find((each) => each.seat === seat);
        return (
          <div key={seat} class="payout" data-seat={seat}>
            <h2>{PAY.seat(seat)}</h2>
            {box?.cards && (
              <div class="row-of-cards small">
                <HandRow cards={box.cards} hand={box.hand} label={PAY.seat(seat)} />
                <p>
                  {box.hand && (box.action === "fold" ? PAY.folded(handName(box.hand)) : handName(box.hand))}
                </p>
              </div>
            )}
            {spins[seat] !== undefined && <p data-spin={seat}>{PAY.spin(spins[seat])}</p>}
            <ul>
              {lines.map((line, at) => {
                const told = paid?.lines[at];
                return (
                  line.seat === seat && (
                    <li key={at} class={`payout-line payout-${told?.outcome ?? "asked"}`} data-wager={line.wager}>
                      <span class="payout-wager">
                        {wagerName(shown, line.wager)} <span class="hint">{line.paytable === null ? priceOf(line.staked) : PAY.byTable(priceOf(line.staked), line.paytable)}</span>
                      </span>
                      <label class="payout-answer">
                        <span class="sr-only">{PAY.wins(wagerName(shown, line.wager), seat)}</span>$
                        <input
                          inputMode="decimal"
                          autocomplete="off"
                          placeholder="0"
                          value={typed[at] ?? ""}
                          readOnly={paid !== null}
                          onInput={(event) => type(at, event.currentTarget.value)}
                        />
                      </label>
                      {told && (
                        <>
                          <span class="payout-told">
                            <span class={paid.right[at] ? "right" : "wrong"}>{paid.right[at] ? PAY.right : PAY.wrong}</span>
                            <strong class="payout-do">{instruction(shown, told)}</strong>
                          </span>
                          {!paid.right[at] && (
                            <div class="learn-why">
                              {reason(shown, told) && <p>{reason(shown, told)}</p>}
                              <ClauseNote clause={told.clause} />
                            </div>
                          )}
                        </>
                      )}
                    </li>
                  )
                );
              })}
            </ul>
          </div>
        );
      })}
    </>
  );
}
