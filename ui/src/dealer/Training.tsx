import type { Round, View } from "../server/types";
import { HandRow } from "../cards/Hand";
import { seatsInOrder } from "./training";
import { handName } from "../cards/hand-names";
import { SeatPayouts } from "./SeatPayouts";
import { startAgain, testMe, trainee } from "./trainee";
import { inRow, t } from "../language/language";
import { T } from "../language/T";
import { named } from "../words/steps";

/** For trainees: payouts stay hidden until the trainee has answered; the score is kept. */
export function TestSwitch() {
  const { on, score } = trainee.value;
  return (
    <div class="test-switch">
      <label class="switch">
        <input type="checkbox" checked={on} onChange={(event) => testMe(event.currentTarget.checked)} />
        <span>{t("Test me first")}</span>
      </label>
      {score.asked > 0 && (
        <p role="status" class="score" data-score={`${score.right}/${score.asked}`}>
          <T text="<strong>{right} of {asked}</strong> right" parts={{ strong: (inside) => <strong>{inside}</strong>, right: score.right, asked: score.asked }} />
          <button type="button" class="quiet" onClick={startAgain}>
            {t("Start again")}
          </button>
        </p>
      )}
    </div>
  );
}

/** What the last round paid, seat by seat. At a table that settles automatically, trainees practise here. */
export function LastRound({ view }: { view: View }) {
  const round = view.last_round;
  if (!round) return null;
  const byItself = view.desk?.automatic.includes("settle") ?? false;
  const asked = trainee.value.on && byItself;
  return (
    <section aria-labelledby="last-round" class="panel last-round">
      <h2 id="last-round">{t("Round {round}, settled", { round: String(round.number) })}</h2>
      {round.voids.length > 0 && <p class="claim">{t("Void: {reasons}", { reasons: inRow(round.voids.map(({ reason }) => named(reason))) })}</p>}
      <DealersCards round={round} />
      {seatsInOrder(round.settled).map((seat) => (
        <SeatPayouts
          key={`${round.number}-${seat}-${asked}`}
          seat={seat}
          box={round.seats.find((box) => box.seat === seat) ?? null}
          lines={round.settled.filter((line) => line.seat === seat)}
          asked={asked}
          heading="h3"
        />
      ))}
    </section>
  );
}

export function DealersCards({ round }: { round: Round }) {
  if (!round.dealer) return null;
  return (
    <div class="row-of-cards">
      <HandRow cards={round.dealer} hand={round.dealer_hand} label={t("The dealer's cards")} />
      {round.dealer_hand && (
        <p>
          {handThen(handName(round.dealer_hand), round.dealer_qualifies)}
        </p>
      )}
    </div>
  );
}

function handThen(hand: string, qualifies: boolean | null): string {
  if (qualifies === null) return hand;
  return qualifies ? t("{hand}, qualifies", { hand }) : t("{hand}, does not qualify", { hand });
}
