import { describe, expect, it } from "vitest";
import { DOLLAR } from "../words/money";
import { proposedBuyIn, tooDear } from "./means";

const ACTS = [{ type: "act", title: "Decide", action: "fold" }, { type: "act", title: "Decide", action: "raise", smallest: "500.00", largest: "1000.00" }];

describe("what the chips are enough for", () => {
  it("says what is missing, and nothing where there is enough", () => {
    expect(tooDear(1000 * DOLLAR, 370 * DOLLAR)).toBe("You are $630 short of $1,000. Buy chips first.");
    expect(tooDear(370 * DOLLAR, 370 * DOLLAR)).toBeNull();
  });

  it("proposes to buy what the decision lacks", () => {
    expect(proposedBuyIn(ACTS, 370 * DOLLAR)).toBe("130");
    expect(proposedBuyIn(ACTS, 500 * DOLLAR)).toBe("500");
    expect(proposedBuyIn(ACTS, 1000 * DOLLAR)).toBe("100");
    expect(proposedBuyIn([], 0)).toBe("100");
  });
});
