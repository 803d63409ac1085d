import type { TableRules, WagerOffer } from "../server/types";
import { wagerName } from "./words";

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

/** What the document wants written on the layout, in a line. */
export function inscription(rules: TableRules): string {
  return rules.cards.community
    ? "Ante pushes if the dealer has less than a three-card nine-high flush"
    : "Dealer qualifies with a three-card flush, nine high";
}

/** The felt's colour tells the games apart across a room. */
export function feltOf(rulebook: string): string {
  const [place, game] = rulebook.split("-");
  if (game === "CTF") return "blue";
  return place === "MA" ? "wine" : "green";
}

/** The Ante and the X-tra Bonus stand side by side with an addition sign between them. */
export const joinsWithPlus = (offer: WagerOffer): boolean => offer.name === "xtra_bonus";
