import { call, someone } from "../server/api";
import type { Exact } from "../lab/lab";
import type { Line, Round, Shown } from "../server/types";
import { actionName } from "../words/actions";
import { DOLLAR, exactPrice } from "../words/money";
import type { Chances, SentChances } from "../seat/advice";
import { CHANCES, UNIT_IN_DOLLARS, VERDICT } from "./words";
import { numberFormat } from "../language/language";

/** The service's messages about lessons. */

export interface DrillHand {
  question: string;
  cards: string[];
  board: string[];
  options: string[];
  again: boolean;
}

export interface StreetScore {
  board: number;
  answers: number;
  right: number;
  price: Exact | null;
}

export interface Slip {
  cards: string[];
  board: string[];
  action: string;
  best: string;
  cost: Exact;
  due: number;
}

export interface LessonProgress {
  streets: StreetScore[];
  days: { day: number; answers: number; right: number }[];
  slips: Slip[];
  price: Exact | null;
}

export interface DrillAnswer {
  options: { action: string; ev: Exact }[];
  best: string;
  cost: Exact;
  due: number | null;
  chances: SentChances | null;
  progress: LessonProgress;
}

export interface LineAsked {
  seat: number;
  wager: string;
  staked: string;
  paytable: string | null;
}

export interface Layout {
  question: string;
  round: Round;
  /** What the meters showed before anything was paid. */
  meters: Record<string, string>;
  /** By seat, what the wheel showed. */
  spins: Record<string, string>;
  lines: LineAsked[];
}

export interface Paid {
  right: boolean[];
  lines: Line[];
}

export interface Exam {
  exam: string;
  account: string;
  rulebook: string;
  at: number;
  seconds: number;
  took: number | null;
  right: number | null;
  asked: number | null;
  passed: boolean | null;
  wrong: string[];
}

const AGAIN_AFTER = 600;

/** Asks until the values are computed. Somebody who is not signed in learns as a guest. */
export async function lesson<T>(path: string, body: unknown): Promise<T> {
  await someone();
  for (;;) {
    const answer = await call<T & { progress?: { done?: number } }>("POST", `/api/lessons/${path}`, body);
    if (answer.progress?.done === undefined) return answer;
    await new Promise((later) => setTimeout(later, AGAIN_AFTER));
  }
}

/** What a number of units is in dollars, with the unit of the lessons. */
export const inDollars = (value: Exact, unit = UNIT_IN_DOLLARS * DOLLAR): string => exactPrice(Number(value.decimal) * unit);

/** What an answer was worth, in plain words. */
export function verdict(shown: Shown | null, chosen: string, answer: Pick<DrillAnswer, "best" | "cost">, unit?: number): string {
  const best = actionName(shown, answer.best);
  if (chosen === answer.best) return VERDICT.right(best);
  if (Number(answer.cost.decimal) === 0) return VERDICT.even(actionName(shown, chosen));
  return VERDICT.wrong(best, actionName(shown, chosen), inDollars(answer.cost, unit));
}

/** Why: how often the hand wins and ties if it stays in, and how often the dealer does not qualify. */
export function whyText(chances: Chances | null | undefined): string {
  if (!chances) return "";
  const shown = (part: number): string => numberFormat({ style: "percent", maximumFractionDigits: 1 }).format(part);
  return CHANCES.why(shown(chances.win), shown(chances.tie), chances.notQualifying === null ? null : shown(chances.notQualifying));
}

/** The house edge at which somebody plays: that of best play plus the cost of the answers. */
export const edgeNow = (best: Exact, price: Exact): Exact => ({
  exact: "",
  decimal: String(Number(best.decimal) + Number(price.decimal)),
});
