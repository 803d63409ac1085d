import type { TableRules } from "../server/types";

/** The lab with the pay tables of a table chosen. */
export function labLink(rules: TableRules): string {
  const letters = Object.entries(rules.paytables).filter(([, table]) => table.letter);
  const chosen = new URLSearchParams(letters.map(([wager, table]) => [wager, table.letter ?? ""]));
  return `#/lab/${rules.rulebook}?${chosen}`;
}
