import { signed } from "../words/money";
import { net, ownBoxes, ownLines } from "../words/rounds";
import { spokenBoard, spokenDealer, spokenLines, spokenWorth } from "../words/spoken";
import { phaseName } from "../words/words";
import { useShown } from "../parts/shown";
import type { Box, Round, Shown, View } from "../server/types";
import { t } from "../language/language";

/** What happened, announced once to screen readers. */
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
  /** The player's box that is in front. */
  box: Box | null;
}) {
  return (
    <p class="sr-only" aria-live="polite">
      {text(useShown(), view, round, over, myTurn, box)}
    </p>
  );
}

function text(shown: Shown | null, view: View, round: Round | null, over: boolean, myTurn: boolean, own: Box | null): string {
  const lines = round ? ownLines(round) : [];
  if (over && round && lines.length) {
    return `${spokenDealer(round)}${t("{wagers}. Together {sum}.", { wagers: spokenLines(shown, lines), sum: signed(net(lines)) })}`;
  }
  const several = ownBoxes(round).length > 1;
  if (myTurn && round && own?.cards) {
    const asked = several ? t("Your decision at seat {seat}.", { seat: own.seat }) : t("Your decision.");
    return `${spokenBoard(round.board)}${asked} ${spokenWorth(own.cards, own.hand)}`;
  }
  return phaseName(round?.phase ?? view.phase);
}
