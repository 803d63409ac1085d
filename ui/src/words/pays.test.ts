import { describe, expect, it } from "vitest";
import type { TableRules } from "../server/types";
import { CHASE, HIGH_CARD, INVENTED } from "./games.fixture";
import { decisionSizes, mainGame, paidLines, paysText } from "./pays";

const verdict = (outcome: string, clause: string) => ({ outcome, clause, clauses: ["12.A", clause] });
const BY_HANDS = { lower: verdict("lose", "d"), equal: verdict("push", "e"), higher: verdict("win", "c") };
const rules = (part: Partial<TableRules>): TableRules => part as TableRules;

it("says of a line that is named by an amount that the wheel shows it", () => {
  const lines = [
    { line: "Jackpot", pays: "100%", clauses: [] },
    { line: "$500", pays: "$500", clauses: [] },
  ];
  const told = paidLines(CHASE, { letter: "B", clause: "MD-CTF 12.D(2)(b)", for_each: null, lines, otherwise: null });
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
        shown: CHASE,
        against_dealer: {
          ante: { odds: "1 to 1", verdicts: { ...BY_HANDS, below: verdict("push", "b") } },
          xtra_bonus: { odds: null, verdicts: { ...BY_HANDS, below: verdict("by_the_hands", "b") } },
        },
      }),
    );
    expect(shown.map((each) => each.wager)).toEqual(["Ante", "X-tra Bonus"]);
    expect(shown[0]?.rulings.map((each) => `${each.then} ${each.clause}`)).toEqual(["push b", "1 to 1 c", "push e", "loses d"]);
    expect(shown[1]?.rulings.map((each) => `${each.then} ${each.clause}`)).toEqual(["by the hands b", "by its table c", "push e", "loses d"]);
  });

  it("says of each wager after the deal how much it may be", () => {
    const size = (when: string, smallest: number, largest: number, clause: string) => ({ when, smallest, largest, clauses: [clause, "x"] });
    const stage = (wager: string, ...sizes: ReturnType<typeof size>[]) => ({ stage: "", wager, board: 0, passive: "fold", sizes, clauses: [], asked: "" });
    const raise = stage("raise", size("With a 4-card flush", 1, 1, "1"), size("With a 5-card flush", 1, 2, "2"));
    expect(decisionSizes(rules({ shown: HIGH_CARD, decision: { stages: [raise] } }))).toEqual([
      {
        wager: "Raise",
        rulings: [
          { when: "With a 4-card flush", then: "1× the Ante", clause: "1" },
          { when: "With a 5-card flush", then: "1× to 2× the Ante", clause: "2" },
        ],
      },
    ]);
    const stages = [stage("press", size("Early", 3, 3, "a")), stage("double_up", size("Then", 1, 1, "b")), stage("press", size("Late", 2, 2, "c"))];
    expect(decisionSizes(rules({ shown: INVENTED, decision: { stages } })).map(({ wager, rulings }) => [wager, rulings.map((each) => each.then)])).toEqual([
      ["Press", ["3× the Opening Bet", "2× the Opening Bet"]],
      ["Double Up", ["1× the Opening Bet"]],
    ]);
    expect(decisionSizes(rules({ shown: INVENTED, decision: { stages: [] } }))).toEqual([]);
  });

  it("says what is below the lowest line, where the document does", () => {
    const line = (name: string, pays: string) => ({ line: name, pays, clauses: [] });
    const xtra = { letter: "A", clause: "", for_each: null, lines: [line("five_card_flush", "5 to 1"), line("four_card_flush", "1 to 1")], otherwise: line("otherwise", "push") };
    expect(paidLines(CHASE, xtra).at(-1)).toEqual({ name: "3-card flush or less", pays: "push" });
    expect(paidLines(CHASE, { ...xtra, otherwise: null })).toHaveLength(2);
  });
});
