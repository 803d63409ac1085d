import type { ShownPaytable, TableRules } from "../server/types";
import { priceOf } from "./money";
import { capital, lineName, plain, wagerName } from "./words";

/** What the table pays, as a sign would have it. */

const grouped = (text: string): string => text.replace(/\d{4,}/g, (digits) => Number(digits).toLocaleString("en-US"));

/** "1000 to 1" becomes "1,000 to 1", and a share says of what. */
export const paysText = (pays: string): string => (pays.endsWith("%") ? `${pays} of the meter` : grouped(pays));

export interface Ruling {
  readonly when: string;
  readonly then: string;
  readonly clause: string;
}

const CASES: Record<string, string> = {
  below: "Dealer does not qualify",
  higher: "Your hand is higher",
  equal: "The hands are equal",
  lower: "Your hand is lower",
};
const OUTCOMES: Record<string, string> = { push: "push", lose: "loses", by_the_hands: "by the hands" };

/** For each wager of the main game, what becomes of it against the dealer's hand. */
export function mainGame(rules: TableRules): { wager: string; rulings: Ruling[] }[] {
  return Object.entries(rules.against_dealer).map(([wager, { odds, verdicts }]) => ({
    wager: wagerName(wager),
    rulings: Object.entries(CASES).flatMap(([name, when]): Ruling[] => {
      const verdict = verdicts[name];
      const wins = odds === null ? "by its table" : grouped(odds);
      return verdict ? [{ when, then: OUTCOMES[verdict.outcome] ?? wins, clause: verdict.clause }] : [];
    }),
  }));
}

type Stage = TableRules["decision"]["stages"][number];

/** How much may be wagered after the cards are seen, and with which hand. */
export function decisionSizes(rules: TableRules): Ruling[] {
  return rules.decision.stages.flatMap((stage) => {
    const name = capital(plain(stage.stage));
    return runsOf(stage).map(({ first, last, largest }) => {
      const flush = first === last ? `${first}-card flush` : `${first}- to ${last}-card flush`;
      const whole = new Set(stage.largest_by_flush).size === 1;
      const times = largest === stage.smallest ? `${largest}× the Ante` : `${stage.smallest}× to ${largest}× the Ante`;
      return { when: whole ? name : `With a ${flush}`, then: times, clause: stage.clauses_by_flush[first]?.[0] ?? "" };
    });
  });
}

/** Lengths of flush that allow the same, together. */
export function runsOf(stage: Stage): { first: number; last: number; largest: number }[] {
  const runs: { first: number; last: number; largest: number }[] = [];
  stage.largest_by_flush.forEach((largest, length) => {
    const run = runs.at(-1);
    if (run?.largest === largest) run.last = length;
    else if (largest > 0) runs.push({ first: length, last: length, largest });
  });
  return runs;
}

export interface PaidLine {
  readonly name: string;
  readonly pays: string;
}

const SHORTEST = /^(two|three|four|five|six|seven)_card_flush$/;
const ONE_LESS: Record<string, string> = { seven: "six", six: "five", five: "four", four: "three", three: "two" };

/** "3-card flush or less: push", where the document says what becomes of a winning hand below the lowest line. */
export function belowTheLines(paytable: ShownPaytable): PaidLine | null {
  if (!paytable.otherwise) return null;
  const lowest = SHORTEST.exec(paytable.lines.at(-1)?.line ?? "")?.[1] ?? "";
  const less = ONE_LESS[lowest];
  return { name: less ? `${lineName(`${less}_card_flush`)} or less` : "Any other hand", pays: paysText(paytable.otherwise.pays) };
}

/** Every line of a table, and what is below them. */
/** A line that is named by an amount is what the wheel shows. */
const wheelOr = (line: string): string => (line.startsWith("$") ? `Wheel shows ${line}` : lineName(line));

export function paidLines(paytable: ShownPaytable): PaidLine[] {
  const below = belowTheLines(paytable);
  const lines = paytable.lines.map(({ line, pays }) => ({ name: wheelOr(line), pays: paysText(pays) }));
  return below ? [...lines, below] : lines;
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven"];

/** Which hand spins the wheel: "Three first cards of one suit spin the wheel". */
export function spinsTheWheel(rules: TableRules): string | null {
  const hand = rules.wheel_hand;
  return hand ? `${capital(COUNTS[hand.suited_cards] ?? "")} first cards of one suit spin the wheel` : null;
}

/** "$50,000 to one hand on Flush Bonus and Straight Flush Bonus". */
export function limitText(rules: TableRules): string | null {
  const limit = rules.payout_limit;
  if (!limit) return null;
  const most = limit.per_hand ? `${priceOf(limit.per_hand)} to one hand` : `${priceOf(limit.per_round)} in one round`;
  const names = limit.wagers.map(wagerName);
  const wagers = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
  return `${wagers} pay at most ${most}`;
}

/** Without what happens below the lowest line, which is the document's and not for anybody to choose. */
export const payingLines = (tables: Record<string, Record<string, string>>): Record<string, Record<string, string>> =>
  Object.fromEntries(
    Object.entries(tables).map(([letter, lines]) => [letter, Object.fromEntries(Object.entries(lines).filter(([line]) => line !== "otherwise"))]),
  );
