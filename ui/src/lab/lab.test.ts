import { describe, expect, it } from "vitest";
import {
  chance, chooseTable, chosenTable, edgeAt, heat, linesOf, meterLines, oneIn, OWN, paidByTable, percent, points, printedAlike, roughly,
  segmentsOf, setSegment, shownPay, ticks, toCsv, typedPay, unreadText, units, wantedPay, type Analysis, type Progressive, type Tables,
} from "./lab";
import { read, type Data } from "../submission/submission";
import { HIGH_CARD, WHEEL_BOOK } from "../words/games.fixture";
import { apart, MARK } from "../charts/marks";

const exact = (decimal: string) => ({ exact: decimal, decimal });

describe("how numbers are written", () => {
  it("writes percentages, chances and values with a real minus", () => {
    expect(percent(exact("0.0780715801584278"))).toBe("7.8072 %");
    expect(percent(exact("-0.0891572540"), 2)).toBe("−8.92 %");
    expect(percent(exact("-0.0000000001"), 2)).toBe("0.00 %");
    expect(chance(exact("0.0000513063689860773"))).toBe("0.00513 %");
    expect(chance(exact("0"))).toBe("0 %");
    expect(oneIn(exact("0.0000513063689860773"))).toBe("1 in 19,491");
    expect(oneIn(exact("0"))).toBe("never");
    expect(units(exact("-0.811515"))).toBe("−0.81");
    expect(units(exact("-0.001"))).toBe("+0.00");
    expect(points(exact("-0.074"))).toBe("−7.4000");
    expect(roughly("-13/50")).toBe(-0.26);
  });
});

const TABLES: Tables = {
  flush_bonus: { A: { seven_card_flush: "300 to 1", six_card_flush: "100 to 1" }, B: { seven_card_flush: "Bonus" } },
  envy_bonus: { A: { seven_card_flush: "$5" } },
  wheel: { A: { Jackpot: "the prize", "$5": "$5" }, B: { Jackpot: "100%", "$9": "$9" } },
};
const DATA: Data = {
  wagers: {
    flush_bonus: { paytable: "A", minimum: "5" },
    progressive: { paytable: "A", prize: "7000", segments: [{ symbol: "Jackpot", count: 3 }, { symbol: "$5", count: 40 }] },
  },
};

const METER = "wagers.progressive";

describe("choices", () => {
  it("knows a table of one's own that is printed already", () => {
    const own = (lines: Data): Data => ({ wagers: { flush_bonus: { paytable: lines } } });
    expect(printedAlike(own({ seven_card_flush: 300, six_card_flush: "100  to 1" }), WHEEL_BOOK, TABLES, "flush_bonus")).toBe("A");
    expect(printedAlike(own({ seven_card_flush: 300 }), WHEEL_BOOK, TABLES, "flush_bonus")).toBeNull();
    expect(printedAlike(own({ seven_card_flush: 301, six_card_flush: 100 }), WHEEL_BOOK, TABLES, "flush_bonus")).toBeNull();
    expect(printedAlike(DATA, WHEEL_BOOK, TABLES, "flush_bonus")).toBeNull();
  });
  it("knows which wagers are paid by a table", () => {
    expect(paidByTable(WHEEL_BOOK)).toEqual(["flush_bonus", "progressive"]);
    expect(linesOf(WHEEL_BOOK, TABLES, "flush_bonus")).toEqual(["seven_card_flush", "six_card_flush"]);
  });
  it("begins a table of one's own as a copy of the printed one", () => {
    const own = chooseTable(DATA, WHEEL_BOOK, TABLES, "flush_bonus", OWN, DATA);
    expect(chosenTable(own, "flush_bonus")).toBe(OWN);
    expect(read(own, "wagers.flush_bonus.paytable")).toEqual({ seven_card_flush: "300 to 1", six_card_flush: "100 to 1" });
    expect(read(own, "wagers.flush_bonus.minimum")).toBe("5");
    expect(chosenTable(chooseTable(own, WHEEL_BOOK, TABLES, "flush_bonus", "B", DATA), "flush_bonus")).toBe("B");
  });
  it("takes a wager out and puts it back as it was bundled", () => {
    const without = chooseTable(DATA, WHEEL_BOOK, TABLES, "flush_bonus", "", DATA);
    expect(read(without, "wagers.flush_bonus")).toBeUndefined();
    expect(read(chooseTable(without, WHEEL_BOOK, TABLES, "flush_bonus", "B", DATA), "wagers.flush_bonus")).toEqual({ paytable: "B", minimum: "5" });
  });
  it("gives another wheel its own symbols and drops a prize that it does not pay", () => {
    const other = chooseTable(DATA, WHEEL_BOOK, TABLES, "progressive", "B", DATA);
    expect(segmentsOf(other, METER)).toEqual({ Jackpot: 3, "$9": 1 });
    expect(read(other, "wagers.progressive.prize")).toBeUndefined();
    expect(segmentsOf(setSegment(other, METER, "$9", 12), METER)).toEqual({ Jackpot: 3, "$9": 12 });
  });
  it("reads what is typed for a line", () => {
    expect(typedPay(" 300 ")).toBe(300);
    expect(typedPay("3 to 2")).toBe("3 to 2");
    expect(typedPay("")).toBeUndefined();
    expect(shownPay(300)).toBe("300 to 1");
    expect(wantedPay(HIGH_CARD, "flush_bonus")).not.toContain("10%");
    expect(wantedPay(HIGH_CARD, "progressive")).toContain("10%");
    const unread = { code: "malformed", clause: null, key: "wagers.flush_bonus.paytable.six_card_flush", value: null, message: "", lawful: null };
    expect(unreadText(HIGH_CARD, unread)).toMatch(/^Flush Bonus, 6-card flush: this is not a payout\./);
  });
});

describe("drawing", () => {
  it("draws the edge as a straight line through its break-even", () => {
    const wager = {
      players: 1,
      per_dollar_of_meter: exact("-0.000002"),
      by_players: [1, 2, 6].map((players) => ({
        players,
        house_edge: exact(String(0.5 - players / 100)),
        break_even_meter: exact(String(200000 - players * 1000)),
      })),
    } as unknown as Progressive;
    const [one, six] = meterLines(wager);
    expect([one?.players, six?.players]).toEqual([1, 6]);
    expect(edgeAt(one!, 199000)).toBeCloseTo(0, 12);
    expect(edgeAt(one!, 0)).toBeCloseTo(0.398, 12);
  });
  it("puts round numbers on an axis", () => {
    expect(ticks(0, 290000, 5)).toEqual([0, 100000, 200000]);
    expect(ticks(-0.1, 0.5, 4)).toEqual([0, 0.2, 0.4]);
  });
  it("chooses an ink that can be read", () => {
    expect(heat(0, -1, 3)).toEqual({ background: "rgb(247 243 232)", ink: "#000000" });
    expect(heat(-1, -1, 3)).toEqual({ background: "rgb(168 66 63)", ink: "#ffffff" });
    expect(heat(3, -1, 3).ink).toBe("#ffffff");
    expect(heat(2, 2, 4)).toEqual(heat(0, -1, 3));
    expect(heat(-0.7, -1, -0.7)).toEqual(heat(0, -1, 3));
  });
});

it("writes a sheet with every figure", () => {
  const line = { hand: "six_card_flush", odds: "9 to 1", clause: "MD-HCF 12.B", combinations: 1, probability: exact("0.5"), return: exact("4.5") };
  const analysis = {
    wagers: { flush_bonus: { paytable: 'A "new"', house_edge: exact("0.1"), standard_deviation: "2", lines: [line], outcomes: [] } },
  } as unknown as Analysis;
  expect(toCsv(analysis).split("\r\n")).toEqual([
    "wager,pay table,figure,hand,pays,clause,exact,decimal",
    'flush_bonus,"A ""new""",house_edge,,,,0.1,0.1',
    'flush_bonus,"A ""new""",standard_deviation,,,,,2',
    'flush_bonus,"A ""new""",probability,six_card_flush,9 to 1,MD-HCF 12.B,0.5,0.5',
    'flush_bonus,"A ""new""",return,six_card_flush,9 to 1,MD-HCF 12.B,4.5,4.5',
    "",
  ]);
});

describe("marks on a chart", () => {
  const at = (left: number, top: number) => ({ left, top });
  it("stay where they are when they can be told apart", () => {
    expect(apart([at(0, 10), at(MARK, 10), at(0, 10 + MARK)], 100)).toEqual([at(0, 10), at(MARK, 10), at(0, 10 + MARK)]);
  });
  it("stand above each other where they meet, towards the middle", () => {
    expect(apart([at(5, 10), at(5, 10), at(6, 10)], 100).map((mark) => mark.top)).toEqual([10, 10 + MARK, 10 + 2 * MARK]);
    expect(apart([at(5, 180), at(5, 180)], 100).map((mark) => mark.top)).toEqual([180, 180 - MARK]);
  });
});
