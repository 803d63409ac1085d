import type { Hand, Line, Round, Shown } from "../server/types";
import { bySuit, spokenHand } from "../cards/cards";
import { handInText, kindInText } from "../cards/hand-names";
import { wagerName } from "./words";

/** The table for screen readers: what matters first, in whole sentences. */

const VERBS: Record<Line["outcome"], string> = { win: "wins", lose: "loses", push: "pushes", void: "is returned" };

/** "This wager loses, that one wins"; with several boxes, at which seat. */
export function spokenLines(shown: Shown | null, lines: readonly Line[]): string {
  const several = new Set(lines.map((line) => line.seat)).size > 1;
  return lines
    .map((line) => `${wagerName(shown, line.wager)}${several ? ` at seat ${line.seat}` : ""} ${VERBS[line.outcome]}`)
    .join(", ");
}

/** "The dealer has a three-card flush, eight high, and does not qualify. " */
export function spokenDealer({ dealer_hand: hand, dealer_qualifies: qualifies }: Pick<Round, "dealer_hand" | "dealer_qualifies">): string {
  if (!hand) return "";
  const verdict = qualifies === null ? "" : qualifies ? ", and qualifies" : ", and does not qualify";
  return `The dealer has ${handInText(hand)}${verdict}. `;
}

/** The cards of the flush, then the others that are held. */
export function spokenWorth(cards: readonly string[], hand: Hand | null): string {
  if (!hand) return `You hold ${spokenHand(bySuit(cards))}.`;
  const playing = new Set(hand.cards);
  const others = bySuit(cards.filter((card) => !playing.has(card)));
  const rest = others.length ? ` Other cards: ${spokenHand(others)}.` : "";
  return `You have ${kindInText(hand)}: ${spokenHand(bySuit(hand.cards))}.${rest}`;
}

const TURNED_AT_ONCE = 2;

/** The community cards that were turned over last: two at a time. */
export function spokenBoard(board: readonly string[]): string {
  return board.length ? `Community cards turned over: ${spokenHand(board.slice(-TURNED_AT_ONCE))}. ` : "";
}
