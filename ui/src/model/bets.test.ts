import { describe, expect, it } from "vitest";
import * as bets from "./bets";
import type { WagerOffer } from "../server/types";

const offer = (name: string, minimum: string, maximum: string, more: Partial<WagerOffer> = {}): WagerOffer => ({
  name,
  label: name,
  required: false,
  decision: false,
  equals: null,
  minimum,
  maximum,
  clause: null,
  ...more,
});

const HIGH_CARD = [
  offer("ante", "10", "500", { required: true }),
  offer("flush_bonus", "5", "100"),
  offer("progressive", "1", "1"),
  offer("raise", "0", "0", { decision: true, required: true }),
];
const CHASE = [
  offer("ante", "10", "300", { required: true }),
  offer("xtra_bonus", "10", "300", { required: true, equals: "ante" }),
];
const FIVE = 5_000_000;

describe("chips set down", () => {
  it("begins with the smallest wager and goes up by the chip, to the largest", () => {
    let bet = bets.addChip(bets.EMPTY, HIGH_CARD, "ante", FIVE);
    expect(bet.amounts).toEqual({ ante: 10_000_000 });
    bet = bets.addChip(bet, HIGH_CARD, "ante", FIVE);
    expect(bet.amounts["ante"]).toBe(15_000_000);
    bet = bets.addChip(bet, HIGH_CARD, "ante", 1_000_000_000);
    expect(bet.amounts["ante"]).toBe(500_000_000);
  });

  it("puts a fixed wager down whole and takes it up again", () => {
    const down = bets.addChip(bets.EMPTY, HIGH_CARD, "progressive", 25_000_000);
    expect(down.amounts).toEqual({ progressive: 1_000_000 });
    expect(bets.addChip(down, HIGH_CARD, "progressive", FIVE).amounts).toEqual({});
  });

  it("keeps equal what must be equal, whichever is touched", () => {
    const bet = bets.addChip(bets.EMPTY, CHASE, "xtra_bonus", FIVE);
    expect(bet.amounts).toEqual({ ante: 10_000_000, xtra_bonus: 10_000_000 });
    expect(bets.removeWager(bet, CHASE, "ante").amounts).toEqual({});
  });

  it("takes no chips for a wager that comes after the cards", () => {
    expect(bets.addChip(bets.EMPTY, HIGH_CARD, "raise", FIVE)).toBe(bets.EMPTY);
  });

  it("undoes step by step, and a clear as well", () => {
    const one = bets.addChip(bets.EMPTY, HIGH_CARD, "ante", FIVE);
    const cleared = bets.clear(one);
    expect(bets.isEmpty(cleared)).toBe(true);
    expect(bets.undo(cleared).amounts).toEqual(one.amounts);
    expect(bets.undo(bets.undo(cleared)).amounts).toEqual({});
    expect(bets.undo(bets.EMPTY)).toBe(bets.EMPTY);
  });

  it("says what is missing", () => {
    const side = bets.addChip(bets.EMPTY, HIGH_CARD, "flush_bonus", FIVE);
    expect(bets.whyNot(side, HIGH_CARD, 1e12)).toContain("ante comes first");
    const whole = bets.addChip(side, HIGH_CARD, "ante", FIVE);
    expect(bets.whyNot(whole, HIGH_CARD, 1e12)).toBeNull();
    expect(bets.whyNot(whole, HIGH_CARD, 14_000_000)).toContain("You have $14");
    expect(bets.whyNot(bets.setAmount(whole, HIGH_CARD, "flush_bonus", 101_000_000), HIGH_CARD, 1e12)).toContain("at most $100");
  });

  it("bets the same again, as far as the table still takes it", () => {
    const bet = bets.rebet(bets.EMPTY, HIGH_CARD, { ante: 20_000_000, gone: 5, raise: 7 });
    expect(bets.toWagers(bet)).toEqual({ ante: "20" });
    expect(bets.smallestBet(bets.EMPTY, CHASE).amounts).toEqual({ ante: 10_000_000, xtra_bonus: 10_000_000 });
  });
});
