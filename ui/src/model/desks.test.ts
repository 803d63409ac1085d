import { describe, expect, it } from "vitest";
import { readDeck, readNext } from "./entry";
import { alarmText, comparedName, decksInWords, hasResult, holdText, incidentText, strayedAlong } from "./floor";
import { besides, counts, doneBy, fieldsOf, irregularities, turnedUp, waiting, walk } from "./procedure";
import { onlyGrew, type SignedHead } from "./proof";
import { eventName, moments, phaseThen, type Frame } from "./replay";
import { signColumns } from "./sign";
import { faultsOfForm } from "./submission";
import { choiceFor, groupsFor, segmentsOf, valueOf, type Choice, type Field } from "./submission-fields";
import { added, instruction, isRight, reason, seatsInOrder } from "./training";
import { CHASE, HIGH_CARD, HIGH_CARD_BOOK } from "./games.fixture";
import type { Line, Option, TableRules, View } from "../server/types";

const rules = {
  wagers: [{ wager: "ante" }, { wager: "progressive" }],
  shown: CHASE,
  decision: { stages: ["before_flop", "after_flop", "after_board"].map((stage) => ({ stage, wager: "all_in", passive: "check", clauses: ["MD-CTF 11.B(1)"], asked: "MD-CTF 11.B" })) },
  steps: { place_wagers: ["MD-CTF 7.A"], open_round: ["MD-CTF 3.B(4)"], no_more_bets: ["MD-CTF 8.C"], shuffle_by_device: ["MD-CTF 5.A"] },
  shuffler: "counting",
  paytables: {},
} as unknown as TableRules;

function at(phase: string, offers: Option[], round: object = {}, cards_to_read = 0): View {
  return {
    phase,
    round: phase === "waiting" ? null : { number: 3, phase, board: [], turn: null, seats: [], void: null, stage: "before_flop", ...round },
    desk: { steps: offers, next_deck: 2, cards_to_read, claim: null, payouts: [], to_settle: [] },
  } as unknown as View;
}
const now = (view: View): string => walk(view, rules).find((step) => step.status === "now")?.name ?? "";

describe("the dealer's procedure", () => {
  it("knows where the table stands in the round", () => {
    expect(now(at("waiting", [{ type: "shuffle", deck: 1 }, { type: "shuffle", deck: 2 }]))).toBe("shuffle");
    expect(now(at("waiting", [{ type: "open_round" }]))).toBe("open_round");
    expect(now(at("betting", []))).toBe("no_more_bets");
    expect(now(at("dealing", [{ type: "collect_progressive" }]))).toBe("collect_progressive");
    expect(now(at("dealing", [{ type: "deal" }]))).toBe("deal");
    expect(now(at("dealing", [{ type: "read_cards" }], {}, 14))).toBe("read_cards");
    expect(now(at("dealing", [{ type: "read_cards" }, { type: "deal" }]))).toBe("deal");
    expect(now(at("board", [{ type: "read_cards" }], {}, 3))).toBe("read_cards");
    expect(now(at("decisions", [], { stage: "after_flop" }))).toBe("decide 1");
    expect(now(at("board", [{ type: "deal_community" }]))).toBe("deal_flop");
    expect(now(at("board", [{ type: "deal_community" }], { board: ["2s", "3s"] }))).toBe("deal_last_community_cards");
    expect(now(at("reveal", [{ type: "count_stub" }]))).toBe("count_stub");
    expect(now(at("reveal", [{ type: "count_stub" }, { type: "reveal" }]))).toBe("reveal");
    expect(now(at("settling", [{ type: "spin_wheel", seat: 2 }]))).toBe("spin_wheel");
  });
  it("takes the deck whose turn it is, and leaves the other for later", () => {
    const view = at("waiting", [{ type: "shuffle", deck: 1 }, { type: "shuffle", deck: 2 }, { type: "close_table", roles: ["floorperson"] }]);
    const steps = walk(view, rules);
    expect(steps[0]?.offer?.deck).toBe(2);
    expect(besides(view, steps, ["dealer"]).map((step) => step.deck)).toEqual([1]);
    expect(besides(view, steps, ["floorperson"]).map((step) => step.type)).toEqual(["shuffle", "close_table"]);
  });
  it("ticks what is done and cites what comes", () => {
    const steps = walk(at("betting", []), rules);
    expect(steps.map((step) => step.status)).toEqual(["done", "done", "now", ...Array(steps.length - 3).fill("next")]);
    expect(steps[2]?.clause).toBe("MD-CTF 8.C");
    expect(steps.find((step) => step.name === "decide 0")?.clause).toBe("MD-CTF 11.B");
    const invited = walk(at("waiting", [{ type: "open_round", clause: "MD-CTF 3.B(4)" }]), rules);
    expect(invited.find((step) => step.name === "open_round")?.clause).toBe("MD-CTF 7.A");
    expect(steps.find((step) => step.name === "decide 0")?.say).toBe("all in or check?");
    expect(waiting(at("betting", []), steps[2]!)).toBe("Nobody has wagered yet.");
  });
  it("sends what was counted, and whose hand it was", () => {
    expect(counts({ type: "collect_progressive" })).toEqual(["chips", "sensors"]);
    expect(fieldsOf({ type: "collect_progressive" }, { chips: "2", sensors: "3" })).toEqual({ chips: 2, sensors: 3 });
    const wrong: Option = { type: "report", kind: "wrong_number_of_cards", seat: 1 };
    expect(fieldsOf(wrong, { who: "4" })).toEqual({ kind: "wrong_number_of_cards", seat: 4 });
    expect(fieldsOf(wrong, { who: "dealer" })).toEqual({ kind: "wrong_number_of_cards", who: "dealer" });
    expect(fieldsOf({ type: "validate_payout", seat: 5 }, {})).toEqual({ seat: 5 });
  });
  it("offers nothing about cards while none can have been dealt", () => {
    const wrong: Option[] = ["dealer_card_exposed", "wrong_number_of_cards", "drawn_in_error", "cards_face_up", "shoe_jam"].map((kind) => ({ type: "report", kind }));
    expect(irregularities([{ type: "collect_progressive" }, ...wrong]).map((step) => step.kind)).toEqual(["shoe_jam"]);
    expect(irregularities([{ type: "deal" }, ...wrong])).toEqual(wrong);
    expect(irregularities([{ type: "reveal" }, ...wrong])).toEqual(wrong);
  });
  it("turns a hand up to settle it", () => {
    const view = at("settling", [], { seats: [{ seat: 2, cards: null, hand: null }] });
    view.desk!.to_settle = [{ seat: 2, cards: ["Ah"], hand: { name: "one-card flush", cards: ["Ah"] } }];
    expect(turnedUp(view, 2)?.cards).toEqual(["Ah"]);
    expect(turnedUp(view, 3)).toBeNull();
  });
});

describe("a step of somebody else", () => {
  it("names whose it is", () => {
    expect(doneBy({ type: "settle", roles: ["dealer"] })).toBe("The dealer does this.");
    expect(doneBy({ type: "verify_inspection", roles: ["floorperson", "pit_manager"] })).toBe("A floorperson does this.");
    expect(doneBy({ type: "fill_tray", roles: ["pit_manager"] })).toBe("A pit manager does this.");
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
    expect(fieldsOf({ type: "shuffle", deck: 1 }, { as_dealt: "yes" })).toEqual({ deck: 1, as_dealt: true });
    expect(fieldsOf({ type: "shuffle", deck: 1 }, { as_dealt: "yes", cards: "2s 3s" })).toEqual({ deck: 1, cards: ["2s", "3s"] });
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
    expect(faultsOfForm("submission: table.minimum = ten: wanted dollars")?.[0]).toMatchObject({ key: "table.minimum", message: "wanted dollars" });
    expect(faultsOfForm("line 3: no equals sign")).toBeNull();
  });
});
