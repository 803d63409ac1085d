import { describe, expect, it } from "vitest";
import { LiveView, type Changes } from "./live-view";
import type { View } from "./types";

const START = { version: 5, phase: "betting", rounds: 1, name: "Table", meters: { main: "100" } } as unknown as View;
const changes = (version: number, more: object): Changes => ({ version, ...more }) as Changes;

interface Followed {
  live: LiveView;
  shown: View[];
  last: () => View | undefined;
}

function followed(): Followed {
  const shown: View[] = [];
  const live = new LiveView((view) => shown.push(view));
  live.take({ type: "table", feed: "f1", version: 5, view: START });
  return { live, shown, last: () => shown.at(-1) };
}

describe("a feed", () => {
  it("sends the whole view first, then what changed", () => {
    const { live, last } = followed();
    expect(last()).toEqual(START);
    expect(live.take({ type: "changes", version: 6, changes: changes(6, { phase: "dealing" }) })).toBe(true);
    expect(last()).toEqual({ ...START, version: 6, phase: "dealing" });
  });
  it("shows each change in a new object, so that the page sees that it changed", () => {
    const { live, shown } = followed();
    live.take({ type: "changes", version: 6, changes: changes(6, { phase: "dealing" }) });
    expect(shown).toHaveLength(2);
    expect(shown[0]).toEqual(START);
    expect(shown[1]).not.toBe(shown[0]);
  });
  it("may change what has no version of its own, such as a meter that other tables move", () => {
    const { live, last } = followed();
    live.take({ type: "changes", version: 5, changes: { meters: { main: "101" } } });
    expect(last()).toMatchObject({ version: 5, meters: { main: "101" } });
  });
  it("does not take the view back to an older version", () => {
    const { live, shown } = followed();
    live.take({ type: "changes", version: 7, changes: changes(7, { phase: "reveal" }) });
    live.take({ type: "changes", version: 6, changes: changes(6, { phase: "dealing" }) });
    live.replace({ ...START, version: 4 });
    expect(shown).toHaveLength(2);
    expect(shown.at(-1)).toMatchObject({ version: 7, phase: "reveal" });
  });
  it("without its first frame has no base", () => {
    const live = new LiveView(() => undefined);
    expect(live.take({ type: "changes", version: 6, changes: changes(6, {}) })).toBe(false);
  });
});

describe("a reply", () => {
  it("has what the command changed, and the feed goes on from there", () => {
    const { live, last } = followed();
    expect(live.ask()).toBe("f1");
    expect(live.answer({ version: 6, changes: changes(6, { phase: "dealing" }) }, "f1")).toBe(true);
    live.take({ type: "changes", version: 7, changes: changes(7, { rounds: 2 }) });
    expect(last()).toEqual({ ...START, version: 7, phase: "dealing", rounds: 2 });
  });
  it("that comes after a frame based on it is shown before that frame", () => {
    const { live, shown, last } = followed();
    live.ask();
    live.take({ type: "changes", version: 7, changes: changes(7, { rounds: 2 }) });
    expect(shown).toHaveLength(1);
    live.answer({ version: 6, changes: changes(6, { phase: "dealing" }) }, "f1");
    expect(shown.slice(1).map((view) => [view.version, view.phase, view.rounds])).toEqual([[6, "dealing", 1], [7, "dealing", 2]]);
    expect(last()).toEqual({ ...START, version: 7, phase: "dealing", rounds: 2 });
  });
  it("that overtakes a frame it is based on loses nothing of that frame", () => {
    const { live, last } = followed();
    live.ask();
    live.answer({ version: 7, changes: changes(7, { phase: "reveal" }) }, "f1");
    live.take({ type: "changes", version: 6, changes: changes(6, { phase: "dealing", meters: { main: "102" } }) });
    expect(last()).toEqual({ ...START, version: 7, phase: "reveal", meters: { main: "102" } });
  });
  it("that overtakes the reply to an earlier command loses nothing of it", () => {
    const { live, last } = followed();
    live.ask();
    live.ask();
    live.answer({ version: 7, changes: changes(7, { rounds: 2 }) }, "f1");
    live.answer({ version: 6, changes: changes(6, { rounds: 1, phase: "dealing" }) }, "f1");
    expect(last()).toEqual({ ...START, version: 7, phase: "dealing", rounds: 2 });
  });
  it("has the whole view where the command was sent without a feed", () => {
    const { live, last } = followed();
    live.loseFeed();
    expect(live.ask()).toBeNull();
    expect(live.answer({ version: 6, view: { ...START, version: 6, phase: "dealing" } }, null)).toBe(true);
    expect(last()).toMatchObject({ version: 6, phase: "dealing" });
  });
  it("to a command that was asked before may be newer than the version it led to", () => {
    const { live, last } = followed();
    live.ask();
    live.answer({ version: 3, changes: changes(8, { phase: "settling" }) }, "f1");
    live.take({ type: "changes", version: 7, changes: changes(7, { phase: "reveal" }) });
    expect(last()).toMatchObject({ version: 8, phase: "settling" });
  });
  it("of a refusal changes nothing, and lets the frames go on", () => {
    const { live, last } = followed();
    live.ask();
    live.take({ type: "changes", version: 6, changes: changes(6, { phase: "dealing" }) });
    live.refuse();
    expect(last()).toMatchObject({ version: 6, phase: "dealing" });
  });
});

describe("a lost connection", () => {
  it("leaves the view as it was, and what comes on it without a base is not taken", () => {
    const { live, shown } = followed();
    live.loseFeed();
    expect(live.take({ type: "changes", version: 6, changes: changes(6, { phase: "dealing" }) })).toBe(false);
    expect(shown).toHaveLength(1);
  });
  it("goes on with the whole view when it is back", () => {
    const { live, last } = followed();
    live.loseFeed();
    live.take({ type: "table", feed: "f2", version: 9, view: { ...START, version: 9, phase: "settling" } });
    live.take({ type: "changes", version: 10, changes: changes(10, { phase: "waiting" }) });
    expect(last()).toMatchObject({ version: 10, phase: "waiting" });
    expect(live.feed).toBe("f2");
  });
  it("has lost the base of a reply to a command that was sent before", () => {
    const { live, shown } = followed();
    live.ask();
    live.loseFeed();
    expect(live.answer({ version: 7, changes: changes(7, { phase: "reveal" }) }, "f1")).toBe(false);
    expect(shown).toHaveLength(1);
  });
  it("that came back meanwhile needs no such reply", () => {
    const { live, last } = followed();
    live.ask();
    live.take({ type: "table", feed: "f2", version: 7, view: { ...START, version: 7, phase: "reveal" } });
    expect(live.answer({ version: 7, changes: changes(7, { rounds: 9 }) }, "f1")).toBe(true);
    expect(last()).toEqual({ ...START, version: 7, phase: "reveal" });
  });
  it("may have taken a reply with it: the feed no longer tells what is missing", () => {
    const { live, shown } = followed();
    live.ask();
    live.take({ type: "changes", version: 7, changes: changes(7, { rounds: 2 }) });
    live.loseAnswer();
    expect(live.feed).toBeNull();
    expect(shown).toHaveLength(1);
    expect(live.take({ type: "changes", version: 8, changes: changes(8, {}) })).toBe(false);
    live.take({ type: "table", feed: "f2", version: 8, view: { ...START, version: 8, rounds: 2 } });
    expect(shown.at(-1)).toMatchObject({ version: 8, rounds: 2 });
  });
});
