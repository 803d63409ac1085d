import { describe, expect, it } from "vitest";
import { eventName, moments, phaseThen, toldOf, type Frame } from "./replay";

describe("a replay", () => {
  it("takes the deal apart into its cards", () => {
    const deal = {
      event: "round.cards_dealt/1",
      round: {},
      dealt: [{ to: "2", card: "Ah" }, { to: "dealer", card: "Kd" }],
      hands: { "2": ["Ah"] },
      dealer: ["Kd"],
      stub: ["3c"],
    } as unknown as Frame;
    const [first, second] = moments([deal]);
    expect([first!, second!].map(toldOf)).toEqual(["Card 1 of 2 to seat 2", "Card 2 of 2 to the dealer"]);
    expect(first).toMatchObject({ hands: { "2": ["Ah"] }, dealer: [], stub: ["Kd", "3c"], card: "Ah" });
    expect(second).toMatchObject({ dealer: ["Kd"], stub: ["3c"] });
  });
});

describe("a moment of a round", () => {
  const moment = (event: string, round: object | null) => ({ event, round, card: null }) as unknown as Parameters<typeof phaseThen>[0];
  it("is over when it is closed, and void where it is", () => {
    expect(phaseThen(moment("round.wager_settled/1", { phase: "settling", void: null }))).toBe("Settling");
    expect(phaseThen(moment("round.closed/1", { phase: "settling", void: null }))).toBe("Round over");
    expect(phaseThen(moment("round.closed/1", { phase: "settling", void: "shoe_jam" }))).toBe("Void: shoe jam");
    expect(phaseThen(moment("table.cards_cut/1", null))).toBe("Between rounds");
  });
  it("has a name that people use", () => {
    expect(eventName("round.called_off/1")).toBe("The round is called off: nobody had wagered");
  });
});
