import { describe, expect, it } from "vitest";
import { LiveView, type Changes, type Reply, type TableFrame } from "./live-view";
import type { View } from "./types";

const START = { version: 5, phase: "betting", rounds: 1, name: "Table", meters: { main: "100" } } as unknown as View;

const table = (feed: string, view: View = START): TableFrame => ({ type: "table", feed, number: 1, version: view.version, view });
const changes = (number: number, changed: object): TableFrame => ({ type: "changes", number, version: 0, changes: changed as Changes });
const reply = (number: number, changed: object): Reply => ({ version: 0, number, changes: changed as Changes });

interface Followed {
  live: LiveView;
  shown: View[];
  last: () => View | undefined;
}

function followed(): Followed {
  const shown: View[] = [];
  const live = new LiveView((view) => shown.push(view));
  live.take(table("f1"));
  return { live, shown, last: () => shown.at(-1) };
}

describe("a feed", () => {
  it("sends the whole view first, then what changed", () => {
    const { live, last } = followed();
    expect(last()).toEqual(START);
    expect(live.take(changes(2, { version: 6, phase: "dealing" }))).toBe(true);
    expect(last()).toEqual({ ...START, version: 6, phase: "dealing" });
  });
  it("shows each change in a new object, so that the page sees that it changed", () => {
    const { live, shown } = followed();
    live.take(changes(2, { version: 6, phase: "dealing" }));
    expect(shown).toHaveLength(2);
    expect(shown[0]).toEqual(START);
    expect(shown[1]).not.toBe(shown[0]);
  });
  it("may change what has no version, such as a meter that other tables move", () => {
    const { live, last } = followed();
    live.take(changes(2, { meters: { main: "101" } }));
    expect(last()).toMatchObject({ version: 5, meters: { main: "101" } });
  });
  it("shows nothing twice", () => {
    const { live, shown } = followed();
    live.take(changes(2, { version: 6, phase: "dealing" }));
    expect(live.take(changes(2, { version: 6, phase: "dealing" }))).toBe(true);
    expect(shown).toHaveLength(2);
  });
  it("without its first frame has no base", () => {
    const live = new LiveView(() => undefined);
    expect(live.take(changes(2, {}))).toBe(false);
  });
  it("that has lost a frame must be opened again", () => {
    const { live, shown } = followed();
    expect(live.take(changes(3, { version: 7, phase: "reveal" }))).toBe(false);
    expect(shown).toHaveLength(1);
  });
});

describe("a reply", () => {
  it("has what the command changed, and the feed goes on from there", () => {
    const { live, last } = followed();
    expect(live.ask()).toBe("f1");
    expect(live.answer(reply(2, { version: 6, phase: "dealing" }), "f1")).toBe(true);
    expect(live.take(changes(3, { version: 7, rounds: 2 }))).toBe(true);
    expect(last()).toEqual({ ...START, version: 7, phase: "dealing", rounds: 2 });
  });
  it("that comes after a frame based on it is shown before that frame", () => {
    const { live, shown } = followed();
    live.ask();
    expect(live.take(changes(3, { version: 7, rounds: 2 }))).toBe(true);
    expect(shown).toHaveLength(1);
    live.answer(reply(2, { version: 6, phase: "dealing" }), "f1");
    expect(shown.slice(1).map((view) => [view.version, view.phase, view.rounds])).toEqual([[6, "dealing", 1], [7, "dealing", 2]]);
  });
  it("that overtakes a frame it is based on waits for it", () => {
    const { live, shown, last } = followed();
    live.ask();
    expect(live.answer(reply(3, { version: 7, phase: "reveal" }), "f1")).toBe(true);
    expect(shown).toHaveLength(1);
    expect(live.take(changes(2, { version: 6, phase: "dealing", meters: { main: "102" } }))).toBe(true);
    expect(last()).toEqual({ ...START, version: 7, phase: "reveal", meters: { main: "102" } });
  });
  it("that overtakes the reply to an earlier command waits for it", () => {
    const { live, last } = followed();
    live.ask();
    live.ask();
    live.answer(reply(3, { version: 7, rounds: 2 }), "f1");
    live.answer(reply(2, { version: 6, rounds: 9, phase: "dealing" }), "f1");
    expect(last()).toEqual({ ...START, version: 7, phase: "dealing", rounds: 2 });
  });
  it("without changes has the number of the message before it", () => {
    const { live, shown } = followed();
    live.ask();
    expect(live.answer(reply(1, {}), "f1")).toBe(true);
    expect(live.take(changes(2, { version: 6 }))).toBe(true);
    expect(shown).toHaveLength(2);
  });
  it("has the whole view where the command was sent without a feed", () => {
    const { live, last } = followed();
    live.loseFeed();
    expect(live.ask()).toBeNull();
    expect(live.answer({ version: 6, view: { ...START, version: 6, phase: "dealing" } }, null)).toBe(true);
    expect(last()).toMatchObject({ version: 6, phase: "dealing" });
  });
  it("of a refusal is no message, and the feed goes on", () => {
    const { live, last } = followed();
    live.ask();
    live.take(changes(2, { version: 6, phase: "dealing" }));
    live.refuse();
    expect(live.take(changes(3, { version: 7 }))).toBe(true);
    expect(last()).toMatchObject({ version: 7, phase: "dealing" });
  });
});

describe("a whole view that was fetched", () => {
  it("is shown if it is newer, and the feed catches up with it", () => {
    const { live, shown, last } = followed();
    live.replace({ ...START, version: 8, phase: "settling", rounds: 2 });
    live.take(changes(2, { version: 7, phase: "reveal" }));
    expect(shown.map((view) => view.version)).toEqual([5, 8]);
    live.take(changes(3, { version: 9, phase: "waiting", rounds: 2 }));
    expect(last()).toEqual({ ...START, version: 9, phase: "waiting", rounds: 2 });
  });
  it("is not shown if it is older", () => {
    const { live, shown } = followed();
    live.replace({ ...START, version: 4 });
    expect(shown).toHaveLength(1);
  });
});

describe("a lost connection", () => {
  it("leaves the view as it was, and what still comes on it is not taken", () => {
    const { live, shown } = followed();
    live.loseFeed();
    expect(live.take(changes(2, { version: 6 }))).toBe(false);
    expect(shown).toHaveLength(1);
  });
  it("goes on with the whole view when it is back", () => {
    const { live, last } = followed();
    live.loseFeed();
    live.take(table("f2", { ...START, version: 9, phase: "settling" }));
    live.take(changes(2, { version: 10, phase: "waiting" }));
    expect(last()).toMatchObject({ version: 10, phase: "waiting" });
    expect(live.feed).toBe("f2");
  });
  it("has lost the base of a reply to a command that was sent before", () => {
    const { live, shown } = followed();
    live.ask();
    live.loseFeed();
    expect(live.answer(reply(3, { version: 7 }), "f1")).toBe(false);
    expect(shown).toHaveLength(1);
  });
  it("that came back meanwhile needs no such reply", () => {
    const { live, last } = followed();
    live.ask();
    live.take(table("f2", { ...START, version: 7, phase: "reveal" }));
    expect(live.answer(reply(2, { version: 7, rounds: 9 }), "f1")).toBe(true);
    expect(last()).toEqual({ ...START, version: 7, phase: "reveal" });
  });
  it("may have taken a reply with it: the feed no longer says what is missing", () => {
    const { live, shown } = followed();
    live.ask();
    live.take(changes(3, { version: 7, rounds: 2 }));
    live.loseAnswer();
    expect(live.feed).toBeNull();
    expect(shown).toHaveLength(1);
    expect(live.take(changes(4, { version: 8 }))).toBe(false);
    live.take(table("f2", { ...START, version: 8, rounds: 2 }));
    expect(shown.at(-1)).toMatchObject({ version: 8, rounds: 2 });
  });
});
