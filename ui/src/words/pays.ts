import type { Shown, ShownPaytable, TableRules } from "../server/types";
import { phrase, phrased } from "./phrases";
import { named } from "./steps";
import { capital, lineName, wagerName } from "./words";
import { mark, numberFormat, t } from "../language/language";

/** What the table pays, as on a sign. */

const grouped = (text: string): string => text.replace(/\d{4,}/g, (digits) => numberFormat().format(Number(digits)));

/** "1000 to 1" becomes "1,000 to 1", in the displayed language. */
export function oddsText(odds: string): string {
  const [, pays = "", word = "", one = ""] = /^(\d+) (to|win) (\d+)$/.exec(odds) ?? [];
  if (!word) return grouped(odds);
  const facts = { pays: grouped(pays), one };
  return word === "to" ? t("{pays} to {one}", facts) : t("{pays} win {one}", facts);
}

/** The same; a share names its base, and a returned wager says so. */
export function paysText(pays: string): string {
  if (pays.endsWith("%")) return t("{share} of the meter", { share: pays });
  return pays === "push" ? t("push") : oddsText(pays);
}

export interface Ruling {
  readonly when: string;
  readonly then: string;
  readonly clause: string;
}

export const CASES: Record<string, string> = {
  below: mark("Dealer does not qualify"),
  higher: mark("Your hand is higher"),
  equal: mark("The hands are equal"),
  lower: mark("Your hand is lower"),
};
const OUTCOMES: Record<string, string> = { push: mark("push"), lose: mark("loses"), by_the_hands: mark("by the hands") };

/** For each wager of the main game, its result against the dealer's hand. */
export function mainGame(rules: TableRules): { wager: string; rulings: Ruling[] }[] {
  return Object.entries(rules.against_dealer).map(([wager, { odds, verdicts }]) => ({
    wager: wagerName(rules.shown, wager),
    rulings: Object.entries(CASES).flatMap(([name, when]): Ruling[] => {
      const verdict = verdicts[name];
      const wins = odds === null ? t("by its table") : oddsText(odds);
      return verdict ? [{ when: t(when), then: OUTCOMES[verdict.outcome] ? t(OUTCOMES[verdict.outcome] ?? "") : wins, clause: verdict.clause }] : [];
    }),
  }));
}

/** For each wager that is made after the cards are seen: how much it may be, and with which hand. */
export function decisionSizes(rules: TableRules): { wager: string; rulings: Ruling[] }[] {
  const wagers = [...new Set(rules.decision.stages.map((stage) => stage.wager))];
  const base = wagerName(rules.shown, rules.shown.base_wager);
  return wagers.map((wager) => ({
    wager: wagerName(rules.shown, wager),
    rulings: rules.decision.stages
      .filter((stage) => stage.wager === wager)
      .flatMap((stage) => stage.sizes)
      .map(({ when, smallest, largest, clauses }) => {
        const then =
          largest === smallest ? t("{largest}× the {base}", { largest, base }) : t("{smallest}× to {largest}× the {base}", { smallest, largest, base });
        return { when: handsText(when), then, clause: clauses[0] ?? "" };
      }),
  }));
}

const HANDS = [mark("With any hand"), mark("With a flush of {few} or {many} cards"), mark("With a flush of {few} to {many} cards"), mark("With a flush of {length} cards")].map(phrase);

/** With which hands, or on which street, as the service says it. */
function handsText(when: string): string {
  return phrased(HANDS, when, (fact) => fact) ?? capital(named(when.charAt(0).toLowerCase() + when.slice(1)));
}

export interface PaidLine {
  readonly name: string;
  readonly pays: string;
}

const SHORTEST = /^(two|three|four|five|six|seven)_card_flush$/;
const ONE_LESS: Record<string, string> = { seven: "six", six: "five", five: "four", four: "three", three: "two" };

/** "3-card flush or less: push", if the document says what happens to a winning hand below the lowest line. */
export function belowTheLines(shown: Shown | null, paytable: ShownPaytable): PaidLine | null {
  if (!paytable.otherwise) return null;
  const lowest = SHORTEST.exec(paytable.lines.at(-1)?.line ?? "")?.[1] ?? "";
  const less = ONE_LESS[lowest];
  return { name: less ? t("{line} or less", { line: lineName(shown, `${less}_card_flush`) }) : t("Any other hand"), pays: paysText(paytable.otherwise.pays) };
}

/** A line that is named by an amount is what the wheel shows. */
const wheelOr = (shown: Shown | null, line: string): string => (line.startsWith("$") ? t("Wheel shows {line}", { line }) : capital(lineName(shown, line)));

/** Every line of a table, and what is below them. */
export function paidLines(shown: Shown | null, paytable: ShownPaytable): PaidLine[] {
  const below = belowTheLines(shown, paytable);
  const lines = paytable.lines.map(({ line, pays }) => ({ name: wheelOr(shown, line), pays: paysText(pays) }));
  return below ? [...lines, below] : lines;
}

/** Without the rule for hands below the lowest line, which the document fixes. */
export const payingLines = (tables: Record<string, Record<string, string>>): Record<string, Record<string, string>> =>
  Object.fromEntries(
    Object.entries(tables).map(([letter, lines]) => [letter, Object.fromEntries(Object.entries(lines).filter(([line]) => line !== "otherwise"))]),
  );
