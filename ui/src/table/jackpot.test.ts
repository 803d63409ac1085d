import { expect, it } from "vitest";
import { jackpotOf } from "./Jackpot";
import type { Line, Round, TableRules } from "../server/types";

const RULES = {
  shown: { progressive_wager: "progressive" },
  paytables: { progressive: { lines: [{ line: "seven", pays: "100%" }, { line: "six", pays: "10%" }, { line: "five", pays: "$300" }] } },
} as unknown as TableRules;
const won = (seat: number, line: string, paid: string): Line => ({ seat, wager: "progressive", outcome: "win", line, paid, hand_of_seat: null }) as Line;
const told = (...lines: Line[]): number | undefined => jackpotOf({ settled: lines } as unknown as Round, RULES)?.seat;

it("tells of the largest payment, at whichever seat it comes", () => {
  expect(told(won(6, "seven", "30000.00"), won(3, "six", "3000.00"))).toBe(6);
  expect(told(won(6, "six", "3000.00"), won(3, "seven", "27000.00"))).toBe(3);
});

it("tells of no win that an empty meter pays with nothing, nor of a fixed prize", () => {
  expect(told(won(6, "seven", "10001.44"), won(1, "seven", "0.00"))).toBe(6);
  expect(told(won(1, "seven", "0.00"))).toBeUndefined();
  expect(told(won(1, "five", "300.00"))).toBeUndefined();
});
