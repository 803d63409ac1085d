import { expect, it } from "vitest";
import { merged, type OwnHand } from "./device";
import { place } from "./luck";

const hand = (table: string, number: number, at: number): OwnHand => ({ table, number, at }) as OwnHand;

it("lists each hand once, the newest first", () => {
  const found = merged([hand("a", 2, 20), hand("b", 1, 30)], [hand("a", 2, 20), hand("a", 1, 10)]);
  expect(found.map(({ table, number }) => `${table}${number}`)).toEqual(["b1", "a2", "a1"]);
});

it.each([
  [0, 10, 50],
  [10, 10, 50 + 50 / 3],
  [-30, 10, 0],
  [100, 10, 100],
  [5, 0, 50],
])("puts %d with a deviation of %d at %d percent", (away, deviation, percent) => expect(place(away, deviation)).toBeCloseTo(percent));
