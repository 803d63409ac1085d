import { describe, expect, it } from "vitest";
import { actionName, actName, parseAction } from "./actions";
import { CHASE, HIGH_CARD, INVENTED } from "./games.fixture";
import { lineName, unitOf, wagerName } from "./words";

describe("an action", () => {
  it("is a wager and how many base wagers it is, or a word", () => {
    expect(parseAction("raise 2x")).toEqual({ word: "raise", times: 2 });
    expect(parseAction("all-in 3x")).toEqual({ word: "all_in", times: 3 });
    expect(parseAction("double-up 10x")).toEqual({ word: "double_up", times: 10 });
    expect(parseAction("fold")).toEqual({ word: "fold", times: 0 });
    expect(parseAction("check")).toEqual({ word: "check", times: 0 });
  });

  it("is told with the title that the rulebook gives", () => {
    expect(actionName(HIGH_CARD, "raise 2x")).toBe("Raise 2×");
    expect(actionName(CHASE, "all-in 3x")).toBe("All In 3×");
    expect(actionName(INVENTED, "double-up 1x")).toBe("Double Up 1×");
    expect(actionName(INVENTED, "fold")).toBe("Fold");
    expect(actName(CHASE, "all_in")).toBe("All In");
    expect(actName(CHASE, "check")).toBe("Check");
  });
});

describe("names", () => {
  it("come from the rulebook, and until it is there from the service's words", () => {
    expect(wagerName(INVENTED, "opening")).toBe("Opening Bet");
    expect(wagerName(null, "double_up")).toBe("Double up");
    expect(unitOf(INVENTED)).toBe("opening bet");
    expect(unitOf(CHASE)).toBe("ante");
    expect(unitOf(null)).toBe("base wager");
    expect(lineName(INVENTED, "three_of_a_kind")).toBe("Trips");
    expect(lineName(HIGH_CARD, "three_of_a_kind")).toBe("Three of a kind");
    expect(lineName(null, "four_card_flush")).toBe("4-card flush");
  });
});
