import type { TableRules } from "../server/types";
import { capital, plain, wagerName } from "./words";

/** What the table pays, as a sign would have it. */

const grouped = (text: string): string => text.replace(/\d{4,}/g, (digits) => Number(digits).toLocaleString("en-US"));

/** "1000 to 1" becomes "1,000 to 1", and a share says of what. */
export const paysText = (pays: string): string => (pays.endsWith("%") ? `${pays} of the meter` : grouped(pays));

export interface Ruling {
  readonly when: string;
  readonly then: string;
  readonly clause: string;
}

const CASES: Record<string, string> = {
  below: "Dealer does not qualify",
  higher: "Your hand is higher",
  equal: "The hands are equal",
  lower: "Your hand is lower",
};
const OUTCOMES: Record<string, string> = { push: "push", lose: "loses" };

/** For each wager of the main game, what becomes of it against the dealer's hand. */
export function mainGame(rules: TableRules): { wager: string; rulings: Ruling[] }[] {
  return Object.entries(rules.against_dealer).map(([wager, { odds, verdicts }]) => ({
    wager: wagerName(wager),
    rulings: Object.entries(CASES).flatMap(([name, when]): Ruling[] => {
      const verdict = verdicts[name];
      if (!verdict) return [{ when, then: "by the hands", clause: verdicts["higher"]?.clauses.at(-1) ?? "" }];
      const wins = odds === null ? "by its table" : grouped(odds);
      return [{ when, then: OUTCOMES[verdict.outcome] ?? wins, clause: verdict.clauses.at(-1) ?? "" }];
    }),
  }));
}

type Stage = TableRules["decision"]["stages"][number];

/** How much may be wagered after the cards are seen, and with which hand. */
export function decisionSizes(rules: TableRules): Ruling[] {
  return rules.decision.stages.flatMap((stage) => {
    const clause = stage.clauses[0] ?? "";
    const name = capital(plain(stage.stage));
    return runsOf(stage).map(({ first, last, largest }) => {
      const flush = first === last ? `${first}-card flush` : `${first}- to ${last}-card flush`;
      const whole = new Set(stage.largest_by_flush).size === 1;
      const times = largest === stage.smallest ? `${largest}× the Ante` : `${stage.smallest}× to ${largest}× the Ante`;
      return { when: whole ? name : `With a ${flush}`, then: times, clause };
    });
  });
}

/** Lengths of flush that allow the same, together. */
function runsOf(stage: Stage): { first: number; last: number; largest: number }[] {
  const runs: { first: number; last: number; largest: number }[] = [];
  stage.largest_by_flush.forEach((largest, length) => {
    const run = runs.at(-1);
    if (run?.largest === largest) run.last = length;
    else if (largest > 0) runs.push({ first: length, last: length, largest });
  });
  return runs;
}
