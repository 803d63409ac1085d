import { useState } from "preact/hooks";
import type { Line, Round, View } from "../../server/types";
import { HandRow } from "../../parts/Hand";
import { ClauseNote } from "../../parts/ClauseNote";
import { parseDollars, priceOf } from "../../model/money";
import { handName, wagerName } from "../../model/words";

/** For trainees: the hands of the round are shown, the payouts are not, until one has said what one would pay. */
export function Training({ view }: { view: View }) {
  const [on, setOn] = useState(false);
  const round = view.last_round;
  return (
    <section aria-labelledby="training" class="panel">
      <div class="panel-head">
        <h2 id="training">Payouts of the last round</h2>
        <label class="switch">
          <input type="checkbox" checked={on} onChange={(event) => setOn(event.currentTarget.checked)} />
          <span>Test me first</span>
        </label>
      </div>
      {!round && <p class="hint">No round has been settled yet.</p>}
      {round && <Payouts key={`${round.number}-${on}`} round={round} hidden={on} />}
    </section>
  );
}

/** Seat by seat, in the order in which the document settles. */
function Payouts({ round, hidden }: { round: Round; hidden: boolean }) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [checked, setChecked] = useState<Record<string, boolean>>({});
  const seats = [...new Set(round.settled.map((line) => line.seat))];
  return (
    <>
      {round.dealer && (
        <div class="row-of-cards">
          <HandRow cards={round.dealer} hand={round.dealer_hand} label="The dealer's cards" />
          {round.dealer_hand && (
            <p>
              {handName(round.dealer_hand)}, {round.dealer_qualifies ? "qualifies" : "does not qualify"}
            </p>
          )}
        </div>
      )}
      {seats.map((seat) => {
        const box = round.seats.find((each) => each.seat === seat);
        return (
          <form
            key={seat}
            class="payout"
            onSubmit={(event) => {
              event.preventDefault();
              setChecked({ ...checked, [seat]: true });
            }}
          >
            <h3>Seat {seat}</h3>
            {box?.cards && (
              <div class="row-of-cards small">
                <HandRow cards={box.cards} hand={box.hand} label={`Cards of seat ${seat}`} />
                {box.hand && <p>{handName(box.hand)}</p>}
              </div>
            )}
            <ul>
              {round.settled
                .map((line, at) => ({ line, key: `${seat}-${at}` }))
                .filter(({ line }) => line.seat === seat)
                .map(({ line, key }) => (
                  <PayoutLine
                    key={key}
                    line={line}
                    asked={hidden}
                    shown={!hidden || Boolean(checked[seat])}
                    typed={typed[key] ?? ""}
                    onType={(value) => setTyped({ ...typed, [key]: value })}
                  />
                ))}
            </ul>
            {hidden && !checked[seat] && (
              <button type="submit" class="action">
                Check my payout<span class="sr-only"> for seat {seat}</span>
              </button>
            )}
          </form>
        );
      })}
    </>
  );
}

interface LineProps {
  line: Line;
  asked: boolean;
  shown: boolean;
  typed: string;
  onType: (value: string) => void;
}

function PayoutLine({ line, asked, shown, typed, onType }: LineProps) {
  const right = isRight(typed, line);
  return (
    <li class="payout-line">
      <span>
        {wagerName(line.wager)} {priceOf(line.staked)}
      </span>
      {asked && (
        <label class="count">
          <span class="sr-only">What {wagerName(line.wager)} wins</span>
          <input
            inputMode="decimal"
            placeholder="wins"
            value={typed}
            readOnly={shown}
            onInput={(event) => onType(event.currentTarget.value)}
          />
        </label>
      )}
      {shown && (
        <span class={asked && !right ? "wrong" : "right"}>
          {asked ? (right ? "Right: " : "No: ") : ""}
          {line.outcome} {priceOf(line.paid)} {line.odds ? `(${line.odds})` : ""}
        </span>
      )}
      {shown && <ClauseNote clause={line.clause} />}
    </li>
  );
}

function isRight(typed: string, line: Line): boolean {
  const said = typed.trim() || "0";
  return /^\d+(\.\d{1,2})?$/.test(said) && parseDollars(said) === parseDollars(line.paid);
}
