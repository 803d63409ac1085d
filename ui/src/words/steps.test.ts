import { afterEach, describe, expect, it } from "vitest";
import { show } from "../language/language";
import { announced, named, said } from "./steps";

describe("what the service says about a step", () => {
  afterEach(() => show("en"));

  const TEXTS = [
    "Shuffle", "Shuffle, deck 2", "Validate the payout, seat 5", "Device out of order: shuffler", "Change the dealing to manual shoe",
    "Turn over the first three community cards", "Seat 3 decides.", "Seat 3", "Card drawn in error", "Chips that you count", "Something new",
  ];
  it("stays as it is in English", () => {
    expect(TEXTS.map(said)).toEqual(TEXTS);
    expect(named("in_play")).toBe("in play");
  });
  it("is announced in the language that is shown", async () => {
    const title = (act: string): string => (act === "fold" ? "Retirarse" : "Raise");
    const texts = ["Place your bets, please.", "Seat 3: fold or raise?", "Three-card flush, nine high. The dealer does not qualify."];
    expect(texts.map((text) => announced(text, title))).toEqual(texts);
    await show("es");
    expect(texts.map((text) => announced(text, title))).toEqual([
      "Hagan sus apuestas, por favor.", "Asiento 3: ¿Retirarse o Raise?", "Color de tres cartas, carta alta nueve. El crupier no califica.",
    ]);
  });
  it("is translated with its facts", async () => {
    await show("es");
    expect(said("Shuffle, deck 2")).toBe("Barajar, mazo 2");
    expect(said("Change the dealing to manual shoe")).toBe("Cambiar la forma de repartir a zapato manual");
    expect(said("Turn over the first three community cards")).toBe("Descubrir las primeras tres cartas comunitarias");
    expect(said("Something new")).toBe("Something new");
    expect(named("shoe_jam")).toBe("zapato atascado");
  });
});
