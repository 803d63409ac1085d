import { describe, expect, it } from "vitest";
import type { Option, View } from "../server/types";
import { otherSteps, doneBy, fieldsOf, irregularities, turnedUp, usual } from "./procedure";

const option = (type: string, more: Partial<Option> = {}): Option => ({ type, title: type, ...more });

describe("the dealer's procedure", () => {
  const steps: Option[] = [option("shuffle", { deck: 1 }), option("shuffle", { deck: 2 }), option("close_table", { roles: ["floorperson"] }), option("report", { aside: true })];
  const view = { desk: { steps, procedure: [{ option: 1 }, { option: null }] } } as unknown as View;
  it("leaves what it does not take for later, and apart what went wrong", () => {
    expect(otherSteps(view, ["dealer"])).toEqual([steps[0]]);
    expect(otherSteps(view, ["floorperson"])).toEqual([steps[0], steps[2]]);
    expect(irregularities(steps)).toEqual([steps[3]]);
  });
  it("sends what was counted, never what the service would have counted", () => {
    const collect = option("collect_progressive", {
      chips: 2, sensors: 2, clause: "MD-HCF 8.C(2)", roles: ["dealer"],
      inputs: [{ name: "chips", input: "count", label: "Chips" }, { name: "sensors", input: "count", label: "Sensors" }],
    });
    expect(usual(collect)).toEqual({});
    expect(fieldsOf(collect, { chips: "2", sensors: "3" })).toEqual({ chips: 2, sensors: 3 });
    expect(fieldsOf(collect, {})).toEqual({});
  });
  it("begins with what is usual", () => {
    const cut = option("cut_cards", { deck: 1, depth: 10, inputs: [{ name: "depth", input: "count", label: "Cards above the cut", value: 10 }] });
    expect(usual(cut)).toEqual({ depth: "10" });
    expect(fieldsOf(cut, { depth: "12" })).toEqual({ deck: 1, depth: 12 });
  });
  it("sends whose hand it was", () => {
    const choices = [{ label: "Seat 4", fields: { seat: 4 } }, { label: "The dealer's", fields: { who: "dealer" } }];
    const wrong = option("report", { kind: "wrong_number_of_cards", inputs: [{ name: "who", input: "choice", label: "Whose hand", choices }] });
    expect(usual(wrong)).toEqual({ who: "Seat 4" });
    expect(fieldsOf(wrong, usual(wrong))).toEqual({ kind: "wrong_number_of_cards", seat: 4 });
    expect(fieldsOf(wrong, { who: "The dealer's" })).toEqual({ kind: "wrong_number_of_cards", who: "dealer" });
    expect(fieldsOf(option("validate_payout", { seat: 5, title: "Validate the payout, seat 5" }), {})).toEqual({ seat: 5 });
  });
  it("turns a hand up to settle it", () => {
    const to_settle = [{ seat: 2, cards: ["Ah"], hand: { name: "one-card flush", cards: ["Ah"] } }];
    const view = { round: { seats: [{ seat: 2, cards: null, hand: null }] }, desk: { to_settle } } as unknown as View;
    expect(turnedUp(view, 2)?.cards).toEqual(["Ah"]);
    expect(turnedUp(view, 3)).toBeNull();
  });
  it("sends cards that were read, or that nobody knows their order", () => {
    const shuffle = option("shuffle", { deck: 1, inputs: [{ name: "cards", input: "deck", label: "Cards" }] });
    expect(fieldsOf(shuffle, {})).toEqual({ deck: 1 });
    expect(fieldsOf(shuffle, { as_dealt: "yes" })).toEqual({ deck: 1, as_dealt: true });
    expect(fieldsOf(shuffle, { as_dealt: "yes", cards: "2s 3s" })).toEqual({ deck: 1, cards: ["2s", "3s"] });
    const read = option("read_cards", { inputs: [{ name: "cards", input: "cards", label: "The next cards" }] });
    expect(fieldsOf(read, { cards: " 2s  3s " })).toEqual({ cards: ["2s", "3s"] });
  });
});

describe("a step of somebody else", () => {
  it("names whose it is", () => {
    expect(doneBy(option("settle", { roles: ["dealer"] }))).toBe("The dealer does this.");
    expect(doneBy(option("verify_inspection", { roles: ["floorperson", "pit_manager"] }))).toBe("A floorperson does this.");
    expect(doneBy(option("fill_tray", { roles: ["pit_manager"] }))).toBe("A pit manager does this.");
  });
});
