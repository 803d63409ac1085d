import { afterEach, describe, expect, it } from "vitest";
import { show } from "../language/language";
import type { Box, Line, TableRules } from "../server/types";
import { CHASE } from "./games.fixture";
import { reasonsFor } from "./why";

const row = (line: string, pays: string, clause: string) => ({ line, pays, clauses: [clause] });
const RULES = {
  shown: CHASE,
  paytables: {
    flush_bonus: { letter: "A", clause: "MA-HCF 11(c)", lines: [row("five_card_flush", "10 to 1", "MA-HCF 11(c)"), row("four_card_flush", "1 to 1", "MA-HCF 11(c)")] },
    straight_flush_bonus: { letter: "A", clause: "MD-HCF 12.C(1)", lines: [row("three_card_straight_flush", "7 to 1", "MD-HCF 12.C(1)(e)")] },
    progressive: { letter: "B", clause: "MD-CTF 12.D(2) Paytable B", lines: [row("Jackpot", "100%", "MD-CTF 12.D(2)(a) Paytable B")] },
  },
  wheel_hand: { suited_cards: 3, clauses: ["MD-CTF 1.B(6)"] },
} as unknown as TableRules;
const line = (part: Partial<Line>): Line => ({ clauses: [], paytable: null, line: null, outcome: "lose", ...part }) as Line;
const box = (part: Partial<Box>): Box => ({ hand: { name: "three-card flush", cards: [] }, action: "raise", ...part }) as unknown as Box;

describe("why a wager ended as it did", () => {
  afterEach(() => show("en"));

  it("names the one row that paid, and not the whole table", () => {
    const won = line({ wager: "flush_bonus", outcome: "win", line: "four_card_flush", paytable: "A", clauses: ["MA-HCF 11(c)"] });
    expect(reasonsFor(won, RULES, box({}))).toEqual({ said: [{ clause: "MA-HCF 11(c)", text: "Table A: 4-card flush, 1 to 1." }], also: [] });
  });

  it("says which hand is on no line, and where the lines begin", () => {
    const lost = (wager: string, paytable: string, clause: string) => reasonsFor(line({ wager, paytable, clauses: [clause] }), RULES, box({})).said;
    expect(lost("flush_bonus", "A", "MA-HCF 11(c)")).toEqual([
      { clause: "MA-HCF 11(c)", text: "Your three-card flush is on no line of table A, which begins at a 4-card flush." },
    ]);
    expect(lost("straight_flush_bonus", "A", "MD-HCF 12.C(1)")).toEqual([
      { clause: "MD-HCF 12.C(1)", text: "You hold no 3-card straight flush or better, and table A begins there." },
    ]);
    expect(lost("progressive", "B", "MD-CTF 12.D(2) Paytable B")).toEqual([
      { clause: "MD-CTF 1.B(6)", text: "Your first 3 cards are not all of one suit, so they do not spin the wheel." },
    ]);
  });

  it("puts a fold in one sentence, with the other clauses by their number", () => {
    const folded = line({ wager: "ante", clauses: ["MD-CTF 11.F(2)", "MD-CTF 11.F", "MD-CTF 1.B(4)"] });
    expect(reasonsFor(folded, RULES, box({ action: "fold" }))).toEqual({
      said: [{ clause: "MD-CTF 11.F(2)", text: "You folded, so the Ante is lost." }],
      also: ["MD-CTF 11.F", "MD-CTF 1.B(4)"],
    });
  });

  it("says it in another language without the clauses' own words", async () => {
    await show("es");
    const verdicts = { below: { outcome: "push", clause: "MD-CTF 11.H(1)", clauses: [] }, higher: { outcome: "win", clause: "MD-CTF 11.H(3)(b)", clauses: [] } };
    const rules = { ...RULES, against_dealer: { ante: { odds: "1 to 1", verdicts } } } as unknown as TableRules;
    const said = (part: Partial<Line>): string[] => reasonsFor(line({ wager: "ante", ...part }), rules, null).said.map((each) => `${each.clause} ${each.text}`);
    expect(said({ outcome: "win", clauses: ["MD-CTF 12.A", "MD-CTF 11.H(3)(b)"] })).toEqual(["MD-CTF 11.H(3)(b) Su mano es más alta: Ante gana."]);
    expect(said({ outcome: "push", clauses: ["MD-CTF 11.H(1)"] })).toEqual(["MD-CTF 11.H(1) El crupier no califica: Ante empata."]);
    expect(said({ outcome: "void", clauses: ["MD-CTF 13.A"] })).toEqual(["MD-CTF 13.A Ante se devuelve."]);
    expect(said({ wager: "flush_bonus", outcome: "win", line: "four_card_flush", paytable: "A", clauses: ["MA-HCF 11(c)"] })).toEqual([
      "MA-HCF 11(c) Tabla A: color de 4 cartas, 1 a 1.",
    ]);
  });

  it("leaves the rest to the clauses themselves", () => {
    const won = line({ wager: "ante", outcome: "win", clauses: ["MD-CTF 12.A", "MD-CTF 11.H(3)(b)"] });
    expect(reasonsFor(won, RULES, null).said).toEqual([
      { clause: "MD-CTF 12.A", text: null },
      { clause: "MD-CTF 11.H(3)(b)", text: null },
    ]);
  });
});
