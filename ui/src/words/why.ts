import type { Box, Line, TableRules } from "../server/types";
import { belowTheLines, CASES, paysText } from "./pays";
import { lineName, wagerName } from "./words";
import { isEnglish, mark, t } from "../language/language";
import { kindName } from "../cards/hand-names";

/** Why a wager won or lost: the row or rule that decided it, in words, and the other clauses by number. */

export interface Reason {
  readonly clause: string;
  /** Null: the meaning of the clause is shown. */
  readonly text: string | null;
}

export interface Reasons {
  readonly said: readonly Reason[];
  readonly also: readonly string[];
}

const MOST_SAID = 2;

export function reasonsFor(line: Line, rules: TableRules | null, box: Box | null): Reasons {
  const all = line.clauses.length ? line.clauses : [line.clause];
  const decided = (rules ? decidedBy(line, rules, box) : null) ?? (isEnglish() ? null : resultOf(line, rules));
  const said = decided ? [decided] : all.slice(0, MOST_SAID).map((clause) => ({ clause, text: null }));
  if (decided && line.outcome === "win" && isEnglish()) {
    const next = all.find((clause) => !paysRow(rules, line)?.clauses.includes(clause));
    if (next) said.push({ clause: next, text: null });
  }
  return { said, also: all.filter((clause) => !said.some((reason) => reason.clause === clause)) };
}

function paysRow(rules: TableRules | null, line: Line) {
  return rules?.paytables[line.wager]?.lines.find((row) => row.line === line.line) ?? null;
}

function decidedBy(line: Line, rules: TableRules, box: Box | null): Reason | null {
  const clause = line.clauses[0] ?? line.clause;
  const row = paysRow(rules, line);
  if (line.outcome === "win" && row) {
    return { clause: row.clauses[0] ?? clause, text: t("{table}: {line}, {pays}.", { table: tableName(line.paytable), line: lineName(rules.shown, row.line), pays: paysText(row.pays) }) };
  }
  if (line.outcome !== "lose") return null;
  if (line.paytable) return { clause: missedBy(line, rules) ?? clause, text: missed(line, rules, box) };
  if (box?.action === "fold") return { clause, text: t("You folded, so the {wager} is lost.", { wager: wagerName(rules.shown, line.wager) }) };
  return null;
}

const RESULTS: Record<Line["outcome"], string> = {
  win: mark("{wager} wins"), lose: mark("{wager} loses"), push: mark("{wager} pushes"), void: mark("{wager} is returned"),
};

/** In languages other than that of the clauses: how the hands compare, or which hand is below the lines, and the result. */
function resultOf(line: Line, rules: TableRules | null): Reason {
  const what = t(RESULTS[line.outcome], { wager: wagerName(rules?.shown ?? null, line.wager) });
  const verdicts = Object.entries(rules?.against_dealer[line.wager]?.verdicts ?? {});
  const [name = "", verdict] = verdicts.find(([, each]) => [line.clause, ...line.clauses].includes(each.clause)) ?? [];
  const paytable = rules?.paytables[line.wager];
  const below = line.outcome === "push" && !verdict && rules && paytable ? belowTheLines(rules.shown, paytable) : null;
  const why = verdict ? t(CASES[name] ?? "") : below?.name;
  return { clause: verdict?.clause ?? line.clauses[0] ?? line.clause, text: why ? t("{why}: {what}.", { why, what }) : t("{what}.", { what }) };
}

const hasLetter = (letter: string | null): letter is string => Boolean(letter) && letter !== "invented";
const tableName = (letter: string | null): string => (hasLetter(letter) ? t("Table {letter}", { letter }) : t("This table"));
const tableInText = (letter: string | null): string => (hasLetter(letter) ? t("table {letter}", { letter }) : t("this table"));

/** If the wheel was not spun, the clause about the hand that spins it. */
function missedBy(line: Line, rules: TableRules): string | null {
  return line.wager === rules.shown.progressive_wager ? (rules.wheel_hand?.clauses[0] ?? null) : null;
}

const FLUSH = /^(?:two|three|four|five|six|seven)_card_flush$/;

/** Why a hand is on no line of the table. */
function missed(line: Line, rules: TableRules, box: Box | null): string {
  const wheel = rules.wheel_hand;
  if (line.wager === rules.shown.progressive_wager && wheel) {
    return t("Your first {cards} cards are not all of one suit, so they do not spin the wheel.", { cards: wheel.suited_cards });
  }
  const lines = rules.paytables[line.wager]?.lines ?? [];
  const lowest = lines.at(-1)?.line ?? "";
  const facts = { table: tableInText(line.paytable), lowest: lineName(rules.shown, lowest) };
  if (lines.some((row) => FLUSH.test(row.line)) && box?.hand) {
    return t("Your {hand} is on no line of {table}, which begins at a {lowest}.", { ...facts, hand: kindName(box.hand.name) });
  }
  return t("You hold no {lowest} or better, and {table} begins there.", facts);
}
