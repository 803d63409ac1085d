import { capital } from "../words/words";
import { rankName, rankOf } from "./cards";

/** What a hand is called: the service's name for its kind, and the ranks that decide, as players say them. */

interface Named {
  readonly name: string;
  readonly cards: readonly string[];
}

/** "a four-card flush", "a pair of nines", "king high": the kind within a sentence. */
export function kindInText({ name, cards }: Named): string {
  const top = highest({ name, cards });
  if (!top) return `a ${name}`;
  if (isHighCard(name)) return `${rankName(top)} high`;
  if (!ofOneRank(cards)) return `a ${name}`;
  return cards.length === 2 ? `a ${name} of ${ranksOf(top)}` : `${name}, ${ranksOf(top)}`;
}

/** The same with its highest card where the kind alone does not tell it: "a four-card flush, ace high". */
export function handInText(hand: Named): string {
  const top = highest(hand);
  return !top || isHighCard(hand.name) || ofOneRank(hand.cards) ? kindInText(hand) : `${kindInText(hand)}, ${rankName(top)} high`;
}

/** As a label: "Four-card flush, ace high", "Pair of nines", "King high". */
export const handName = (hand: Named): string => capital(handInText(hand).replace(/^a /, ""));

interface WithBonus extends Named {
  readonly bonus?: Named;
}

/** A player's own: a flush that is a straight flush is called that; one within it, or in another suit, is named after it. */
export function ownHandName(hand: WithBonus): string {
  const { bonus } = hand;
  if (!bonus) return handName(hand);
  const whole = bonus.cards.length === hand.cards.length && bonus.cards.every((card) => hand.cards.includes(card));
  return whole ? handName(bonus) : `${capital(hand.name)} with a ${bonus.name}`;
}

const isHighCard = (name: string): boolean => name === "high card";
const ofOneRank = (cards: readonly string[]): boolean => cards.length > 1 && cards.every((card) => rankOf(card) === rankOf(cards[0] ?? ""));
const ranksOf = (card: string): string => `${rankName(card)}${rankName(card) === "six" ? "es" : "s"}`;

/** The card that the hand is named after: in a straight from the ace up, the ace is the lowest. */
function highest({ name, cards }: Named): string | undefined {
  const [top, next, ...rest] = [...cards].sort((a, b) => rankOf(b) - rankOf(a));
  const aceIsLow = name.includes("straight") && top?.startsWith("A") && next !== undefined && rankOf(next) === rest.length;
  return aceIsLow ? next : top;
}
