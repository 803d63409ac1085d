import type { TableRules } from "../server/types";

/** A link to the lab with the pay tables of a table chosen. */
export function labLink(rules: TableRules): string {
  const letters = Object.entries(rules.paytables).filter(([, table]) => table.letter);
  const chosen = new URLSearchParams(letters.map(([wager, table]) => [wager, table.letter ?? ""]));
  return `/lab/${rules.rulebook}?${chosen}`;
}
