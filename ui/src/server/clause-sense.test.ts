import { describe, expect, it } from "vitest";
import { senseIn } from "./clause-sense";

const GISTS = new Map([
  ["MD-HCF 8.C(2)", "If there are progressive wagers, the dealer does the two steps below."],
  ["MD-HCF 8.C(2)(a)", "Collect them."],
  ["MD-HCF 8.C(2)(b)", "Count the chips against the sensors."],
  ["MD-HCF 8.C(2)(b)(i)", "A part of a part."],
  ["MD-HCF 8.C(3)", "Another step."],
  ["MD-CTF 12.C(1) Paytable A", "Same Suit Paytable A has the lines below."],
  ["MD-CTF 12.C(1)(a) Paytable A", "Six or seven: 2,000 to 1."],
  ["MD-CTF 12.C(1)(a) Paytable C", "Six or seven: 500 to 1."],
  ["MD-HCF 5.E", "The cover card goes ten or more cards below the top of the stack."],
  ["MD-HCF 5.E(1)", "The cards above it go to the bottom."],
]);

describe("the sense of a clause", () => {
  it("brings the parts that it points at", () => {
    expect(senseIn(GISTS, "MD-HCF 8.C(2)").parts).toEqual([
      { label: "(a)", gist: "Collect them." },
      { label: "(b)", gist: "Count the chips against the sensors." },
    ]);
  });

  it("tells clauses apart that the document numbers alike", () => {
    expect(senseIn(GISTS, "MD-CTF 12.C(1) Paytable A").parts).toEqual([{ label: "(a)", gist: "Six or seven: 2,000 to 1." }]);
  });

  it("stands alone where it says it all", () => {
    expect(senseIn(GISTS, "MD-HCF 8.C(3)")).toEqual({ gist: "Another step.", parts: [] });
    expect(senseIn(GISTS, "MD-HCF 5.E").parts).toEqual([]);
    expect(senseIn(GISTS, "MD-HCF 99")).toEqual({ gist: "", parts: [] });
  });
});
