import { signed } from "../../model/money";
import { net, ownBoxes, ownLines } from "../../model/rounds";
import { spokenBoard, spokenDealer, spokenLines, spokenWorth } from "../../model/spoken";
import { phaseName } from "../../model/words";
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
    return `${spokenDealer(round)}${spokenLines(lines)}. Together ${signed(net(lines))}.`;
  }
  const several = ownBoxes(round).length > 1;
  if (myTurn && round && own?.cards) return `${spokenBoard(round.board)}Your decision${several ? ` at seat ${own.seat}` : ""}. ${spokenWorth(own.cards, own.hand)}`;
  return phaseName(round?.phase ?? view.phase);
}
