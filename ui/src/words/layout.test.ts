import { describe, expect, it } from "vitest";
import type { Shown, TableRules } from "../server/types";
import { CHASE, HIGH_CARD, INVENTED } from "./games.fixture";
import { baseLimits, inscriptions, wagerOffers } from "./layout";

const before = (wager: string, more: object = {}) => ({ wager, required: false, minimum: "5", maximum: "100", equals: null, clauses: [`${wager} 1`], needs: null, ...more });
const stage = (wager: string) => ({ stage: "decision", wager, passive: "fold", sizes: [], clauses: [`${wager} 1`, `${wager} 2`], asked: "" });
const area = (wager: string, more: object = {}) => ({ wager, required: false, sensor: false, right_of: null, clauses: [], ...more });
const table = (shown: Shown, wagers: object[], stages: object[], areas: object[], more: object = {}): TableRules =>
  ({ shown, wagers, decision: { stages }, areas, inscriptions: {}, ...more }) as unknown as TableRules;

const CHASE_TABLE = table(
  CHASE,
  [before("ante", { required: true, minimum: "10" }), before("xtra_bonus", { required: true, equals: "ante" }), before("same_suit"), before("progressive")],
  [stage("all_in"), stage("all_in"), stage("all_in")],
  [area("same_suit"), area("ante", { required: true }), area("xtra_bonus", { required: true, right_of: "ante" }), area("all_in", { required: true }), area("progressive", { sensor: true })],
);

describe("the betting areas of a seat", () => {
  it("stand as the layout has them, the wager after the deal among them, once", () => {
    const offers = wagerOffers(CHASE_TABLE);
    expect(offers.map((offer) => offer.short)).toEqual(["Same Suit", "Ante", "X-tra", "All In", "Progr."]);
    expect(offers.filter((offer) => offer.decision).map((offer) => offer.name)).toEqual(["all_in"]);
    expect(offers.filter((offer) => offer.joined).map((offer) => offer.name)).toEqual(["xtra_bonus"]);
    expect(offers.find((offer) => offer.equals)?.like).toBe("Ante");
    expect(offers.find((offer) => offer.base)?.name).toBe("ante");
    expect(offers.find((offer) => offer.progressive)?.clause).toBe("progressive 1");
  });

  it("leave out what a table does not offer", () => {
    const few = wagerOffers(table(HIGH_CARD, [before("ante", { required: true })], [stage("raise")], [area("ante"), area("raise")]));
    expect(few.map((offer) => [offer.label, offer.required])).toEqual([["Ante", true], ["Raise", true]]);
    expect(few.some((offer) => offer.progressive || offer.joined)).toBe(false);
  });

  it("are those of any game, with several wagers after the deal or with none", () => {
    const odd = table(INVENTED, [before("opening", { required: true }), before("luck")], [stage("press"), stage("double_up")], ["press", "opening", "double_up", "luck"].map((name) => area(name)));
    expect(wagerOffers(odd).map((offer) => [offer.label, offer.decision])).toEqual([
      ["Press", true], ["Opening Bet", false], ["Double Up", true], ["Luck", false],
    ]);
    expect(wagerOffers(table(INVENTED, [before("opening")], [], [area("opening")])).map((offer) => offer.name)).toEqual(["opening"]);
  });

  it("know the limits of the wager that the others are multiples of", () => {
    expect(baseLimits(CHASE_TABLE)).toMatchObject({ minimum: "10", maximum: "100" });
    expect(baseLimits(table(INVENTED, [before("luck")], [], []))).toBeNull();
  });
});

describe("what is written on the layout", () => {
  it("is what the service says, each with the clause that wants it", () => {
    const said = {
      qualifying: { text: "Dealer qualifies with a pair", place: "layout", clauses: ["2.B(7)(b)", "2.B"] },
      wheel: { text: "Three of one suit spin the wheel", place: null, clauses: [] },
      odds: { text: null, place: "layout_or_sign", clauses: ["2.B(7)(a)"] },
    };
    expect(inscriptions(table(INVENTED, [], [], [], { inscriptions: said }))).toEqual([
      { about: "qualifying", text: "Dealer qualifies with a pair", clause: "2.B(7)(b)" },
      { about: "wheel", text: "Three of one suit spin the wheel", clause: null },
    ]);
  });
});
