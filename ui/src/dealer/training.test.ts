import { afterEach, describe, expect, it } from "vitest";
import { show } from "../language/language";
import type { Line } from "../server/types";
import { CHASE } from "../words/games.fixture";
import { added, instruction, isRight, reason, seatsInOrder } from "./training";

const line = (wager: string, outcome: Line["outcome"], paid: string, more: Partial<Line> = {}): Line =>
  ({ seat: 1, wager, staked: "10.00", outcome, paid, returned: paid, odds: null, line: null, paytable: null, hand_of_seat: null, limited_by: null, clause: "", clauses: [], ...more });

afterEach(() => show("en"));

describe("a trainee's answers", () => {
  it("are right to the cent, and nothing means nothing", () => {
    expect(isRight("10", line("ante", "win", "10.00"))).toBe(true);
    expect(isRight("$1,000.50", line("ante", "win", "1000.50"))).toBe(true);
    expect(isRight("", line("ante", "lose", "0.00"))).toBe(true);
    expect(isRight("ten", line("ante", "win", "10.00"))).toBe(false);
    expect(isRight("10.01", line("ante", "win", "10.00"))).toBe(false);
    expect(added({ right: 1, asked: 2 }, [line("ante", "win", "10.00"), line("raise", "win", "10.00")], ["10", "9"])).toEqual({ right: 2, asked: 4 });
  });
  it("are told what to do with the chips, and why", () => {
    expect(instruction(CHASE, line("ante", "lose", "0.00"))).toBe("Take $10");
    expect(instruction(CHASE, line("progressive", "lose", "0.00"))).toBe("Collected before the deal");
    expect(instruction(CHASE, line("flush_bonus", "win", "50.00", { odds: "10 to 1" }))).toBe("Pay $50 (10 to 1)");
    expect(instruction(CHASE, line("ante", "void", "0.00", { returned: "10.00" }))).toBe("Give back $10");
    expect(instruction(CHASE, line("ante", "push", "0.00"))).toBe("Push: leave it");
    expect(reason(CHASE, line("envy_bonus", "win", "250.00", { line: "seven_card_straight_flush", paytable: "D", hand_of_seat: 4 }))).toBe(
      "7-card straight flush, table D, for the hand of seat 4",
    );
    expect(seatsInOrder([line("a", "win", "0", { seat: 5 }), line("b", "win", "0", { seat: 5 }), line("a", "win", "0", { seat: 2 })])).toEqual([5, 2]);
  });
  it("name the table in a row, where Spanish has no article", async () => {
    await show("es");
    expect(reason(CHASE, line("xtra_bonus", "win", "50.00", { line: "five_card_flush", paytable: "A" }))).toBe("Color de 5 cartas, tabla A");
  });
});
