import { describe, expect, it } from "vitest";
import { best, NO_TALLY, perHand, readAdvice, slip, tallied, valueOf } from "../seat/advice";
import { boxesInReach } from "../seat/boxes";
import { HIGH_CARD } from "./games.fixture";
import { explained } from "./refusals";
import { dealsByItself, isTold, shownRound } from "./rounds";
import { faultsAt, read, toToml, write } from "../submission/submission";
import { rootFromPath, toHex, fromHex, isOpened } from "../proof/proof";
import type { Round, View } from "../server/types";

const round = (number: number, phase: string, yours = false): Round =>
  ({ number, phase, seats: yours ? [{ seat: 1, yours: true }] : [], settled: [] }) as unknown as Round;
const view = (now: Round | null, last: Round | null): View => ({ round: now, last_round: last }) as unknown as View;

describe("which round is on the felt", () => {
  it("shows the last one until it is put away, unless something is going on", () => {
    expect(shownRound(view(round(5, "betting"), round(4, "settling")), 3)).toMatchObject({ over: true });
    expect(shownRound(view(round(5, "betting"), round(4, "settling")), 4)).toMatchObject({ over: false });
    expect(shownRound(view(round(5, "decisions"), round(4, "settling")), 3).round?.number).toBe(5);
    expect(shownRound(view(round(5, "betting", true), round(4, "settling")), 3).round?.number).toBe(5);
  });
});

describe("what a round brought", () => {
  const settled = (...seats: number[]): Round => ({ ...round(4, "settling", true), settled: seats.map((seat) => ({ seat })) }) as unknown as Round;
  it("is told when the player's own wagers are settled, and stays so", () => {
    expect(isTold({ round: settled(), over: false }, 4)).toBe(false);
    expect(isTold({ round: settled(6), over: true }, 4)).toBe(false);
    expect(isTold({ round: settled(6, 1), over: true }, 4)).toBe(true);
    expect(isTold({ round: round(5, "betting"), over: false }, 4)).toBe(true);
  });
});

describe("what the player's last word leads to", () => {
  const all = ["open_round", "close_betting", "collect_progressive", "deal", "settle"];
  it("is cards only where nobody else has a hand in it", () => {
    expect(dealsByItself({ kind: "practice", automatic: all })).toBe(true);
    expect(dealsByItself({ kind: "live", automatic: all })).toBe(false);
    for (const step of ["close_betting", "collect_progressive", "deal"]) {
      expect(dealsByItself({ kind: "practice", automatic: all.filter((each) => each !== step) })).toBe(false);
    }
    expect(dealsByItself({ kind: "practice", automatic: all.filter((each) => each !== "settle") })).toBe(true);
  });
});

describe("the coach", () => {
  const advice = readAdvice({
    options: [
      { action: "fold", ev: { exact: "-1", decimal: "-1" } },
      { action: "raise 1x", ev: { exact: "-1/2", decimal: "-0.5" } },
      { action: "raise 3x", ev: { exact: "1/4", decimal: "0.25" } },
    ],
  });
  it("knows the best and what another choice costs", () => {
    expect(best(advice)?.action).toBe("raise 3x");
    expect(valueOf(advice, "raise", "10", 10_000_000)).toBe(-0.5);
    expect(slip(advice, valueOf(advice, "fold", "0", 10_000_000))).toBe(1.25);
    expect(slip(advice, valueOf(advice, "all_in", "30", 10_000_000))).toBe(0);
  });
  it("values an amount between two listed ones in proportion", () => {
    expect(valueOf(advice, "raise", "25", 10_000_000)).toBeCloseTo(0.0625);
    expect(valueOf(advice, "raise", "40", 10_000_000)).toBeNull();
  });
  it("keeps the bill, a hand of several streets once", () => {
    let tally = tallied(tallied(NO_TALLY, "t:1", 0), "t:1", 2_000_000);
    tally = tallied(tally, "t:2", 1_000_000);
    expect(tally).toMatchObject({ hands: 2, slips: 2, cost: 3_000_000 });
    expect(perHand(tally)).toBe(1_500_000);
  });
});

describe("boxes beside one's own", () => {
  const seats = [1, 2, 3, 4, 5, 6].map((seat) => ({ seat, player: null }));
  const at = (offered: number[]): View =>
    ({ seats, you: { seat: 3, options: offered.map((seat) => ({ type: "place_wagers", seat, wagers: {} })) } }) as unknown as View;
  it("are offered where the service takes wagers, in a row, and not too many", () => {
    expect(boxesInReach(at([2, 3, 4]), [], 2)).toEqual([2, 4]);
    expect(boxesInReach(at([2, 3, 4]), [3, 4], 2)).toEqual([4]);
    expect(boxesInReach(at([1, 2, 3, 4, 5]), [3], 3)).toEqual([2, 4]);
    expect(boxesInReach(at([1, 2, 3, 4, 5]), [3, 4], 3)).toEqual([2, 4, 5]);
    expect(boxesInReach(at([3]), [3], 2)).toEqual([]);
  });
});

describe("a refusal", () => {
  it("is told in words, with what to do", () => {
    const told = explained({ code: "amount_above_maximum", message: "", facts: { wager: "flush_bonus", amount: "101", maximum: "100" } }, HIGH_CARD);
    expect(told.what).toBe("Flush Bonus: $101 is above the maximum of $100.");
    const plays = explained({ code: "you_play_here", message: "nobody works at a table while they play there", facts: {} });
    expect(plays.what).toBe("Nobody works at a table while they play there");
    expect(plays.next).toContain("Leave your seat");
    expect(explained({ code: "cut_too_shallow", message: "", facts: { depth: "3", least: "10" } })).toEqual({
      what: "The cut is not deep enough: 3 cards.",
      next: "Cut at least 10 cards deep.",
    });
    expect(explained({ code: "unheard_of", message: "what it was", facts: {} })).toEqual({ what: "What it was", next: "" });
  });
});

describe("a submission", () => {
  it("is changed key by key and written as TOML", () => {
    const data = write(write({ rulebook: "MD-HCF", approved_on: "2026-10-01" }, "table.seats", 6), "wagers.ante.maximum", "500");
    expect(read(data, "table.seats")).toBe(6);
    expect(write(data, "wagers.ante.maximum", undefined)["wagers"]).toBeUndefined();
    expect(toToml({ ...data, list: [{ symbol: "$5", count: 2 }] })).toBe(
      'rulebook = "MD-HCF"\napproved_on = 2026-10-01\n\n[table]\nseats = 6\n\n[wagers.ante]\nmaximum = "500"\n\n[[list]]\nsymbol = "$5"\ncount = 2\n',
    );
    const switched = { wagers: { progressive: { rounding: "down_to_cent", prize: "5", envy: true, reset: "1", unheard_of: 1 } } };
    expect(toToml(switched)).toBe(
      '[wagers.progressive]\nreset = "1"\nenvy = true\nprize = "5"\nrounding = "down_to_cent"\nunheard_of = 1\n',
    );
    const fault = { code: "x", clause: null, key: "table.seats", value: null, message: "", lawful: null };
    expect(faultsAt([fault], "table")).toHaveLength(1);
    expect(faultsAt([fault], "table.seat")).toHaveLength(0);
  });
});

describe("proofs", () => {
  it("turn hexadecimal to and fro", () => {
    expect(toHex(fromHex("00ff10"))).toBe("00ff10");
  });
  it("refuse a path that is too long or too short", async () => {
    const leaf = fromHex("00".repeat(32));
    expect(await rootFromPath(leaf, 0, 1, [])).toBe("00".repeat(32));
    expect(await rootFromPath(leaf, 0, 1, ["11".repeat(32)])).toBeNull();
    expect(await rootFromPath(leaf, 0, 2, [])).toBeNull();
    expect(await rootFromPath(leaf, 5, 2, [])).toBeNull();
  });
  it("refuse an opening with a salt of the wrong length", async () => {
    const opening = { place: 0, card: 1, salt: "00", path: [], text: "" };
    expect(await isOpened({ deal: "d", count: 1, root: "" }, opening)).toBe(false);
  });
});
