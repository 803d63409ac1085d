import { describe, expect, it } from "vitest";
import type { TableRules } from "../server/types";
import { CHASE } from "../words/games.fixture";
import { show } from "../language/language";
import { signColumns } from "./sign";

const rules = { paytables: {}, shown: CHASE } as unknown as TableRules;

describe("the sign", () => {
  const paytable = (...lines: [string, string][]) => ({ letter: "A", clause: "", for_each: null, lines: lines.map(([name, pays]) => ({ line: name, pays, clauses: [] })), otherwise: null });
  it("is as the law prints it in every language", async () => {
    const pays = { progressive: paytable(["Jackpot", "10%"], ["four_card_flush", "1000 to 1"]), community_pay: paytable(["$125", "$25"]) };
    const below = { line: "otherwise", pays: "push", clauses: [] };
    const columns = () => signColumns({ ...rules, against_dealer: {}, paytables: { same_suit: { ...paytable(["five_card_flush", "2000 to 1"]), otherwise: below }, ...pays } });
    const english = columns();
    await show("zh");
    expect(columns()).toEqual(english);
    await show("en");
  });
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
