import { describe, expect, it } from "vitest";
import { readDeck, readNext } from "./entry";

describe("cards from a scanner", () => {
  it("are read in any of the usual ways, and what is wrong is said", () => {
    expect(readDeck("10h, aS").cards).toEqual(["Th", "As"]);
    expect(readDeck("1x").trouble).toContain("not a card");
    expect(readDeck("Th Th").trouble).toContain("ten of hearts is listed twice");
    const whole = [..."shdc"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
    expect(readDeck(whole.join(" ")).trouble).toBe("");
    expect(readDeck(whole.slice(1).join(" ")).trouble).toBe("51 of 52 cards, without two of spades");
    expect(readNext("10h as", 14)).toEqual({ cards: ["Th", "As"], trouble: "" });
    expect(readNext("10h as 2c", 2).trouble).toBe("1 more than the next cards");
    expect(readNext("th 10h", 14).trouble).toContain("listed twice");
  });
});
