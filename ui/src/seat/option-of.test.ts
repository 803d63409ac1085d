import { expect, it } from "vitest";
import { optionOf, type Advice } from "./advice";

const advice: Advice = {
  cards: [],
  board: [],
  options: ["fold", "raise 1x", "raise 2x"].map((action) => ({ action, value: 0, exact: "0" })),
};
const TEN = 10_000_000;

it.each([
  ["fold", "0", "fold"],
  ["raise", "10", "raise 1x"],
  ["raise", "15", "raise 2x"],
  ["raise", "20", "raise 2x"],
  ["check", "0", null],
])("%s of $%s is the option %s", (action, amount, option) => expect(optionOf(advice, action, amount, TEN)).toBe(option));
