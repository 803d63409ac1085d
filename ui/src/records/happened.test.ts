import { afterEach, describe, expect, it } from "vitest";
import { show } from "../language/language";
import { CHASE } from "../words/games.fixture";
import { whatHappened, whereOf } from "./happened";

afterEach(() => show("en"));

describe("what an event says", () => {
  it("is in dollars and leaves out what is empty", () => {
    const settled = { event: "round.wager_settled/1", clauses: ["MD-CTF 11.H"], step: 0, seat: 3, wager: "all_in", stake: 10_000_000, odds: null, paid: 0, source: null, cards: [] };
    expect(whatHappened(settled, CHASE)).toEqual({ short: "seat 3, All In, stake $10, paid $0", more: "" });
    const placed = { seat: 3, wagers: [["ante", 10_000_000], ["progressive", 1_000_000]] };
    expect(whatHappened(placed, CHASE).short).toBe("seat 3, Ante $10, Progressive $1");
    expect(whatHappened({ main: 5_000_200_000, main_by: 200_000, qualifies: false }).short).toBe("meter $5,000.20, by $0.20, qualifies: no");
    expect(whatHappened({ settings: { automatic: ["deal"], least_tray: 5_000_000_000 } }).short).toBe("settings automatic deal, least tray $5,000");
    expect(whatHappened(null).short).toBe("");
  });
  it("is in minutes where a limit is one of time", () => {
    expect(whatHappened({ what: "minutes", amount: 90, worth: 5_000_000 }).short).toBe("what minutes, minutes 90, worth $5");
    expect(whatHappened({ what: "loss", amount: 90_000_000 }).short).toBe("what loss, amount $90");
  });
  it("is never cut within a fact", () => {
    const { short, more } = whatHappened({ deck: 1, commitment: "c".repeat(64), seed: "d".repeat(64), context: "e".repeat(64) });
    expect(short).toBe(`deck 1, commitment ${"c".repeat(64)}, seed ${"d".repeat(64)}`);
    expect(more).toBe(`context ${"e".repeat(64)}`);
  });
  it("says where by the name of the table", () => {
    const names = { "md-hcf": "High Card Flush 2" };
    expect(whereOf("table:md-hcf", names)).toBe("High Card Flush 2");
    expect(whereOf("meter:md-hcf", names)).toBe("Meter of High Card Flush 2");
    expect(whereOf("account:pat", names)).toBe("Account pat");
    expect(whereOf("lessons:pat", names)).toBe("Lessons of pat");
  });
  it("says it in the language that is shown, with the tables that the service names itself", async () => {
    await show("es");
    expect(whereOf("table:t1", { t1: "Bold Jay's table" })).toBe("Mesa de Bold Jay");
    expect(whereOf("meter:t2", { t2: "Live table" })).toBe("Contador de Mesa en vivo");
    expect(whereOf("exams:dan", {})).toBe("Exámenes de dan");
  });
});
