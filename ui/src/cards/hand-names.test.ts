import { describe, expect, it } from "vitest";
import { show } from "../language/language";
import { handInText, handName, kindInText, kindName, ownHandName } from "./hand-names";

describe("what a hand is called", () => {
  it("is its kind and its highest card", () => {
    expect(handName({ name: "three-card flush", cards: ["9s", "As", "2s"] })).toBe("Three-card flush, ace high");
    expect(handInText({ name: "straight flush", cards: ["Qh", "Jh", "Th"] })).toBe("a straight flush, queen high");
    expect(kindInText({ name: "straight flush", cards: ["Qh", "Jh", "Th"] })).toBe("a straight flush");
  });
  it("has a translation for a flush of every length, also of one card", async () => {
    const lengths = ["one", "two", "three", "four", "five", "six", "seven"];
    for (const language of ["es", "zh"] as const) {
      await show(language);
      for (const length of lengths) expect(kindName(`${length}-card flush`)).not.toContain("flush");
    }
    await show("en");
  });
  it("is the rank alone where that decides", () => {
    expect(handName({ name: "high card", cards: ["Kh", "9d", "4c"] })).toBe("King high");
    expect(handInText({ name: "high card", cards: ["Kh", "9d", "4c"] })).toBe("king high");
    expect(kindInText({ name: "high card", cards: ["Kh", "9d", "4c"] })).toBe("king high");
  });
  it("is the rank of the cards that are alike", () => {
    expect(handName({ name: "pair", cards: ["9h", "9d"] })).toBe("Pair of nines");
    expect(handInText({ name: "pair", cards: ["6h", "6d"] })).toBe("a pair of sixes");
    expect(handName({ name: "three of a kind", cards: ["2h", "2d", "2s"] })).toBe("Three of a kind, twos");
    expect(handInText({ name: "three of a kind", cards: ["2h", "2d", "2s"] })).toBe("three of a kind, twos");
  });
  it("counts the ace low in a straight that begins with it, and nowhere else", () => {
    expect(handName({ name: "straight", cards: ["Ah", "2d", "3s"] })).toBe("Straight, three high");
    expect(handName({ name: "straight", cards: ["Ah", "Kd", "Qs"] })).toBe("Straight, ace high");
    expect(handName({ name: "flush", cards: ["Ah", "2h", "3h"] })).toBe("Flush, ace high");
  });
  it("is a straight flush where it is one, and says so where there is one in it", () => {
    const run = ["8s", "7s", "6s", "5s"];
    expect(ownHandName({ name: "four-card flush", cards: run, bonus: { name: "four-card straight flush", cards: run } })).toBe(
      "Four-card straight flush, eight high",
    );
    expect(ownHandName({ name: "five-card flush", cards: ["As", ...run], bonus: { name: "four-card straight flush", cards: run } })).toBe(
      "Five-card flush with a four-card straight flush",
    );
    expect(ownHandName({ name: "four-card flush", cards: run })).toBe("Four-card flush, eight high");
  });
  it("is the kind alone where no cards are known", () => {
    expect(handName({ name: "pair", cards: [] })).toBe("Pair");
  });
});
