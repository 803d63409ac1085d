import { expect, it } from "vitest";
import { fits, merged, type OwnHand, type Wanted } from "./device";
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

const ALL: Wanted = { rulebook: "", outcome: "", kind: "", before: null };

it.each<[string, Partial<Wanted>, boolean]>([
  ["everything", {}, true],
  ["its game", { rulebook: "X" }, true],
  ["another game", { rulebook: "Y" }, false],
  ["a result like its own", { outcome: "won" }, true],
  ["another result", { outcome: "lost" }, false],
  ["its kind", { kind: "practice" }, true],
  ["another kind", { kind: "live" }, false],
  ["a day that is over later", { before: 21 }, true],
  ["a day that was over by then", { before: 20 }, false],
])("lists a hand where %s is asked for, or does not", (_, wanted, listed) => {
  const kept = { ...hand("a", 1, 20), rulebook: "X", kind: "practice", seats: [{ seat: 1, yours: true }], settled: [{ seat: 1, staked: "10.00", returned: "20.00" }] };
  expect(fits(kept as unknown as OwnHand, { ...ALL, ...wanted })).toBe(listed);
});
