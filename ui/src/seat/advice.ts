import { parseAction } from "../words/actions";
import { parseDollars } from "../words/money";

/** The exact value of each option, as the service's mathematics gives it, in units of the base wager. */

export interface AdvisedOption {
  readonly action: string;
  readonly value: number;
  readonly exact: string;
}

/** What may become of a hand that stays in to the end, from 0 to 1. */
export interface Chances {
  readonly win: number;
  readonly tie: number;
  /** Null if every dealer qualifies. */
  readonly notQualifying: number | null;
}

export interface Advice {
  readonly options: readonly AdvisedOption[];
  /** Null for games that do not count it. */
  readonly chances?: Chances | null;
  /** What the player saw. */
  readonly cards: readonly string[];
  readonly board: readonly string[];
}

/** Chances as the service sends them. */
export type SentChances = Record<"win" | "tie", { decimal: string }> & { not_qualifying: { decimal: string } | null };

interface Answer {
  cards: string[];
  board: string[];
  options: { action: string; ev: { exact: string; decimal: string } }[];
  chances: SentChances | null;
}

export function readChances(sent: SentChances): Chances {
  const short = sent.not_qualifying;
  return { win: Number(sent.win.decimal), tie: Number(sent.tie.decimal), notQualifying: short ? Number(short.decimal) : null };
}

export function readAdvice(answer: unknown): Advice {
  const { options, cards, board, chances } = answer as Answer;
  return {
    cards,
    board,
    chances: chances && readChances(chances),
    options: options.map(({ action, ev }) => ({ action, value: Number(ev.decimal), exact: ev.exact })),
  };
}

export function best(advice: Advice): AdvisedOption | null {
  return advice.options.reduce<AdvisedOption | null>((top, each) => (!top || each.value > top.value ? each : top), null);
}

/**
 * What a choice is worth: $20 with a base wager of $10 is the option "2x". Every dollar of a wager earns the same, so
 * the value of an amount between two listed ones is interpolated; null if the choice is not listed at all.
 */
export function valueOf(advice: Advice, action: string, amount: string, base: number): number | null {
  const times = base ? parseDollars(amount) / base : 0;
  const listed = advice.options
    .map((option) => ({ ...parseAction(option.action), value: option.value }))
    .filter((option) => option.word === action)
    .sort((a, b) => a.times - b.times);
  const exact = listed.find((option) => option.times === times || option.times === 0);
  if (exact) return exact.value;
  const below = listed.findLast((option) => option.times < times);
  const above = listed.find((option) => option.times > times);
  if (!below || !above) return null;
  return below.value + ((above.value - below.value) * (times - below.times)) / (above.times - below.times);
}

/** The option of the list that a choice is: that of its amount, or else of the smallest amount above it. */
export function optionOf(advice: Advice, action: string, amount: string, base: number): string | null {
  const times = base ? parseDollars(amount) / base : 0;
  const listed = advice.options.filter((option) => parseAction(option.action).word === action);
  const sorted = [...listed].sort((a, b) => parseAction(a.action).times - parseAction(b.action).times);
  return (sorted.find((option) => parseAction(option.action).times >= times || !parseAction(option.action).times) ?? sorted.at(-1))?.action ?? null;
}

/** What a choice costs against the best one, in units of the base wager. */
export function slip(advice: Advice, value: number | null): number {
  const top = best(advice);
  return top && value !== null ? Math.max(0, top.value - value) : 0;
}

/** How the player has done since the page was opened. */
export interface Tally {
  readonly hands: number;
  readonly slips: number;
  /** In millionths of a dollar, as all amounts. */
  readonly cost: number;
  /** The hand that was judged last, so that a hand with several decisions counts once. */
  readonly hand: string;
}

export const NO_TALLY: Tally = { hands: 0, slips: 0, cost: 0, hand: "" };

export function tallied(tally: Tally, hand: string, cost: number): Tally {
  return {
    hands: tally.hands + (hand === tally.hand ? 0 : 1),
    slips: tally.slips + (cost >= 1 ? 1 : 0),
    cost: tally.cost + cost,
    hand,
  };
}

export const perHand = (tally: Tally): number => (tally.hands ? tally.cost / tally.hands : 0);
