import type { Hand, Line } from "../server/types";
import { bySuit, spokenHand } from "./cards";
import { wagerName } from "./words";

/** The table for those who listen to it: what matters first, in whole sentences. */

const VERBS: Record<Line["outcome"], string> = { win: "wins", lose: "loses", push: "pushes", void: "is returned" };

/** "Ante loses, Same Suit wins"; with several boxes, at which seat. */
export function spokenLines(lines: readonly Line[]): string {
  const several = new Set(lines.map((line) => line.seat)).size > 1;
  return lines
    .map((line) => `${wagerName(line.wager)}${several ? ` at seat ${line.seat}` : ""} ${VERBS[line.outcome]}`)
    .join(", ");
}

/** The cards of the flush, then the others that are held. */
export function spokenWorth(cards: readonly string[], hand: Hand | null): string {
  if (!hand) return `You hold ${spokenHand(bySuit(cards))}.`;
  const playing = new Set(hand.cards);
  const others = bySuit(cards.filter((card) => !playing.has(card)));
  const rest = others.length ? ` Other cards: ${spokenHand(others)}.` : "";
  return `You have a ${hand.name}: ${spokenHand(bySuit(hand.cards))}.${rest}`;
}

const TURNED_AT_ONCE = 2;

/** The community cards that were turned over last: they come two at a time. */
export function spokenBoard(board: readonly string[]): string {
  return board.length ? `Community cards turned over: ${spokenHand(board.slice(-TURNED_AT_ONCE))}. ` : "";
}
