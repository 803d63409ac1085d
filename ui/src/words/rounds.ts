import type { Box, Line, Round, TableRules, View, WagerOffer } from "../server/types";
import type { Boxes } from "../seat/bets";
import { parseDollars } from "./money";

/** Which round is on the screen, and what can be derived from it. */

export interface Shown {
  readonly round: Round | null;
  /** The round is over and is shown until the player bets again. */
  readonly over: boolean;
}

export const ownBoxes = (round: Round | null): Box[] => round?.seats.filter((box) => box.yours) ?? [];
export const boxAt = (round: Round | null, seat: number): Box | null =>
  round?.seats.find((box) => box.seat === seat) ?? null;

/** The last round stays on the felt until a player who was in it bets again. */
export function shownRound(view: View, putAway: number): Shown {
  const { round, last_round: last } = view;
  const busy = round !== null && (round.phase !== "betting" || ownBoxes(round).length > 0);
  if (!busy && last !== null && last.number > putAway) return { round: last, over: true };
  return { round, over: false };
}

export const linesOf = (round: Round, seat: number): Line[] => round.settled.filter((line) => line.seat === seat);

/** The lines of all boxes of the player, in the order in which they were settled. */
export function ownLines(round: Round): Line[] {
  const own = new Set(ownBoxes(round).map((box) => box.seat));
  return round.settled.filter((line) => own.has(line.seat));
}

/** Whether the page has told what this round brought the player. */
export const isTold = ({ round, over }: Shown, number: number): boolean => round?.number !== number || (over && ownLines(round).length > 0);

/**
 * How many lines the player's own wagers bring, and how many there can be including those for other players' hands: known before
 * anything is settled, so that space for later lines is reserved and its size reveals nothing.
 */
export function roomForLines(round: Round | null, { progressive_wager: meter }: TableRules["shown"]): { own: number; most: number } {
  const own = ownBoxes(round);
  const wagers = own.reduce((sum, box) => sum + Object.keys(box.wagers).length + (parseDollars(box.amount) > 0 ? 1 : 0), 0);
  const onMeter = (boxes: readonly Box[]): number => boxes.filter((box) => meter !== null && meter in box.wagers).length;
  const others = round?.seats.filter((box) => !box.yours) ?? [];
  return { own: wagers, most: wagers + onMeter(own) * onMeter(others) };
}

/** The cards of a straight flush for which a bonus was paid. */
export function bonusCards(round: Round | null, box: Box | null): readonly string[] {
  const paid = round && box ? linesOf(round, box.seat).some((line) => line.outcome === "win" && /straight|suited/.test(line.line ?? "")) : false;
  return paid ? (box?.hand?.bonus?.cards ?? []) : [];
}

/** What the wagers of a seat won or lost in total. */
export function net(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + parseDollars(line.returned) - parseDollars(line.staked), 0);
}

/** What was bet before the cards were dealt, to bet it again. */
export function betOf(round: Round | null): Boxes {
  return Object.fromEntries(
    ownBoxes(round).map((box) => [
      box.seat,
      Object.fromEntries(Object.entries(box.wagers).map(([name, text]) => [name, parseDollars(text)])),
    ]),
  );
}

/** What lies on a box: the wagers before the cards and the one of the decision. */
export function stakedOn(box: Box): number {
  const before = Object.values(box.wagers).reduce((sum, text) => sum + parseDollars(text), 0);
  return before + (box.action && box.action !== "fold" && box.action !== "check" ? parseDollars(box.amount) : 0);
}

/** A progressive's chips go into the tray after "no more bets", before the cards; those of a void round come back. */
export function isCollected(round: Round | null, offer: WagerOffer): boolean {
  return offer.progressive && round !== null && !round.void && !["betting", "dealing"].includes(round.phase);
}

/** Every card of a round that its player has seen face up. */
export function seenCards(round: Round): string[] {
  return [...round.board, ...(round.dealer ?? []), ...round.seats.flatMap((box) => box.cards ?? [])];
}

/** The other seats whose bets or "ready" the round is waiting for before the deal. */
export function awaited(view: Pick<View, "seats">): number[] {
  return view.seats.filter(({ player }) => player && !player.you && !player.ready && !player.left).map((each) => each.seat);
}

const UP_TO_THE_CARDS = ["close_betting", "collect_progressive", "deal"];

/** Whether the cards are dealt as soon as the player is ready: not if a dealer closes the bets or deals, and not for money. */
export function dealsByItself(view: Pick<View, "kind" | "automatic">): boolean {
  return view.kind === "practice" && UP_TO_THE_CARDS.every((step) => view.automatic.includes(step));
}

/** Whether the cards of the round that is shown, or of the deck that is ready for the next one, came from outside. */
export const fromOutside = (view: Pick<View, "seal">, round: Round | null): boolean =>
  Boolean(round?.entered) || (!round && view.seal.some((seal) => seal.method === "entered" || seal.method === "as_dealt"));
