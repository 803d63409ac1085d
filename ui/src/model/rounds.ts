import type { Box, Line, Round, View } from "../server/types";
import { parseDollars } from "./money";

/** Which round is on the screen, and what may be read off it. */

export interface Shown {
  readonly round: Round | null;
  /** The round is over and is shown until the player bets again. */
  readonly over: boolean;
}

export function ownBox(round: Round | null): Box | null {
  return round?.seats.find((box) => box.yours) ?? null;
}

/** The last round stays on the felt until somebody who was in it moves on. */
export function shownRound(view: View, putAway: number): Shown {
  const { round, last_round: last } = view;
  const busy = round !== null && (round.phase !== "betting" || ownBox(round) !== null);
  if (!busy && last !== null && last.number > putAway) return { round: last, over: true };
  return { round, over: false };
}

export const linesOf = (round: Round, seat: number): Line[] => round.settled.filter((line) => line.seat === seat);

/** What the wagers of a seat brought, all told. */
export function net(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + parseDollars(line.returned) - parseDollars(line.staked), 0);
}

/** What was bet before the cards came, to bet again. */
export function betOf(round: Round | null): Record<string, number> {
  const box = ownBox(round);
  return box ? Object.fromEntries(Object.entries(box.wagers).map(([name, text]) => [name, parseDollars(text)])) : {};
}
