import { describe, expect, it } from "vitest";
import { CHASE, HIGH_CARD } from "../words/games.fixture";
import { alarmText, comparedName, decksInWords, hasResult, holdText, incidentText, strayedAlong } from "./floor";

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
