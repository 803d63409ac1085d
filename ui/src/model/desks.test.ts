import { describe, expect, it } from "vitest";
import { readDeck, readNext } from "./entry";
import { alarmText, comparedName, decksInWords, hasResult, holdText, incidentText, strayedAlong } from "./floor";
import { besides, doneBy, fieldsOf, irregularities, turnedUp, usual } from "./procedure";
import { onlyGrew, type SignedHead } from "./proof";
import { eventName, moments, phaseThen, type Frame } from "./replay";
import { signColumns } from "./sign";
import { faultsOfForm } from "./submission";
import { choiceFor, groupsFor, segmentsOf, valueOf, type Choice, type Field } from "./submission-fields";
import { added, instruction, isRight, reason, seatsInOrder } from "./training";
import { CHASE, HIGH_CARD, HIGH_CARD_BOOK } from "./games.fixture";
import type { Line, Option, TableRules, View } from "../server/types";

const rules = { paytables: {}, shown: CHASE } as unknown as TableRules;
const option = (type: string, more: Partial<Option> = {}): Option => ({ type, title: type, ...more });

describe("the dealer's procedure", () => {
  const steps: Option[] = [option("shuffle", { deck: 1 }), option("shuffle", { deck: 2 }), option("close_table", { roles: ["floorperson"] }), option("report", { aside: true })];
  const view = { desk: { steps, procedure: [{ option: 1 }, { option: null }] } } as unknown as View;
  it("leaves what it does not take for later, and apart what went wrong", () => {
    expect(besides(view, ["dealer"])).toEqual([steps[0]]);
    expect(besides(view, ["floorperson"])).toEqual([steps[0], steps[2]]);
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
});

describe("a step of somebody else", () => {
  it("names whose it is", () => {
    expect(doneBy(option("settle", { roles: ["dealer"] }))).toBe("The dealer does this.");
    expect(doneBy(option("verify_inspection", { roles: ["floorperson", "pit_manager"] }))).toBe("A floorperson does this.");
    expect(doneBy(option("fill_tray", { roles: ["pit_manager"] }))).toBe("A pit manager does this.");
  });
});

describe("cards from a scanner", () => {
  it("are read in any of the usual ways, and what is wrong is said", () => {
    expect(readDeck("10h, aS").cards).toEqual(["Th", "As"]);
    expect(readDeck("1x").trouble).toContain("no card");
    expect(readDeck("Th Th").trouble).toContain("ten of hearts is there twice");
    const whole = [..."shdc"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
    expect(readDeck(whole.join(" ")).trouble).toBe("");
    expect(readDeck(whole.slice(1).join(" ")).trouble).toBe("51 of 52 cards, without two of spades");
    expect(readNext("10h as", 14)).toEqual({ cards: ["Th", "As"], trouble: "" });
    expect(readNext("10h as 2c", 2).trouble).toBe("1 more than come next");
    expect(readNext("th 10h", 14).trouble).toContain("there twice");
    const shuffle = option("shuffle", { deck: 1, inputs: [{ name: "cards", input: "deck", label: "Cards" }] });
    expect(fieldsOf(shuffle, {})).toEqual({ deck: 1 });
    expect(fieldsOf(shuffle, { as_dealt: "yes" })).toEqual({ deck: 1, as_dealt: true });
    expect(fieldsOf(shuffle, { as_dealt: "yes", cards: "2s 3s" })).toEqual({ deck: 1, cards: ["2s", "3s"] });
    const read = option("read_cards", { inputs: [{ name: "cards", input: "cards", label: "The next cards" }] });
    expect(fieldsOf(read, { cards: " 2s  3s " })).toEqual({ cards: ["2s", "3s"] });
  });
});

const line = (wager: string, outcome: Line["outcome"], paid: string, more: Partial<Line> = {}): Line =>
  ({ seat: 1, wager, staked: "10.00", outcome, paid, returned: paid, odds: null, line: null, paytable: null, hand_of_seat: null, limited_by: null, clause: "", clauses: [], ...more });

describe("a trainee's answers", () => {
  it("are right to the cent, and nothing means nothing", () => {
    expect(isRight("10", line("ante", "win", "10.00"))).toBe(true);
    expect(isRight("$1,000.50", line("ante", "win", "1000.50"))).toBe(true);
    expect(isRight("", line("ante", "lose", "0.00"))).toBe(true);
    expect(isRight("ten", line("ante", "win", "10.00"))).toBe(false);
    expect(isRight("10.01", line("ante", "win", "10.00"))).toBe(false);
    expect(added({ right: 1, asked: 2 }, [line("ante", "win", "10.00"), line("raise", "win", "10.00")], ["10", "9"])).toEqual({ right: 2, asked: 4 });
  });
  it("are told what to do with the chips, and why", () => {
    expect(instruction(CHASE, line("ante", "lose", "0.00"))).toBe("Take $10");
    expect(instruction(CHASE, line("progressive", "lose", "0.00"))).toBe("Collected before the deal");
    expect(instruction(CHASE, line("flush_bonus", "win", "50.00", { odds: "10 to 1" }))).toBe("Pay $50 (10 to 1)");
    expect(instruction(CHASE, line("ante", "void", "0.00", { returned: "10.00" }))).toBe("Give back $10");
    expect(instruction(CHASE, line("ante", "push", "0.00"))).toBe("Push: leave it");
    expect(reason(CHASE, line("envy_bonus", "win", "250.00", { line: "seven_card_straight_flush", paytable: "D", hand_of_seat: 4 }))).toBe(
      "7-card straight flush, table D, for the hand of seat 4",
    );
    expect(seatsInOrder([line("a", "win", "0", { seat: 5 }), line("b", "win", "0", { seat: 5 }), line("a", "win", "0", { seat: 2 })])).toEqual([5, 2]);
  });
});

describe("the floor", () => {
  it("shows a win as soon as chips have changed hands", () => {
    const day = { period: "2026-10-01", rounds: 0, drop: "200.00", staked: "41.00", win: "0.00", hold: "0.00%" };
    expect(hasResult(day)).toBe(false);
    expect(hasResult({ ...day, win: "40.00", hold: "20.00%" })).toBe(true);
    expect(hasResult({ ...day, win: "-30.00", hold: "-15.00%" })).toBe(true);
    expect(hasResult({ ...day, rounds: 1 })).toBe(true);
  });

  it("says decks in a few words, and what happened", () => {
    expect(decksInWords([{ deck: 1, status: "stacked" }, { deck: 2, status: "stacked" }])).toBe("2 stacked");
    expect(decksInWords([{ deck: 1, status: "in_play" }, { deck: 2, status: "stacked" }])).toBe("1 in play, 1 stacked");
    const incident = { at: 0, position: 1, event: "round.voided/1", actor: "dan", clauses: [], facts: { reason: "shoe_jam" } };
    expect(incidentText(null, incident)).toBe("Round void: shoe jam");
  });
  it("names a result by the title of its wager", () => {
    expect(comparedName(HIGH_CARD, "flush_bonus")).toBe("Flush Bonus");
    expect(comparedName(HIGH_CARD, "base")).toBe("Against the dealer");
    expect(comparedName(HIGH_CARD, "shared")).toBe("Envy Bonus");
    expect(comparedName(null, "shared")).toBe("Shared");
    expect(alarmText(CHASE, { alarm: "players_win_too_much", wager: "same_suit" })).toBe("Players win more than theory allows: Same Suit");
    const flagged = { at: 0, position: 1, event: "watch.result_flagged/1", actor: "dan", clauses: [], facts: { wager: "same_suit" } };
    expect(incidentText(CHASE, flagged)).toBe("Result flagged: Same Suit");
  });
  it("writes what was lost with the minus of every other amount", () => {
    expect(holdText("-12.50%")).toBe("−12.50 %");
    expect(holdText("3.00%")).toBe("3.00 %");
  });
  it("draws how far a result strayed", () => {
    const each = { wager: "base", hands: 4, net: "-30.00", expected: "-1.00", band: "90.00", band_below: "80.00", alarm: null };
    expect(strayedAlong([each])).toEqual([{ hands: 4, strayed: -29, above: 90, below: 80 }]);
  });
});

describe("a replay", () => {
  it("takes the deal apart into its cards", () => {
    const deal = {
      event: "round.cards_dealt/1",
      round: {},
      dealt: [{ to: "2", card: "Ah" }, { to: "dealer", card: "Kd" }],
      hands: { "2": ["Ah"] },
      dealer: ["Kd"],
      stub: ["3c"],
    } as unknown as Frame;
    const [first, second] = moments([deal]);
    expect(first).toMatchObject({ told: "Card 1 of 2 to seat 2", hands: { "2": ["Ah"] }, dealer: [], stub: ["Kd", "3c"], card: "Ah" });
    expect(second).toMatchObject({ told: "Card 2 of 2 to the dealer", dealer: ["Kd"], stub: ["3c"] });
  });
});

describe("a moment of a round", () => {
  const moment = (event: string, round: object | null) => ({ event, round, told: "", card: null }) as unknown as Parameters<typeof phaseThen>[0];
  it("is over when it is closed, and void where it is", () => {
    expect(phaseThen(moment("round.wager_settled/1", { phase: "settling", void: null }))).toBe("Settling");
    expect(phaseThen(moment("round.closed/1", { phase: "settling", void: null }))).toBe("Round over");
    expect(phaseThen(moment("round.closed/1", { phase: "settling", void: "shoe_jam" }))).toBe("Void: shoe jam");
    expect(phaseThen(moment("table.cards_cut/1", null))).toBe("Between rounds");
  });
  it("has a name that people use", () => {
    expect(eventName("round.called_off/1")).toBe("The round is called off: nobody had wagered");
  });
});

describe("a log that grew", () => {
  const newer = { size: 11, root: "e177ad5a8a17108dad67c70a51266681aa02b9e2b7ad6a0357585ba4289982ac" } as SignedHead;
  const six = { size: 6, root: "bb36e7d3d4cee5720cbd323d02fab15962e2ba1dadf5f8fc6eeef4fd6ad056a8" } as SignedHead;
  const eight = { size: 8, root: "ef7f49b620f6c7ea9b963a214da34b5021c6ded8ed57734380a311ab726aa907" } as SignedHead;
  const path = [
    "4b8c129ed14cce2c08cfc6766db7f8cdb133b5f698b8de3d5890ea7ff7f0a8d1",
    "bbb0feb32f648c73fe170518bcec1f675af1b780dc23d6fbf30b745c1ca5fa11",
    "9bcd51240af4005168f033121ba85be5a6ed4f0e6a5fac262066729b8fbfdecb",
    "e4b894272eb88bed1830cbef82d1c7aee37612a9e7131a5bdd0ae1a6e8f3ff50",
  ];
  it("is proved by the path of the service, from any size", async () => {
    expect(await onlyGrew(six, newer, path)).toBe(true);
    expect(await onlyGrew(eight, newer, path.slice(3))).toBe(true);
    expect(await onlyGrew(newer, newer, [])).toBe(true);
  });
  it("is not believed when anything is amiss", async () => {
    expect(await onlyGrew({ ...six, root: eight.root }, newer, path)).toBe(false);
    expect(await onlyGrew(six, { ...newer, root: six.root }, path)).toBe(false);
    expect(await onlyGrew(six, newer, path.slice(1))).toBe(false);
    expect(await onlyGrew(newer, six, path)).toBe(false);
    expect(await onlyGrew(six, { ...six, root: eight.root }, [])).toBe(false);
  });
});

describe("the sign", () => {
  const paytable = (...lines: [string, string][]) => ({ letter: "A", clause: "", lines: lines.map(([name, pays]) => ({ line: name, pays, clauses: [] })), otherwise: null });
  it("hangs no table alone and repeats nothing", () => {
    const columns = signColumns({
      ...rules,
      against_dealer: { ante: { odds: "1 to 1", verdicts: {} }, xtra_bonus: { odds: null, verdicts: {} } },
      paytables: {
        same_suit: paytable(["seven_card_straight_flush", "2000 to 1"], ["six_card_straight_flush", "2000 to 1"], ["seven_card_flush", "300 to 1"]),
        progressive: paytable(["Jackpot", "100%"], ["$1,000", "$1000"], ["$500", "$500"]),
        community_pay: paytable(["$125", "$25"]),
      },
    });
    expect(columns.map((column) => column.map((table) => table.name))).toEqual([["main", "same_suit"], ["progressive", "community_pay"]]);
    expect(columns[0]?.[0]?.lines).toEqual([{ name: "Ante", pays: "1 to 1" }]);
    expect(columns[0]?.[1]?.lines[0]).toEqual({ name: "7- or 6-card straight flush", pays: "2,000 to 1" });
    expect(columns[1]?.[1]).toMatchObject({ title: "Community Pay", lines: [{ name: "Wheel shows $125", pays: "$25" }] });
    expect(columns[1]?.[0]).toMatchObject({ lines: [{ name: "Jackpot", pays: "100%" }], asShown: ["$1,000", "$500"] });
  });
});

describe("the form of a submission", () => {
  const choices: Choice[] = [
    { key: "table.decks", clauses: ["MD-HCF 3.A"], values: ["1", "2"], lawful: null, where: null },
    { key: "table.decks", clauses: ["MD-HCF 3.B"], values: ["1"], lawful: null, where: { key: "table.shuffler", value: "none" } },
    { key: "wagers.progressive", clauses: ["MD-HCF 7.F"], values: [], lawful: "optional", where: null },
    { key: "wagers.progressive.prize", clauses: ["X"], values: [], lawful: null, where: { key: "wagers.progressive.paytable", value: "A" } },
  ];
  it("follows what is chosen elsewhere", () => {
    expect(choiceFor(choices, "table.decks", { table: { shuffler: "plain" } })?.values).toEqual(["1", "2"]);
    expect(choiceFor(choices, "table.decks", { table: { shuffler: "none" } })?.clauses).toEqual(["MD-HCF 3.B"]);
    const keys = (data: object) => groupsFor(HIGH_CARD_BOOK, choices, [], data as never).flatMap((group) => group.fields.map((field) => field.key));
    expect(keys({})).toEqual(["table.decks", "wagers.progressive"]);
    expect(keys({ wagers: { progressive: { paytable: "A" } } })).toContain("wagers.progressive.prize");
    expect(keys({ wagers: { progressive: { paytable: "B" } } })).not.toContain("wagers.progressive.prize");
    expect(keys({ wagers: { progressive: { paytable: "B", prize: "5" } } })).toContain("wagers.progressive.prize");
  });
  it("calls wagers as the rulebook does", () => {
    const more: Choice[] = [
      { key: "table.minimum", clauses: [], values: [], lawful: "more than 0", where: null },
      { key: "wagers.progressive.envy", clauses: [], values: [], lawful: null, where: null },
    ];
    const groups = groupsFor(HIGH_CARD_BOOK, [...choices, ...more], [], { wagers: { progressive: { envy: true } } });
    const labels = Object.fromEntries(groups.flatMap((group) => group.fields).map((field) => [field.key, [field.label, field.kind]]));
    expect(labels["table.minimum"]).toEqual(["Smallest Ante", "amount"]);
    expect(labels["wagers.progressive"]).toEqual(["Offer the Progressive", "switch"]);
    expect(labels["wagers.progressive.envy"]).toEqual(["Envy Bonus", "switch"]);
    expect(groups.map((group) => group.title)).toContain("Progressive");
  });
  it("keeps numbers as numbers and lists as lists", () => {
    expect(valueOf({ kind: "choice", numeric: true } as Field, "2")).toBe(2);
    expect(valueOf({ kind: "list" } as Field, "red, blue")).toEqual(["red", "blue"]);
    expect(valueOf({ kind: "amount" } as Field, "")).toBeUndefined();
    expect(segmentsOf([{ symbol: "$5", count: 3 }])).toEqual([{ symbol: "$5", count: 3 }]);
  });
  it("puts what cannot be read where it was typed", () => {
    expect(faultsOfForm("submission: table.minimum = ten: expected dollars")?.[0]).toMatchObject({ key: "table.minimum", message: "expected dollars" });
    expect(faultsOfForm("line 3: no equals sign")).toBeNull();
  });
});
