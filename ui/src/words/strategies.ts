import { isEnglish, listed, mark, t } from "../language/language";
import { phrase, phrased } from "./phrases";
import { capital } from "./words";

/** Strategies in words, as the lab writes them in English: names, sentences, and the heads and cells of their tables. */

const NAMES = [
  mark("any {rank}-high three-card flush and better"),
  mark("{flush} and better"),
  mark("any jack-high; ten-high by one sum"),
  mark("any jack-high; ten-high by the jacks and better outside it"),
  mark("any jack-high; ten-high by a sum of three"),
  mark("{flush} and better, never more than the least"),
  mark("raise everything"),
  mark("never raise"),
  mark("printed"),
  mark("short sums"),
  mark("simple"),
  mark("by outs"),
  mark("by sums"),
  mark("never before the river"),
];

const SENTENCES = [
  mark("Fold every hand."),
  mark("Raise every hand with {flush} or better, as much as its flush allows."),
  mark("Fold every hand below {flush}."),
  mark("With the {flushes} flushes between, {hands} hands, the other cards decide: {raised} raise."),
  mark("{wrong} of {hands} hands are exceptions; ignoring them costs {cost}."),
  mark("One single flush to raise from: {flush}, which costs {cost}."),
  mark("Go {wager} with {chosen} of {all} holes, exactly these; check with all others."),
  mark("{wager} with {hand} and better."),
  mark("The house then keeps {edge} of the {wager}."),
];

const PLACES = [
  mark("{wager} or fold"),
  mark("By the flush"),
  mark("The flushes between"),
  mark("Before the flop"),
  mark("Suits held"),
  mark("Second suit"),
  mark("Higher outside"),
  mark("Raise from"),
  mark("Exceptions"),
  mark("Cards"),
  mark("With a third card of"),
  mark("Three suited"),
  mark("any"),
  mark("see the map"),
  mark("fold"),
  mark("{count} cards"),
  mark("{cards} suited"),
  mark("{cards} of different suits"),
  mark("{rank} and up"),
  mark("Three of one suit"),
  mark("Two of one suit"),
  mark("Three suits"),
  mark("highest card"),
  mark("second card"),
  mark("second card of the suit"),
  mark("higher card of the suit"),
  mark("Every hand, by its flush"),
  mark("length of the flush"),
  mark("Three-card flushes, by their two highest cards"),
  mark("second card of the flush"),
  mark("Flushes with which the cards outside decide"),
  mark("higher cards outside the flush"),
  mark("flush"),
  mark("{hand}, {rank} high"),
  mark("{flush}, {count} higher outside"),
  mark("{cards} with {third}"),
];

/** The condition of a rule, and the action that follows. The value is a number, a card, a range, "at least" or "at most" one. */
const TESTS = [
  mark("any cards"),
  mark("a flush of {value}"),
  mark("{value} suited on the board"),
  mark("{value} suited"),
  mark("own highest {value}"),
  mark("highest {value}"),
  mark("second {value}"),
  mark("third {value}"),
  mark("{value} suits held"),
  mark("{value} of another suit"),
  mark("{value} higher cards outside"),
  mark("side card {value}"),
  mark("next {value}"),
  mark("lowest {value}"),
  mark("{value} of them own"),
  mark("{value} higher of one suit on the board"),
  mark("{value} unseen cards that beat you"),
  mark("own {value} in a suit of the board"),
  mark("{value} in another"),
];
const SUM = /^(.+?) (at least|at most) (\d+) \(J 11, Q 12, K 13, A 14\)$/;
const TERMS = [
  mark("highest card"), mark("second card"), mark("third card"), mark("side card"), mark("own highest card"), mark("next card"), mark("lowest card"),
  mark("own card in a suit of the board"), mark("card in another"), mark("number of higher cards outside"),
];
const VALUES = [mark("at least {least}"), mark("at most {most}"), mark("{least} to {most}")];
const ACTIONS = [mark("raise the most"), mark("raise {times}"), mark("all-in {times}"), mark("check"), mark("fold")];
const STAGES = [mark("opening"), mark("flop"), mark("river")];

const book = (texts: readonly string[]) => texts.map(phrase);
const [names, sentences, places, tests, terms, values, actions, stages] = [NAMES, SENTENCES, PLACES, TESTS, TERMS, VALUES, ACTIONS, STAGES].map(book) as [
  ReturnType<typeof book>, ReturnType<typeof book>, ReturnType<typeof book>, ReturnType<typeof book>,
  ReturnType<typeof book>, ReturnType<typeof book>, ReturnType<typeof book>, ReturnType<typeof book>,
];

const asItIs = (fact: string): string => fact;
const told = (phrases: ReturnType<typeof book>, text: string): string => (isEnglish() ? text : (phrased(phrases, text, asItIs) ?? text));

export const strategyName = (name: string): string => (isEnglish() ? name : (phrased(names, name, (fact, of) => (of === "rank" ? t(fact) : fact)) ?? name));
export const strategySentence = (sentence: string): string => (isEnglish() ? sentence : (phrased(sentences, sentence, (fact, of) => (of === "wager" ? titled(fact) : fact)) ?? sentence));
/** A wager inside an English sentence; in other languages its title appears as it is printed. */
const titled = (wager: string): string => wager.split(" ").map(capital).join(" ");
/** A title, a head or a cell of a table or map. */
export const strategyPlace = (text: string): string => (isEnglish() ? text : (phrased(places, text, placeFact) ?? text));
const placeFact = (fact: string, name: string): string => (name === "hand" ? strategyPlace(fact) : fact.replace(" to ", "–"));

/** "flop: all-in 2x with at least 4 suited, or 3 suited; else check." part by part. */
export function ruleInWords(rule: string): string {
  if (isEnglish()) return rule;
  return rule.split(". ").map(stageInWords).join(" ");
}

function stageInWords(stage: string): string {
  const [, name = "", rules = stage] = /^(\w+): (.*)$/.exec(stage) ?? [];
  const parts = rules.split("; ").map(partInWords).reduce((one, other) => t("{one}; {other}", { one, other }));
  const facts = { stage: told(stages, name), rules: parts };
  return name ? t("{stage}: {rules}.", facts) : t("{rules}.", facts);
}

function partInWords(part: string): string {
  const [, other] = /^else (.+)$/.exec(part) ?? [];
  if (other) return t("else {action}", { action: told(actions, other) });
  const [, action = "", conditions = ""] = /^(.+?) with (.+)$/.exec(part) ?? [];
  return action ? t("{action} with {hands}", { action: told(actions, action), hands: listed(conditions.split(", or ").map(conditionInWords), "disjunction") }) : part;
}

/** A condition that asks several things; the values of the cards in a sum have commas of their own. */
const conditionInWords = (condition: string): string => listed(condition.split(/, (?![QKA] 1)/).map(testInWords), "conjunction");

function testInWords(test: string): string {
  const [, sum, bound, number = ""] = SUM.exec(test) ?? [];
  if (sum) {
    const value = bound === "at least" ? t("at least {least}", { least: number }) : t("at most {most}", { most: number });
    return t("{sum} {value} (J 11, Q 12, K 13, A 14)", { sum: sum.split(" + ").map(termInWords).join(" + "), value });
  }
  return phrased(tests, test, (value) => told(values, value)) ?? test;
}

function termInWords(term: string): string {
  const [, times, of = term] = /^(\d+) x (.+)$/.exec(term) ?? [];
  return times ? `${times} × ${told(terms, of)}` : told(terms, of);
}
