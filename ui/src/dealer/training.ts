import type { Line, Shown } from "../server/types";
import { parseDollars, priceOf } from "../words/money";
import { oddsText } from "../words/pays";
import { capital, lineName } from "../words/words";
import { inRow, t } from "../language/language";

/** A trainee's answers compared with what the wagers are paid. */

export interface Score {
  readonly right: number;
  readonly asked: number;
}

/** An empty answer means $0; text that cannot be read is wrong. */
export function isRight(typed: string, line: Line): boolean {
  const said = typed.trim().replace(/^\$/, "").replaceAll(",", "") || "0";
  return /^\d+(\.\d{1,2})?$/.test(said) && parseDollars(said) === parseDollars(line.paid);
}

export function added(score: Score, lines: readonly Line[], typed: readonly string[]): Score {
  const right = lines.filter((line, at) => isRight(typed[at] ?? "", line)).length;
  return { right: score.right + right, asked: score.asked + lines.length };
}

export const seatsInOrder = (lines: readonly Line[]): number[] => [...new Set(lines.map((line) => line.seat))];

/** What the dealer does with the chips of one wager. The chips of a progressive were collected before the deal. */
export function instruction(shown: Shown | null, line: Line): string {
  switch (line.outcome) {
    case "win":
      return line.odds && line.odds !== priceOf(line.paid) ? t("Pay {amount} ({odds})", { amount: priceOf(line.paid), odds: oddsText(line.odds) }) : t("Pay {amount}", { amount: priceOf(line.paid) });
    case "push":
      return t("Push: leave it");
    case "void":
      return t("Give back {amount}", { amount: priceOf(line.returned) });
    default:
      return line.wager === shown?.progressive_wager ? t("Collected before the deal") : t("Take {amount}", { amount: priceOf(line.staked) });
  }
}

/** Why, in a few words: the row of the pay table, or the hand of another seat. */
export function reason(shown: Shown | null, line: Line): string {
  const parts: string[] = [];
  const { line: row, paytable: letter } = line;
  if (row) parts.push(letter ? t("{line}, table {letter}", { line: lineName(shown, row), letter }) : lineName(shown, row));
  else if (letter) parts.push(t("table {letter}", { letter }));
  if (line.hand_of_seat !== null && line.hand_of_seat !== line.seat) parts.push(t("for the hand of seat {seat}", { seat: line.hand_of_seat }));
  if (line.limited_by) parts.push(t("limited by {limit}", { limit: line.limited_by }));
  return capital(inRow(parts));
}
