import type { Line, Shown } from "../server/types";
import { parseDollars, priceOf } from "../words/money";
import { lineName } from "../words/words";

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
      return `Pay ${priceOf(line.paid)}${line.odds ? ` (${line.odds})` : ""}`;
    case "push":
      return "Push: leave it";
    case "void":
      return `Give back ${priceOf(line.returned)}`;
    default:
      return line.wager === shown?.progressive_wager ? "Collected before the deal" : `Take ${priceOf(line.staked)}`;
  }
}

/** Why, in a few words: the row of the pay table, or the hand of another seat. */
export function reason(shown: Shown | null, line: Line): string {
  const parts: string[] = [];
  if (line.line) parts.push(lineName(shown, line.line));
  if (line.paytable) parts.push(`table ${line.paytable}`);
  if (line.hand_of_seat !== null && line.hand_of_seat !== line.seat) parts.push(`for the hand of seat ${line.hand_of_seat}`);
  if (line.limited_by) parts.push(`limited by ${line.limited_by}`);
  return parts.join(", ");
}
