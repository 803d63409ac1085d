import type { TableRules, WagerOffer } from "../server/types";
import { rankName } from "./cards";
import { limitText, runsOf, spinsTheWheel } from "./pays";
import { plain, wagerName } from "./words";

/** The betting areas of a seat, from left to right, as the layout of each game has them. */

const ORDER = ["same_suit", "flush_bonus", "ante", "xtra_bonus", "raise", "all_in", "straight_flush_bonus", "progressive"];

export function wagerOffers(rules: TableRules): WagerOffer[] {
  const before: WagerOffer[] = rules.wagers.map((each) => ({
    name: each.wager,
    label: wagerName(each.wager),
    required: each.required,
    decision: false,
    equals: each.equals,
    minimum: each.minimum,
    maximum: each.maximum,
    clause: each.clauses[0] ?? null,
    needs: each.needs,
  }));
  const after: WagerOffer = {
    name: rules.decision.wager,
    label: wagerName(rules.decision.wager),
    required: true,
    decision: true,
    equals: null,
    minimum: "0",
    maximum: "0",
    clause: rules.decision.stages[0]?.clauses[0] ?? null,
    needs: null,
  };
  return [...before, after].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
}

export interface Inscription {
  readonly about: "qualifying" | "decision" | "payout_limit" | "wheel";
  readonly text: string;
  /** The clause that wants it to be read at the table; null where the document leaves that open. */
  readonly clause: string | null;
}

/** What players must be able to read at the table, from the rules that are played there. */
export function inscriptions(rules: TableRules): Inscription[] {
  const texts = {
    qualifying: qualifyingText(rules),
    decision: decisionText(rules),
    payout_limit: limitText(rules),
    wheel: spinsTheWheel(rules),
  };
  return Object.entries(texts).flatMap(([about, text]) =>
    text ? [{ about: about as Inscription["about"], text, clause: rules.inscriptions[about]?.clauses[0] ?? null }] : [],
  );
}

const BELOW: Record<string, string> = { win: "pays", push: "pushes" };

/** "Dealer qualifies with a nine-high three-card flush; else Ante pays, Raise pushes". */
function qualifyingText(rules: TableRules): string {
  const { flush_length: length, high_card: high, ante_below: ante, play_below: rest } = rules.qualifying;
  const below = [["ante", ante], [rules.decision.wager, rest]].flatMap(([wager = "", becomes = ""]) =>
    BELOW[becomes] ? [`${wagerName(wager)} ${BELOW[becomes]}`] : [],
  );
  return `Dealer qualifies with a ${rankName(high)}-high ${LENGTHS[length]}-card flush; else ${below.join(", ")}`;
}

/** "Raise: 1× the Ante with a flush of 2 to 4 cards, up to 2× with 5, up to 3× with 6 or 7". */
function decisionText(rules: TableRules): string {
  const sizes = rules.decision.stages.flatMap((stage) => runsOf(stage).map((run) => ({ stage, ...run })));
  const said = sizes.map(({ stage, first, last, largest }, at) => {
    const times = `${largest === stage.smallest ? "" : "up to "}${largest}×${at ? "" : " the Ante"}`;
    if (new Set(stage.largest_by_flush).size === 1) return `${times} ${plain(stage.stage)}`;
    const cards = first === last ? `${first}` : last === first + 1 ? `${first} or ${last}` : `${first} to ${last}`;
    return `${times} with ${at ? cards : `a flush of ${cards} cards`}`;
  });
  return `${wagerName(rules.decision.wager)}: ${said.join(", ")}`;
}

const LENGTHS = ["no", "one", "two", "three", "four", "five", "six", "seven"];

/** The felt's colour tells the games apart across a room. */
export function feltOf(rulebook: string): string {
  const [place, game] = rulebook.split("-");
  if (game === "CTF") return "blue";
  return place === "MA" ? "wine" : "green";
}

/** The Ante and the X-tra Bonus stand side by side with an addition sign between them. */
export const joinsWithPlus = (offer: WagerOffer): boolean => offer.name === "xtra_bonus";
