import type { TableRules, WagerOffer } from "../server/types";
import { wagerName } from "./words";

/** The betting areas of a seat and what is written on the layout, as the service describes the layout, printed or drawn. */

export function wagerOffers(rules: TableRules): WagerOffer[] {
  const { shown } = rules;
  const before = rules.wagers.map((each): Partial<WagerOffer> & { name: string } => ({
    name: each.wager,
    required: each.required,
    equals: each.equals,
    like: each.equals && wagerName(shown, each.equals),
    minimum: each.minimum,
    maximum: each.maximum,
    amounts: each.amounts,
    clause: each.clauses[0] ?? null,
    needs: each.needs,
  }));
  const after = rules.decision.stages
    .filter((stage, at, all) => all.findIndex((each) => each.wager === stage.wager) === at)
    .map((stage) => ({ name: stage.wager, required: true, decision: true, clause: stage.clauses[0] ?? null }));
  const offers = new Map([...before, ...after].map((offer) => [offer.name, offer]));
  return rules.areas.map((area) => ({ ...drawn(rules, area), ...offers.get(area.wager) }));
}

function drawn({ shown }: TableRules, { wager: name, required, sensor, right_of }: TableRules["areas"][number]): WagerOffer {
  return {
    name,
    label: wagerName(shown, name),
    short: shown.wagers[name]?.short ?? wagerName(shown, name),
    base: name === shown.base_wager,
    progressive: sensor,
    joined: right_of !== null,
    required,
    decision: false,
    equals: null,
    like: null,
    minimum: "0",
    maximum: "0",
    amounts: [],
    clause: null,
    needs: null,
  };
}

/** The smallest and the largest base wager of a table. */
export const baseLimits = (rules: TableRules): { minimum: string; maximum: string } | null =>
  rules.wagers.find((each) => each.wager === rules.shown.base_wager) ?? null;

export interface Inscription {
  readonly about: string;
  readonly text: string;
  /** The clause that requires it at the table; null if the document does not. */
  readonly clause: string | null;
}

/** What must be displayed at the table, from its rules. */
export const inscriptions = (rules: TableRules): Inscription[] =>
  Object.entries(rules.inscriptions).flatMap(([about, { text, clauses }]) => (text ? [{ about, text, clause: clauses[0] ?? null }] : []));
