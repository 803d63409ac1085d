import { spokenHand } from "../../model/cards";
import { signed } from "../../model/money";
import { net, ownLines } from "../../model/rounds";
import { phaseName, wagerName } from "../../model/words";
import type { Box, Round, View } from "../../server/types";

/** What happened, said once for those who listen to the page. */
export function Announcer({
  view,
  round,
  over,
  myTurn,
  box,
}: {
  view: View;
  round: Round | null;
  over: boolean;
  myTurn: boolean;
  /** The own box that is in front. */
  box: Box | null;
}) {
  return (
    <p class="sr-only" aria-live="polite">
      {text(view, round, over, myTurn, box)}
    </p>
  );
}

function text(view: View, round: Round | null, over: boolean, myTurn: boolean, own: Box | null): string {
  const lines = round ? ownLines(round) : [];
  if (over && round && lines.length) {
    const each = lines.map((line) => `${wagerName(line.wager)} ${line.outcome}`).join(", ");
    const dealer = round.dealer_hand ? `The dealer has a ${round.dealer_hand.name}. ` : "";
    return `${dealer}${each}. Together ${signed(net(lines))}.`;
  }
  if (myTurn && own?.cards) {
    return `Your decision. You hold a ${own.hand?.name ?? "hand"}: ${spokenHand(own.cards)}.`;
  }
  return phaseName(round?.phase ?? view.phase);
}
