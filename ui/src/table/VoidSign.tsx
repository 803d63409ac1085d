import { ClauseNote } from "../parts/ClauseNote";
import { parseDollars, price } from "../words/money";
import { ownLines } from "../words/rounds";
import { capital, plain, wagerName } from "../words/words";
import type { Line, Round, Shown } from "../server/types";

const kept = (line: Line): number => parseDollars(line.staked) - parseDollars(line.returned);

/** Why the round is void, and what of the player's wagers is not returned, by the clause that keeps it. */
export function VoidSign({ round, shown }: { round: Round; shown: Shown }) {
  return (
    <div class="void-sign" role="status">
      <strong>Round void</strong>
      {round.voids.map(({ reason }) => (
        <span key={reason}>{capital(plain(reason))}</span>
      ))}
      {ownLines(round)
        .filter((line) => kept(line) > 0)
        .map((line) => (
          <div key={`${line.seat}-${line.wager}`} class="void-kept" data-kept={line.wager}>
            <span>
              {wagerName(shown, line.wager)}: {price(kept(line))} is not returned.
            </span>
            <ClauseNote clause={line.clause} />
          </div>
        ))}
    </div>
  );
}
