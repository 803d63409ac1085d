import { mark, t } from "../language/language";

/** Cards are two characters, rank then suit: "Th". */

export type Suit = "s" | "h" | "d" | "c";
export const SUITS: readonly Suit[] = ["s", "h", "c", "d"];
export const RANKS = "23456789TJQKA";

const SUIT_NAMES: Record<Suit, string> = { s: mark("spades"), h: mark("hearts"), d: mark("diamonds"), c: mark("clubs") };
const RANK_NAMES: Record<string, string> = {
  A: mark("ace"), K: mark("king"), Q: mark("queen"), J: mark("jack"), T: mark("ten"), "9": mark("nine"), "8": mark("eight"),
  "7": mark("seven"), "6": mark("six"), "5": mark("five"), "4": mark("four"), "3": mark("three"), "2": mark("two"),
};

export const suitOf = (card: string): Suit => card[1] as Suit;
export const rankOf = (card: string): number => RANKS.indexOf(card[0] ?? "");
export const indexOf = (card: string): string => (card[0] === "T" ? "10" : (card[0] ?? ""));

export const rankName = (card: string): string => t(RANK_NAMES[card[0] ?? ""] ?? card[0] ?? "");

export const spoken = (card: string): string => t("{rank} of {suit}", { rank: rankName(card), suit: t(SUIT_NAMES[suitOf(card)]) });

/** Grouped by suit, the flush that plays first, then the longest; within a suit from high to low. */
export function bySuit(cards: readonly string[], playing: readonly string[] = []): string[] {
  const lead = playing[0] ? suitOf(playing[0]) : null;
  const count = (suit: Suit): number => cards.filter((card) => suitOf(card) === suit).length;
  const weight = (suit: Suit): number => (suit === lead ? 100 : count(suit));
  const order = [...SUITS].sort((a, b) => weight(b) - weight(a) || SUITS.indexOf(a) - SUITS.indexOf(b));
  return [...cards].sort(
    (a, b) => order.indexOf(suitOf(a)) - order.indexOf(suitOf(b)) || rankOf(b) - rankOf(a),
  );
}

export function spokenHand(cards: readonly string[]): string {
  return cards.map(spoken).join(", ");
}
