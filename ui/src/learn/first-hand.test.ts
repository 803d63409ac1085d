import { describe, expect, it } from "vitest";
import type { Box, Line, Round, TableRules, View } from "../server/types";
import { HIGH_CARD } from "../words/games.fixture";
import { saidAt, stepOf, type Step } from "./first-hand";

const RULES = {
  shown: HIGH_CARD,
  cards: { player: 7, dealer: 7, community: 0 },
  wagers: [
    { wager: "ante", required: true, minimum: "10", clauses: ["X 1"] },
    { wager: "flush_bonus", required: false, minimum: "5", clauses: ["X 2"] },
  ],
  steps: { deal: ["X 3"] },
  decision: { stages: [{ stage: "raise", wager: "raise", passive: "fold", clauses: ["X 4"] }] },
  ranking: { hands: ["seven-card flush", "two-card flush"], clauses: ["X 9"] },
  qualifying: { hand: "nine-high three-card flush", clauses: ["X 5"] },
} as unknown as TableRules;

const box = (fields: Partial<Box> = {}): Box =>
  ({ seat: 3, yours: true, wagers: { ante: "10" }, action: null, hand: { name: "four-card flush", cards: ["Ah", "9h", "4h", "2h"] }, ...fields }) as Box;
const round = (fields: Partial<Round>): Round => ({ number: 5, phase: "decisions", stage: "raise", seats: [box()], settled: [], ...fields }) as Round;
const view = (fields: Partial<View>): View => ({ round: null, last_round: null, you: { options: [] }, ...fields }) as unknown as View;
const line = (fields: Partial<Line>): Line =>
  ({ seat: 3, wager: "ante", staked: "10.00", returned: "20.00", outcome: "win", odds: "1 to 1", clause: "X 6", ...fields }) as Line;

const over = (fields: Partial<Round> = {}): Round =>
  round({
    dealer_hand: { name: "three-card flush", cards: ["Ks", "8s", "3s"] },
    dealer_qualifies: true,
    settled: [line({}), line({ wager: "raise", clause: "X 7" }), line({ seat: 1 })],
    ...fields,
  });

const texts = (step: Step, shown: View): string[] => saidAt(step, shown, RULES, 5, null).map(({ text, clause }) => `${text} ${clause ?? ""}`.trim());

describe("the steps of a guided hand", () => {
  it.each<[string, View, Step[], Step | null]>([
    ["before the bet", view({}), [], "bet"],
    ["while chips lie there", view({ round: round({ phase: "betting" }) }), [], "bet"],
    ["with cards", view({ round: round({}) }), [], "cards"],
    ["once they are read", view({ round: round({}) }), ["cards"], "decision"],
    ["while cards are turned over", view({ round: round({ phase: "reveal" }) }), ["cards"], "dealer"],
    ["when it is over", view({ last_round: over() }), ["cards"], "dealer"],
    ["once that is read", view({ last_round: over() }), ["cards", "dealer"], "paid"],
    ["after the next round has begun", view({ last_round: over(), round: round({ number: 6 }) }), ["cards", "dealer"], null],
    ["after the next round", view({ last_round: over({ number: 6 }) }), [], null],
  ])("%s", (_, shown, read, step) => expect(stepOf(shown, 5, read)).toBe(step));
});

describe("what is said", () => {
  it("says what to bet by the rules", () => {
    expect(texts("bet", view({}))).toEqual(["First the Ante: at least $10. X 1", "Press “Bet the minimum and deal”, or set chips down and deal. The rest is optional."]);
  });
  it("names the cards, and says which hand wins", () => {
    expect(texts("cards", view({ round: round({}) }))).toEqual([
      "7 cards for you, 7 for the dealer, face down. X 3",
      "The longer flush wins: more cards of one suit. Of equals, the higher cards. X 9",
      "You have a four-card flush, ace high.",
    ]);
    const poker = { ...RULES, ranking: { hands: ["straight flush", "pair", "high card"], clauses: [] } };
    expect(saidAt("cards", view({}), poker, 5, null)[1]?.text).toBe("The higher hand wins. From the top: straight flush, pair, high card.");
  });
  it("says what may be done, and what is best once that is known", () => {
    const options = [
      { type: "act", title: "", action: "raise", smallest: "10", largest: "20", clause: "X 8" },
      { type: "act", title: "", action: "fold" },
    ];
    const shown = view({ round: round({}), you: { options } as unknown as View["you"] });
    const advice = { cards: [], board: [], options: [{ action: "raise 2x", value: 0.75, exact: "3/4" }, { action: "fold", value: -1, exact: "-1" }] };
    expect(saidAt("decision", shown, RULES, 5, advice)).toEqual([
      { text: "Raise: $10 to $20 more, against the dealer.", clause: "X 8" },
      { text: "Fold: give up the Ante.", clause: "X 4" },
      { text: "Best here: Raise 2×, worth +$7.50 on average.", clause: null },
    ]);
  });
  it("says whether the dealer qualifies, and which hand is higher", () => {
    expect(texts("dealer", view({ last_round: over() }))).toEqual([
      "The dealer has a three-card flush, king high, and qualifies: it takes a nine-high three-card flush. X 5",
      "Yours, a four-card flush, ace high, is higher. X 6",
    ]);
    const alike = over({ seats: [box({ hand: { name: "three-card flush", cards: ["Kd", "9d", "3d"] } })] });
    expect(texts("dealer", view({ last_round: alike }))[1]).toBe("Yours is alike; the next card decides, and yours is higher. X 6");
    expect(texts("dealer", view({ last_round: over({ dealer_qualifies: false }) }))).toHaveLength(1);
    expect(texts("dealer", view({ last_round: over({ seats: [box({ action: "fold" })] }) }))[1]).toBe("You folded: your hand is not compared.");
  });
  it("says by which clause each own wager is paid", () => {
    expect(texts("paid", view({ last_round: over() }))).toEqual(["Ante wins 1 to 1: +$10. X 6", "Raise wins 1 to 1: +$10. X 7"]);
  });
});
