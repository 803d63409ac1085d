import { describe, expect, it } from "vitest";
import type { TableRules } from "../server/types";
import { inscriptions } from "./layout";

const stage = (name: string, smallest: number, largest: number[]) => ({
  stage: name, smallest, largest_by_flush: largest, passive: "check", clauses: [], clauses_by_flush: largest.map(() => []), asked: "",
});
const all = (times: number): number[] => Array<number>(8).fill(times);
const HIGH_CARD = {
  qualifying: { flush_length: 3, high_card: "9", ante_below: "win", play_below: "push", clauses: [] },
  decision: { wager: "raise", stages: [stage("decision", 1, [0, 0, 1, 1, 1, 2, 3, 3])] },
  payout_limit: { per_hand: "50000.00", per_round: null, wagers: ["flush_bonus", "straight_flush_bonus"], clause: "12.D" },
  inscriptions: {
    qualifying: { place: "layout", clauses: ["2.B(7)(b)"] },
    decision: { place: "layout", clauses: ["2.B(7)(c)"] },
    payout_limit: { place: "layout_or_sign", clauses: ["2.B(7)(d)"] },
  },
  wheel_hand: null,
} as unknown as TableRules;
const CHASE = {
  ...HIGH_CARD,
  qualifying: { ...HIGH_CARD.qualifying, ante_below: "push", play_below: "by_the_hands" },
  decision: { wager: "all_in", stages: [stage("before_flop", 3, all(3)), stage("after_flop", 2, all(2)), stage("after_board", 1, all(1))] },
  payout_limit: null,
  inscriptions: {},
  wheel_hand: { suited_cards: 3, clauses: ["1.B(6)"] },
} as TableRules;

describe("what is written on the layout", () => {
  it("follows the rules of High Card Flush, each with the clause that wants it", () => {
    expect(inscriptions(HIGH_CARD)).toEqual([
      { about: "qualifying", text: "Dealer qualifies with a nine-high three-card flush; else Ante pays, Raise pushes", clause: "2.B(7)(b)" },
      {
        about: "decision",
        text: "Raise: 1× the Ante with a flush of 2 to 4 cards, up to 2× with 5, up to 3× with 6 or 7",
        clause: "2.B(7)(c)",
      },
      { about: "payout_limit", text: "Flush Bonus and Straight Flush Bonus pay at most $50,000 to one hand", clause: "2.B(7)(d)" },
    ]);
  });

  it("follows the rules of Chase the Flush, and says what spins the wheel", () => {
    expect(inscriptions(CHASE).map(({ text, clause }) => [text, clause])).toEqual([
      ["Dealer qualifies with a nine-high three-card flush; else Ante pushes", null],
      ["All In: 3× the Ante before flop, 2× after flop, 1× after board", null],
      ["Three first cards of one suit spin the wheel", null],
    ]);
  });
});
