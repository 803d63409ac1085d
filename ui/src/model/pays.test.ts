import { describe, expect, it } from "vitest";
import type { TableRules } from "../server/types";
import { decisionSizes, mainGame, paidLines, paysText } from "./pays";

const verdict = (outcome: string, clause: string) => ({ outcome, clause, clauses: ["12.A", clause] });
const BY_HANDS = { lower: verdict("lose", "d"), equal: verdict("push", "e"), higher: verdict("win", "c") };
const rules = (part: Partial<TableRules>): TableRules => part as TableRules;

it("says of a line that is named by an amount that the wheel shows it", () => {
  const lines = [
    { line: "Jackpot", pays: "100%", clauses: [] },
    { line: "$500", pays: "$500", clauses: [] },
  ];
  const told = paidLines({ letter: "B", clause: "MD-CTF 12.D(2)(b)", lines, otherwise: null });
  expect(told.map(({ name }) => name)).toEqual(["Jackpot", "Wheel shows $500"]);
});

describe("what the table pays", () => {
  it("says of what a share is, and groups thousands", () => {
    expect(paysText("100%")).toBe("100% of the meter");
    expect(paysText("$1000")).toBe("$1,000");
    expect(paysText("8000 to 1")).toBe("8,000 to 1");
    expect(paysText("$250")).toBe("$250");
  });

  it("says what becomes of the wagers against the dealer", () => {
    const shown = mainGame(
      rules({
        against_dealer: {
          ante: { odds: "1 to 1", verdicts: { ...BY_HANDS, below: verdict("push", "b") } },
          xtra_bonus: { odds: null, verdicts: { ...BY_HANDS, below: verdict("by_the_hands", "b") } },
        },
      }),
    );
    expect(shown[0]?.rulings.map((each) => `${each.then} ${each.clause}`)).toEqual(["push b", "1 to 1 c", "push e", "loses d"]);
    expect(shown[1]?.rulings.map((each) => `${each.then} ${each.clause}`)).toEqual(["by the hands b", "by its table c", "push e", "loses d"]);
  });

  it("says with which flush how much may be raised", () => {
    const stage = { stage: "decision", smallest: 1, largest_by_flush: [0, 0, 1, 1, 1, 2, 3, 3], passive: "fold", clauses: ["x"], clauses_by_flush: [[], [], ["1"], ["1"], ["1"], ["2", "1"], ["3", "1"], ["3", "1"]], asked: "B" };
    expect(decisionSizes(rules({ decision: { wager: "raise", stages: [stage] } }))).toEqual([
      { when: "With a 2- to 4-card flush", then: "1× the Ante", clause: "1" },
      { when: "With a 5-card flush", then: "1× to 2× the Ante", clause: "2" },
      { when: "With a 6- to 7-card flush", then: "1× to 3× the Ante", clause: "3" },
    ]);
    const flop = { stage: "before_flop", smallest: 3, largest_by_flush: Array<number>(8).fill(3), passive: "check", clauses: ["y"], clauses_by_flush: Array<string[]>(8).fill(["y"]), asked: "B" };
    expect(decisionSizes(rules({ decision: { wager: "all_in", stages: [flop] } }))).toEqual([
      { when: "Before flop", then: "3× the Ante", clause: "y" },
    ]);
  });

  it("says what is below the lowest line, where the document does", () => {
    const line = (name: string, pays: string) => ({ line: name, pays, clauses: [] });
    const xtra = { letter: "A", clause: "", lines: [line("five_card_flush", "5 to 1"), line("four_card_flush", "1 to 1")], otherwise: line("otherwise", "push") };
    expect(paidLines(xtra).at(-1)).toEqual({ name: "3-card flush or less", pays: "push" });
    expect(paidLines({ ...xtra, otherwise: null })).toHaveLength(2);
  });
});
