import { describe, expect, it } from "vitest";
import { HIGH_CARD_BOOK } from "../words/games.fixture";
import { faultsOfForm } from "./submission";
import { choiceFor, groupsFor, segmentsOf, valueOf, type Choice, type Field } from "./submission-fields";

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
    expect(valueOf({ kind: "amounts" } as Field, "1")).toBe("1");
    expect(valueOf({ kind: "amounts" } as Field, "1,")).toBe("1");
    expect(valueOf({ kind: "amounts" } as Field, "1, 5")).toEqual(["1", "5"]);
    expect(segmentsOf([{ symbol: "$5", count: 3 }])).toEqual([{ symbol: "$5", count: 3 }]);
  });
  it("puts what cannot be read where it was typed", () => {
    expect(faultsOfForm("submission: table.minimum = ten: expected dollars")?.[0]).toMatchObject({ key: "table.minimum", message: "expected dollars" });
    expect(faultsOfForm("line 3: no equals sign")).toBeNull();
  });
});
