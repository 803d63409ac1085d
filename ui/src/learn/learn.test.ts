import { describe, expect, it } from "vitest";
import { edgeNow, verdict, whyText } from "./lessons";
import { whenText } from "./words";

const exact = (decimal: string) => ({ exact: "", decimal });

describe("verdicts", () => {
  it("says what was best and what the choice cost", () => {
    expect(verdict(null, "fold", { best: "raise 1x", cost: exact("0.958") })).toBe("Best was Raise 1×. Fold cost $9.58.");
  });
  it("says so where the choice was right, or as good", () => {
    expect(verdict(null, "fold", { best: "fold", cost: exact("0") })).toBe("Right: Fold.");
    expect(verdict(null, "check", { best: "fold", cost: exact("0") })).toBe("Check is as good as any.");
  });
  it("takes the wager of the table for its unit", () => {
    expect(verdict(null, "fold", { best: "raise 1x", cost: exact("0.5") }, 25_000_000)).toBe("Best was Raise 1×. Fold cost $12.50.");
  });
});

describe("why", () => {
  it("says how often the hand wins and ties, and the dealer does not qualify", () => {
    expect(whyText({ win: 0.6124, tie: 0.001, notQualifying: 0.22 })).toBe("Staying in wins 61.2%, ties 0.1%; the dealer does not qualify 22%.");
    expect(whyText({ win: 0.5, tie: 0, notQualifying: null })).toBe("Staying in wins 50%, ties 0%.");
    expect(whyText(null)).toBe("");
  });
});

describe("the edge at which somebody plays", () => {
  it("is that of best play and what the answers cost", () => {
    expect(Number(edgeNow(exact("0.0266"), exact("0.0008")).decimal)).toBeCloseTo(0.0274, 12);
  });
});

describe("when a hand comes back", () => {
  const day = 86_400_000;
  it.each([
    [30_000, "now"],
    [600_000, "in 10 minutes"],
    [day, "tomorrow"],
    [3 * day, "in 3 days"],
    [21 * day, "in 21 days"],
  ])("%d ms ahead is %s", (ahead, said) => expect(whenText(1000 + ahead, 1000)).toBe(said));
});
