import { describe, expect, it } from "vitest";
import type { Line } from "../server/types";
import { CHASE } from "./games.fixture";
import { spokenBoard, spokenDealer, spokenLines, spokenWorth } from "./spoken";

const line = (wager: string, outcome: Line["outcome"], seat = 2): Line => ({
  seat, wager, outcome, staked: "5", odds: null, paid: "0", returned: "0", clause: "", clauses: [], paytable: null,
  line: null, hand_of_seat: null, limited_by: null,
});

describe("what is said aloud", () => {
  it("names the cards of the flush, and then the others", () => {
    const hand = { name: "three-card flush", cards: ["Ah", "Jh", "9h"] };
    expect(spokenWorth(["2d", "9h", "Ah", "3s", "Jh"], hand)).toBe(
      "You have a three-card flush: ace of hearts, jack of hearts, nine of hearts. " +
        "Other cards: three of spades, two of diamonds.",
    );
  });

  it("names a flush that reaches onto the board, and nothing twice", () => {
    const hand = { name: "two-card flush", cards: ["Kh", "4h"] };
    expect(spokenWorth(["Kh"], hand)).toBe("You have a two-card flush: king of hearts, four of hearts.");
  });

  it("says what the dealer has, and whether it qualifies", () => {
    const hand = { name: "three-card flush", cards: ["8h", "5h", "2h"] };
    expect(spokenDealer({ dealer_hand: hand, dealer_qualifies: false })).toBe(
      "The dealer has a three-card flush, eight high, and does not qualify. ",
    );
    expect(spokenDealer({ dealer_hand: { ...hand, cards: ["9h", "5h", "2h"] }, dealer_qualifies: true })).toBe(
      "The dealer has a three-card flush, nine high, and qualifies. ",
    );
    expect(spokenDealer({ dealer_hand: null, dealer_qualifies: null })).toBe("");
  });

  it("names the community cards just turned over", () => {
    expect(spokenBoard([])).toBe("");
    expect(spokenBoard(["2s", "3s"])).toBe("Community cards turned over: two of spades, three of spades. ");
    expect(spokenBoard(["2s", "3s", "9d", "Tc"])).toBe("Community cards turned over: nine of diamonds, ten of clubs. ");
  });

  it("says what became of each wager as a sentence", () => {
    const lines = [line("ante", "lose"), line("same_suit", "win"), line("xtra_bonus", "push")];
    expect(spokenLines(CHASE, lines)).toBe("Ante loses, Same Suit wins, X-tra Bonus pushes");
    expect(spokenLines(CHASE, [line("ante", "void", 1), line("ante", "win", 2)])).toBe(
      "Ante at seat 1 is returned, Ante at seat 2 wins",
    );
  });
});
