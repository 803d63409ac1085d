import { capital } from "../words/words";
import { rankName, rankOf } from "./cards";
import { mark, t } from "../language/language";

/** What a hand is called: the service's name for its kind, and the ranks that decide, as players say them. */

interface Named {
  readonly name: string;
  readonly cards: readonly string[];
}

const LENGTHS: Record<string, string> = {
  two: mark("two"), three: mark("three"), four: mark("four"), five: mark("five"), six: mark("six"), seven: mark("seven"),
};
const OF_LENGTH = /^(two|three|four|five|six|seven)-card (straight )?flush$/;
/** Kinds without a length, including those of external games. Any other is shown as the service names it. */
const KINDS: Record<string, string> = {
  "high card": mark("high card"), pair: mark("pair"), flush: mark("flush"), straight: mark("straight"),
  "three of a kind": mark("three of a kind"), "four of a kind": mark("four of a kind"), "straight flush": mark("straight flush"),
  "one-card flush": mark("one-card flush"),
};

/** "four-card flush": a kind that ranks by its length alone. */
export const isFlushOfLength = (name: string): boolean => /^\w+-card flush$/.test(name);

/** The service's name for a kind of hand: "four-card flush". */
export function kindName(name: string): string {
  const [, length, straight] = OF_LENGTH.exec(name) ?? [];
  if (!length) return KINDS[name] ? t(KINDS[name]) : name;
  const facts = { length: t(LENGTHS[length] ?? length) };
  return straight ? t("{length}-card straight flush", facts) : t("{length}-card flush", facts);
}

/** "a four-card flush", "a pair of nines", "king high": the kind within a sentence. */
export function kindInText({ name, cards }: Named): string {
  const top = highest({ name, cards });
  const kind = kindName(name);
  if (!top) return t("a {kind}", { kind });
  if (isHighCard(name)) return t("{rank} high", { rank: rankName(top) });
  if (!ofOneRank(cards)) return t("a {kind}", { kind });
  return cards.length === 2 ? t("a {kind} of {ranks}", { kind, ranks: ranksOf(top) }) : t("{kind}, {ranks}", { kind, ranks: ranksOf(top) });
}

/** The smallest hand of a kind, as the service names it: "nine-high three-card flush", "king high". */
export function leastInText(least: string): string {
  const [, alone] = /^(\w+) high$/.exec(least) ?? [];
  if (alone) return t("{rank} high", { rank: t(alone) });
  const [, rank, name] = /^(\w+)-high (.+)$/.exec(least) ?? [];
  return rank && name ? t("a {rank}-high {kind}", { rank: t(rank), kind: kindName(name) }) : t("a {kind}", { kind: kindName(least) });
}

/** The same with its highest card, if the kind alone does not say it: "a four-card flush, ace high". */
export function handInText(hand: Named): string {
  const top = highest(hand);
  return !top || isHighCard(hand.name) || ofOneRank(hand.cards) ? kindInText(hand) : t("{kind}, {rank} high", { kind: kindInText(hand), rank: rankName(top) });
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
  return whole ? handName(bonus) : t("{kind} with a {bonus}", { kind: capital(kindName(hand.name)), bonus: kindName(bonus.name) });
}

const isHighCard = (name: string): boolean => name === "high card";
const ofOneRank = (cards: readonly string[]): boolean => cards.length > 1 && cards.every((card) => rankOf(card) === rankOf(cards[0] ?? ""));
const SEVERAL: Record<string, string> = {
  A: mark("aces"), K: mark("kings"), Q: mark("queens"), J: mark("jacks"), T: mark("tens"), "9": mark("nines"), "8": mark("eights"),
  "7": mark("sevens"), "6": mark("sixes"), "5": mark("fives"), "4": mark("fours"), "3": mark("threes"), "2": mark("twos"),
};
const ranksOf = (card: string): string => t(SEVERAL[card[0] ?? ""] ?? "");

/** The card that the hand is named after: in a straight from the ace up, the ace is the lowest. */
function highest({ name, cards }: Named): string | undefined {
  const [top, next, ...rest] = [...cards].sort((a, b) => rankOf(b) - rankOf(a));
  const aceIsLow = name.includes("straight") && top?.startsWith("A") && next !== undefined && rankOf(next) === rest.length;
  return aceIsLow ? next : top;
}
