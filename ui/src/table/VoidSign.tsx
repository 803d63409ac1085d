import { ClauseNote } from "../parts/ClauseNote";
import { parseDollars, price } from "../words/money";
import { ownLines } from "../words/rounds";
import { capital, plain, wagerName } from "../words/words";
import type { Line, Round, Shown } from "../server/types";
import { mark, t } from "../language/language";

const REASONS: Record<string, string> = {
  cards_face_up: mark("Cards face up"),
  drawn_in_error: mark("Drawn in error"),
  wrong_number_of_cards: mark("Wrong number of cards"),
  dealer_card_exposed: mark("Dealer card exposed"),
  shuffler_jam: mark("Shuffler jam"),
  shoe_jam: mark("Shoe jam"),
  device_out_of_order: mark("Device out of order"),
  shuffler_count_wrong: mark("Shuffler count wrong"),
  hand_abandoned: mark("Hand abandoned"),
  information_shared: mark("Information shared"),
  stub_count_misdealt: mark("Stub count misdealt"),
  stub_count_wrong: mark("Stub count wrong"),
};
const reasonName = (reason: string): string => (REASONS[reason] ? t(REASONS[reason]) : capital(plain(reason)));

const kept = (line: Line): number => parseDollars(line.staked) - parseDollars(line.returned);

/** Why the round is void, and what of the player's wagers is not returned, by the clause that keeps it. */
export function VoidSign({ round, shown }: { round: Round; shown: Shown }) {
  return (
    <div class="void-sign" role="status">
      <strong>{t("Round void")}</strong>
      {round.voids.map(({ reason }) => (
        <span key={reason}>{reasonName(reason)}</span>
      ))}
      {ownLines(round)
        .filter((line) => kept(line) > 0)
        .map((line) => (
          <div key={`${line.seat}-${line.wager}`} class="void-kept" data-kept={line.wager}>
            <span>{t("{wager}: {kept} is not returned.", { wager: wagerName(shown, line.wager), kept: price(kept(line)) })}</span>
            <ClauseNote clause={line.clause} />
          </div>
        ))}
    </div>
  );
}
