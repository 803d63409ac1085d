import { describe, expect, it } from "vitest";
import { dealLasts, departures, scenesBetween } from "./performance";
import type { Box, Line, Round, View } from "../server/types";

const box = (seat: number, more: Partial<Box> = {}): Box => ({
  seat, player: seat, yours: seat === 3, wagers: { ante: "10" }, action: null, amount: "0", card_count: 7,
  cards: seat === 3 ? ["2s"] : null, hand: null, forfeited: null, ...more,
});
const round = (number: number, more: Partial<Round> = {}): Round => ({
  number, entered: false, phase: "decisions", turn: 3, stage: "raise", board: [], dealer: null, dealer_hand: null,
  dealer_qualifies: null, void: null, voids: [], claim: null, seats: [box(1), box(3)], settled: [], ...more,
});
const LINE = { seat: 3, wager: "ante", outcome: "win", line: null, hand_of_seat: null } as Line;
const view = (more: Partial<View>): View =>
  ({
    deal_order: [1, 3, 0], deadline: 9, meters: { main: "100" }, seats: [], round: null, last_round: null,
    you: { account: "a", name: "A", seat: 3, chips: "990", own: true, options: [{ type: "act", title: "" }], not_now: [] },
    ...more,
  }) as View;
const SETTLED = round(7, {
  dealer: ["As"], dealer_hand: { name: "pair", cards: ["As"] }, dealer_qualifies: true, settled: [LINE], turn: null,
  seats: [box(1, { cards: ["Kd"] }), box(3, { action: "raise", amount: "10" })],
});
const after = (last: Round, chips = "1010"): View =>
  view({ round: round(8, { phase: "betting", seats: [] }), last_round: last, meters: { main: "40" }, you: { ...view({}).you!, chips } });

describe("the end of a round", () => {
  const scenes = scenesBetween(view({ round: round(7) }), after(SETTLED), [0], []);

  it("turns the dealer's cards, then says what they are, then moves chips", () => {
    expect(scenes.map((scene) => scene.beat)).toEqual(["reveal", "verdict", "settle"]);
    const [reveal, verdict, settle] = scenes.map((scene) => scene.view);
    expect(reveal?.round?.dealer).toEqual(["As"]);
    expect(reveal?.round?.dealer_hand).toBeNull();
    expect(verdict?.round?.dealer_hand?.name).toBe("pair");
    expect(settle?.last_round?.settled).toEqual([LINE]);
  });

  it("tells nothing before: no lines, chips, meter, options, or cards of others", () => {
    for (const { view: shown } of scenes.slice(0, 2)) {
      expect(shown.last_round).toBeNull();
      expect(shown.round?.settled).toEqual([]);
    }
    for (const { view: shown } of scenes) {
      expect(shown.you?.chips).toBe("990");
      expect(shown.you?.options).toEqual([]);
      expect(shown.meters).toEqual({ main: "100" });
      expect(shown.deadline).toBeNull();
    }
    expect(scenes[0]?.view.round?.seats[0]?.cards).toBeNull();
    expect(scenes[0]?.view.round?.seats[1]?.action).toBe("raise");
    expect(scenes[1]?.view.round?.seats[0]?.cards).toBeNull();
  });

  it("keeps the order of the deal, by which cards of the community lie face down until they are turned", () => {
    const done = { ...after(SETTLED), deal_order: [] };
    expect(scenesBetween(view({ round: round(7), deal_order: [-1, -1, 3] }), done, [0], []).map((scene) => scene.view.deal_order)[0]).toEqual([-1, -1, 3]);
  });

  it("is over within 2.5 s, with all streets of a board", () => {
    const board = ["2h", "3h", "4h", "5h"];
    const long = scenesBetween(view({ round: round(7) }), after({ ...SETTLED, board }), [0, 2, 4], []);
    expect(long.map((scene) => [scene.beat, scene.view.round?.board.length ?? 0]).slice(0, 4)).toEqual([
      ["board", 2], ["board", 4], ["reveal", 4], ["verdict", 4],
    ]);
    expect(long.reduce((sum, scene) => sum + scene.ms, 0)).toBeLessThanOrEqual(2550);
    const toResult = long.slice(0, -1).reduce((sum, scene) => sum + scene.ms, 0);
    expect(toResult).toBeLessThanOrEqual(2500);
  });

  it("turns over and settles one seat after another, from the right", () => {
    const lines = [5, 5, 3, 1].map((seat) => ({ ...LINE, seat }));
    const seats = [1, 3, 5].map((seat) => box(seat, { cards: ["Kd"] }));
    const before = round(7, { seats: [box(1), box(3), box(5)] });
    const settling = scenesBetween(view({ round: before }), after({ ...SETTLED, seats, settled: lines }), [0], []).slice(2);
    expect(settling.map((scene) => scene.beat)).toEqual(["settle", "settle", "settle"]);
    expect(Math.min(...settling.map(({ ms }) => ms)), "its result is told (Motion.css) before the next is settled").toBeGreaterThan(240);
    expect(settling.map(({ view: shown }) => shown.last_round?.settled.map((line) => line.seat))).toEqual([[5, 5], [5, 5, 3], [5, 5, 3, 1]]);
    expect(settling.map(({ view: shown }) => shown.last_round?.seats.map((each) => each.cards !== null))).toEqual([
      [false, true, true], [false, true, true], [true, true, true],
    ]);
  });

  it("pays others for a hand while their own still lie face down", () => {
    const envy = (seat: number): Line => ({ ...LINE, seat, wager: "envy", hand_of_seat: 5 });
    const lines = [{ ...LINE, seat: 5 }, envy(3), envy(1), { ...LINE, seat: 3 }, { ...LINE, seat: 1 }];
    const seats = [1, 3, 5].map((seat) => box(seat, { cards: ["Kd"] }));
    const before = round(7, { seats: [box(1), box(3), box(5)] });
    const settling = scenesBetween(view({ round: before }), after({ ...SETTLED, seats, settled: lines }), [0], []).slice(2);
    expect(settling.map(({ view: shown }) => shown.last_round?.settled.length)).toEqual([3, 4, 5]);
    expect(settling.map(({ view: shown }) => shown.last_round?.seats.map((each) => each.cards !== null))).toEqual([
      [false, true, true], [false, true, true], [true, true, true],
    ]);
  });

  it("has the wheel spin when all other wagers are settled, once for each winner, before its symbol is paid", () => {
    const lines = [
      { ...LINE, seat: 3 }, { ...LINE, seat: 1 }, { ...LINE, seat: 3, wager: "wheel", line: "$100" },
      { ...LINE, seat: 1, wager: "wheel", line: "$5" }, { ...LINE, seat: 3, wager: "shared", line: "$5", hand_of_seat: 1 },
    ];
    const spun = { ...SETTLED, board: ["2h", "3h", "4h", "5h"], settled: lines };
    const scenes = scenesBetween(view({ round: round(7) }), after(spun), [0, 2, 4], ["$100", "$5"]);
    expect(scenes.map((scene) => [scene.beat, scene.spin?.line ?? scene.view.last_round?.settled.length ?? 0])).toEqual([
      ["board", 0], ["board", 0], ["reveal", 0], ["verdict", 0], ["settle", 1], ["settle", 2], ["wheel", "$100"], ["settle", 3],
      ["wheel", "$5"], ["settle", 5],
    ]);
  });

  it("is told within 2.5 s, whatever there is to show", () => {
    const lines = [6, 5, 4, 3, 2, 1].map((seat) => ({ ...LINE, seat }));
    const spins = lines.map((line) => ({ ...line, wager: "wheel", line: "$5" }));
    const spun = { ...SETTLED, board: ["2h", "3h", "4h", "5h"], settled: [...lines, ...spins] };
    const scenes = scenesBetween(view({ round: round(7) }), after(spun), [0, 2, 4], ["$5"]);
    expect(scenes.slice(0, -1).reduce((sum, scene) => sum + scene.ms, 0)).toBeLessThanOrEqual(2500);
    expect(new Set(scenes.map((scene) => scene.haste)).size).toBe(1);
  });

  it("is shown at once where nobody saw the round before, where it is void, and a second time", () => {
    expect(scenesBetween(view({}), after(SETTLED), [0], [])).toEqual([]);
    expect(scenesBetween(view({ round: round(7) }), after({ ...SETTLED, void: "misdeal" }), [0], [])).toEqual([]);
    expect(scenesBetween(view({ round: round(7), last_round: SETTLED }), after(SETTLED), [0], [])).toEqual([]);
  });
});

describe("the deal", () => {
  it("holds the decision back until the last card is turned over", () => {
    const [scene] = scenesBetween(view({ round: round(7, { phase: "dealing", seats: [box(3, { card_count: 0 })] }) }), view({ round: round(7) }), [0], []);
    expect(scene?.beat).toBe("dealing");
    expect(scene?.view.you?.options).toEqual([]);
    expect(scene?.view.round?.turn).toBeNull();
  });

  it("lets cards leave the shoe in the order of the document", () => {
    const order = [1, 3, 0, 1, 3, 0];
    expect(departures(order, 1)).toEqual([0, 210]);
    expect(departures(order, 3)).toEqual([70, 280]);
    expect(departures(order, 0)).toEqual([140, 350]);
    expect(dealLasts(49)).toBeLessThan(2000);
  });
});
