import { describe, expect, it } from "vitest";
import type { Option } from "../server/types";
import { decisionButtons } from "./decisions";

const act = (action: string, smallest?: string, largest?: string): Option =>
  ({ type: "act", title: action, action, ...(smallest ? { smallest, largest: largest ?? smallest } : {}) });
const told = (...options: Option[]) => decisionButtons(options).map(({ id, amount, key }) => [id, amount && amount / 1_000_000, key]);

describe("the buttons of a decision", () => {
  it("are what needs no chips, and a wager of one amount", () => {
    expect(told(act("all_in", "30"), act("check"))).toEqual([["check", null, "c"], ["all_in-smallest", 30, "a"]]);
  });

  it("are the smallest and the largest where any amount between them is lawful", () => {
    expect(told(act("fold"), act("raise", "10", "30"))).toEqual([
      ["fold", null, "f"], ["raise-smallest", 10, "r"], ["raise-largest", 30, "m"],
    ]);
  });

  it("are there for every wager that may be made, each with a key of its own", () => {
    const buttons = told(act("fold"), act("press", "10"), act("play", "20", "40"), act("more", "5"));
    expect(buttons.map(([id]) => id)).toEqual(["fold", "press-smallest", "play-smallest", "play-largest", "more-smallest"]);
    const keys = buttons.map(([, , key]) => key);
    expect(keys).toEqual(["f", "p", "q", "m", "n"]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("are none where nothing may be done", () => {
    expect(told()).toEqual([]);
  });
});
