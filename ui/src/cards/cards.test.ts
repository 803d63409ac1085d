import { describe, expect, it } from "vitest";
import { bySuit, spoken } from "./cards";
import { chipsToDraw, pilesOf } from "./chips";
import { othersFrom } from "../table/seating";
import { lineName } from "../words/words";

describe("cards on the felt", () => {
  it("lie by suit, the flush that plays first, high to low", () => {
    const cards = ["2s", "Kh", "9d", "Ah", "3s", "4s", "Qh"];
    expect(bySuit(cards, ["Ah", "Kh", "Qh"])).toEqual(["Ah", "Kh", "Qh", "4s", "3s", "2s", "9d"]);
  });

  it("are told by name", () => {
    expect(spoken("Th")).toBe("ten of hearts");
    expect(lineName(null, "seven_card_straight_flush")).toBe("7-card straight flush");
    expect(lineName(null, "suited_nine_to_ace")).toBe("Suited nine to ace");
  });
});

describe("chips", () => {
  it("are cut from the largest down", () => {
    expect(pilesOf(1_631_000_000)).toEqual([
      { chip: 1000, count: 1 },
      { chip: 500, count: 1 },
      { chip: 100, count: 1 },
      { chip: 25, count: 1 },
      { chip: 5, count: 1 },
      { chip: 1, count: 1 },
    ]);
    expect(chipsToDraw(20_000_000)).toEqual([5, 5, 5, 5]);
    expect(chipsToDraw(9_000_000_000)).toHaveLength(7);
  });
});

describe("seats", () => {
  it("keep their order around the table from one's own right hand on", () => {
    expect(othersFrom(3, 6)).toEqual([2, 1, 6, 5, 4]);
    expect(othersFrom(1, 6)).toEqual([6, 5, 4, 3, 2]);
  });
});
