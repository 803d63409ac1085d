import { describe, expect, it } from "vitest";
import * as bets from "./bets";
import type { WagerOffer } from "../server/types";

const offer = (name: string, minimum: string, maximum: string, more: Partial<WagerOffer> = {}): WagerOffer => ({
  name,
  label: name,
  short: name,
  base: name === "ante",
  progressive: name === "progressive",
  joined: false,
  like: null,
  required: false,
  decision: false,
  equals: null,
  minimum,
  maximum,
  amounts: [],
  clause: null,
  needs: null,
  ...more,
});

const HIGH_CARD = [
  offer("ante", "10", "500", { required: true }),
  offer("flush_bonus", "5", "100", { clause: "7.F(2)", needs: "7.F(1)" }),
  offer("progressive", "1", "1", { needs: "7.F(4)" }),
  offer("raise", "0", "0", { decision: true, required: true }),
];
const CHASE = [
  offer("ante", "10", "300", { required: true }),
  offer("xtra_bonus", "10", "300", { required: true, equals: "ante" }),
];
const FIVE = 5_000_000;

const on = (bet: bets.Bet) => bet.boxes[3] ?? {};

describe("chips set down", () => {
  it("begins with the smallest wager and goes up by the chip, to the largest", () => {
    let bet = bets.addChip(bets.EMPTY, HIGH_CARD, 3, "ante", FIVE);
    expect(on(bet)).toEqual({ ante: 10_000_000 });
    bet = bets.addChip(bet, HIGH_CARD, 3, "ante", FIVE);
    expect(on(bet)).toEqual({ ante: 15_000_000 });
    expect(bets.tooMuch(bet, HIGH_CARD, 3, "ante", 485_000_000)).toBeNull();
    const over = bets.tooMuch(bet, HIGH_CARD, 3, "ante", 490_000_000);
    expect(over && bets.atMost(over).text).toBe("ante: at most $500.");
    bet = bets.addChip(bet, HIGH_CARD, 3, "ante", 1_000_000_000);
    expect(on(bet)).toEqual({ ante: 500_000_000 });
  });

  it("puts a fixed wager down whole and takes it up again", () => {
    const down = bets.addChip(bets.EMPTY, HIGH_CARD, 3, "progressive", 25_000_000);
    expect(on(down)).toEqual({ progressive: 1_000_000 });
    expect(bets.isEmpty(bets.addChip(down, HIGH_CARD, 3, "progressive", FIVE))).toBe(true);
  });

  it("goes through the amounts of a wager that may be of several, and then takes it up", () => {
    const wagers = [offer("ante", "10", "500", { required: true }), offer("progressive", "1", "25", { amounts: ["1", "5", "25"] })];
    let bet = bets.EMPTY;
    for (const dollars of [1, 5, 25]) {
      bet = bets.addChip(bet, wagers, 3, "progressive", FIVE);
      expect(on(bet)).toEqual({ progressive: dollars * 1_000_000 });
    }
    expect(bets.tooMuch(bet, wagers, 3, "progressive", FIVE)).toBeNull();
    expect(bets.isEmpty(bets.addChip(bet, wagers, 3, "progressive", FIVE))).toBe(true);
  });

  it("keeps equal what must be equal, whichever is touched", () => {
    const bet = bets.addChip(bets.EMPTY, CHASE, 3, "xtra_bonus", FIVE);
    expect(on(bet)).toEqual({ ante: 10_000_000, xtra_bonus: 10_000_000 });
    expect(bets.isEmpty(bets.removeWager(bet, CHASE, 3, "xtra_bonus"))).toBe(true);
  });

  it("takes no chips for a wager that comes after the cards", () => {
    expect(bets.addChip(bets.EMPTY, HIGH_CARD, 3, "raise", FIVE)).toBe(bets.EMPTY);
  });

  it("keeps boxes apart, and undoes step by step over all of them, a clear as well", () => {
    const one = bets.addChip(bets.EMPTY, HIGH_CARD, 3, "ante", FIVE);
    const two = bets.addChip(one, HIGH_CARD, 4, "ante", 20_000_000);
    expect(two.boxes).toEqual({ 3: { ante: 10_000_000 }, 4: { ante: 20_000_000 } });
    expect(bets.total(two.boxes)).toBe(30_000_000);
    const cleared = bets.clear(two);
    expect(bets.isEmpty(cleared)).toBe(true);
    expect(bets.undo(cleared).boxes).toEqual(two.boxes);
    expect(bets.undo(bets.undo(cleared)).boxes).toEqual(one.boxes);
    expect(bets.undo(bets.EMPTY)).toBe(bets.EMPTY);
  });

  it("says what is missing, and which clause wants it", () => {
    const side = bets.addChip(bets.EMPTY, HIGH_CARD, 3, "flush_bonus", FIVE);
    expect(bets.whyNot(side, HIGH_CARD, 1e12)).toEqual({ text: "The ante is required: $10 or more.", clause: "7.F(1)" });
    const both = bets.addChip(side, HIGH_CARD, 3, "progressive", FIVE);
    expect(bets.whyNot(both, HIGH_CARD, 1e12)?.clause).toBe("7.F(4)");
    const whole = bets.addChip(side, HIGH_CARD, 3, "ante", FIVE);
    expect(bets.whyNot(whole, HIGH_CARD, 1e12)).toBeNull();
    expect(bets.whyNot(whole, HIGH_CARD, 14_000_000)?.text).toContain("You have $14");
    const over = bets.rebet(whole, HIGH_CARD, { 3: { ante: 10_000_000, flush_bonus: 101_000_000 } });
    expect(bets.whyNot(over, HIGH_CARD, 1e12)).toEqual({ text: "flush_bonus: at most $100.", clause: "7.F(2)" });
  });

  it("bets the same again, as far as the table still takes it", () => {
    const bet = bets.rebet(bets.EMPTY, HIGH_CARD, { 3: { ante: 20_000_000, gone: 5, raise: 7 } });
    expect(bets.toWagers(on(bet))).toEqual({ ante: "20" });
    expect(on(bets.smallestBet(bets.EMPTY, CHASE, 3))).toEqual({ ante: 10_000_000, xtra_bonus: 10_000_000 });
  });
});
