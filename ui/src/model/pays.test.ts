import { describe, expect, it } from "vitest";
import type { TableRules } from "../server/types";
import { decisionSizes, mainGame, paysText } from "./pays";

const verdict = (outcome: string, clause: string) => ({ outcome, clauses: ["12.A", clause] });
const BY_HANDS = { lower: verdict("lose", "d"), equal: verdict("push", "e"), higher: verdict("win", "c") };
const rules = (part: Partial<TableRules>): TableRules => part as TableRules;

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
          xtra_bonus: { odds: null, verdicts: BY_HANDS },
        },
      }),
    );
    expect(shown[0]?.rulings.map((each) => `${each.then} ${each.clause}`)).toEqual(["push b", "1 to 1 c", "push e", "loses d"]);
    expect(shown[1]?.rulings.map((each) => each.then)).toEqual(["by the hands", "by its table", "push", "loses"]);
  });

  it("says with which flush how much may be raised", () => {
    const stage = { stage: "decision", smallest: 1, largest_by_flush: [0, 0, 1, 1, 1, 2, 3, 3], passive: "fold", clauses: ["x"] };
    expect(decisionSizes(rules({ decision: { wager: "raise", stages: [stage] } })).map(({ when, then }) => [when, then])).toEqual([
      ["With a 2- to 4-card flush", "1× the Ante"],
      ["With a 5-card flush", "1× to 2× the Ante"],
      ["With a 6- to 7-card flush", "1× to 3× the Ante"],
    ]);
    const flop = { stage: "before_flop", smallest: 3, largest_by_flush: Array<number>(8).fill(3), passive: "check", clauses: ["y"] };
    expect(decisionSizes(rules({ decision: { wager: "all_in", stages: [flop] } }))).toEqual([
      { when: "Before flop", then: "3× the Ante", clause: "y" },
    ]);
  });
});
