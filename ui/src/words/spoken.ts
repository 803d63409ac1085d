import type { Hand, Line, Round, Shown } from "../server/types";
import { bySuit, spokenHand } from "../cards/cards";
import { handInText, kindInText } from "../cards/hand-names";
import { wagerName } from "./words";
import { mark, t } from "../language/language";

/** The table for screen readers: what matters first, in whole sentences. */

const OUTCOMES: Record<Line["outcome"], readonly [alone: string, atSeat: string]> = {
  win: [mark("{wager} wins"), mark("{wager} at seat {seat} wins")],
  lose: [mark("{wager} loses"), mark("{wager} at seat {seat} loses")],
  push: [mark("{wager} pushes"), mark("{wager} at seat {seat} pushes")],
  void: [mark("{wager} is returned"), mark("{wager} at seat {seat} is returned")],
};

/** "This wager loses, that one wins"; with several boxes, at which seat. */
export function spokenLines(shown: Shown | null, lines: readonly Line[]): string {
  const several = new Set(lines.map((line) => line.seat)).size > 1;
  return lines
    .map(({ outcome, wager, seat }) => t(OUTCOMES[outcome][several ? 1 : 0], { wager: wagerName(shown, wager), seat }))
    .join(", ");
}

/** "The dealer has a three-card flush, eight high, and does not qualify. " */
export function spokenDealer({ dealer_hand: hand, dealer_qualifies: qualifies }: Pick<Round, "dealer_hand" | "dealer_qualifies">): string {
  if (!hand) return "";
  const facts = { hand: handInText(hand) };
  if (qualifies === null) return `${t("The dealer has {hand}.", facts)} `;
  return `${qualifies ? t("The dealer has {hand}, and qualifies.", facts) : t("The dealer has {hand}, and does not qualify.", facts)} `;
}

/** The cards of the flush, then the others that are held. */
export function spokenWorth(cards: readonly string[], hand: Hand | null): string {
  if (!hand) return t("You hold {cards}.", { cards: spokenHand(bySuit(cards)) });
  const playing = new Set(hand.cards);
  const others = bySuit(cards.filter((card) => !playing.has(card)));
  const rest = others.length ? ` ${t("Other cards: {cards}.", { cards: spokenHand(others) })}` : "";
  return t("You have {kind}: {cards}.", { kind: kindInText(hand), cards: spokenHand(bySuit(hand.cards)) }) + rest;
}

const TURNED_AT_ONCE = 2;

/** The community cards that were turned over last: two at a time. */
export function spokenBoard(board: readonly string[]): string {
  return board.length ? `${t("Community cards turned over: {cards}.", { cards: spokenHand(board.slice(-TURNED_AT_ONCE)) })} ` : "";
}
