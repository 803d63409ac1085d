import type { Shown } from "../server/types";
import { price } from "../words/money";
import { dateAndTime } from "../words/times";
import { capital, lineName, plain, wagerName } from "../words/words";

/** The content of an event as a regulator reads it: amounts in dollars, usual names, nothing empty. */

const AMOUNTS = new Set(["stake", "paid", "returned", "amount", "main", "secondary", "main_by", "secondary_by", "tray", "least_tray"]);
/** Shown elsewhere in the row, or of use to machines only. */
const UNSAID = new Set(["event", "clauses", "type", "at", "key", "step"]);
const TIMES = new Set(["until"]);
const NAMES: Record<string, string> = {
  main: "meter",
  secondary: "secondary meter",
  main_by: "by",
  secondary_by: "secondary by",
  row: "hand",
  source: "for the hand of seat",
  limited_by: "limited by",
};
/** What is longer than this opens on request. */
const SHORT = 160;

export interface Said {
  /** Whole facts, as many as fit on a line or two. */
  readonly short: string;
  /** The facts that did not fit. */
  readonly more: string;
}

export function whatHappened(data: Record<string, unknown> | null, shown: Shown | null = null): Said {
  const facts = Object.entries(data ?? {})
    .filter(([name, value]) => !UNSAID.has(name) && !isEmpty(value))
    .map(([name, value]) => fact(shown, name, value));
  let fitting = facts.length;
  while (fitting > 0 && facts.slice(0, fitting).join(", ").length > SHORT) fitting -= 1;
  return { short: facts.slice(0, fitting).join(", "), more: facts.slice(fitting).join(", ") };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function fact(shown: Shown | null, name: string, value: unknown): string {
  if (name === "wagers" && isWagers(value)) return value.map(([wager, amount]) => `${wagerName(shown, wager)} ${price(amount)}`).join(", ");
  const said = NAMES[name] ?? plain(name);
  if (typeof value === "boolean") return value ? said : `${said}: no`;
  if (AMOUNTS.has(name) && typeof value === "number") return `${said} ${price(value)}`;
  if (TIMES.has(name) && typeof value === "number") return `${said} ${dateAndTime(value)}`;
  if (name === "wager") return wagerName(shown, String(value));
  if (name === "row") return `${said} ${lineName(shown, String(value))}`;
  if (name === "places" && Array.isArray(value)) return `to ${dealtTo(value)}`;
  return `${said} ${told(shown, value)}`;
}

const isWagers = (value: unknown): value is [string, number][] =>
  Array.isArray(value) && value.every((each) => Array.isArray(each) && typeof each[1] === "number");

/** Where the cards went, each place once. */
function dealtTo(places: readonly unknown[]): string {
  const names: Record<string, string> = { "0": "the dealer", "-1": "the community cards" };
  return [...new Set(places)].map((place) => names[String(place)] ?? `seat ${String(place)}`).join(", ");
}

function told(shown: Shown | null, value: unknown): string {
  if (Array.isArray(value)) return value.filter((each) => !isEmpty(each)).map((each) => told(shown, each)).join(" ");
  if (typeof value !== "object" || value === null) return plain(String(value));
  return Object.entries(value)
    .filter(([, part]) => !isEmpty(part))
    .map(([name, part]) => fact(shown, name, part))
    .join(", ");
}

/** "table:ID" by the name of the table; what has no name stays as it is. */
export function whereOf(stream: string, names: Readonly<Record<string, string>>): string {
  const [kind = "", id = ""] = stream.split(":");
  const name = names[id];
  if (kind === "table" && name) return name;
  if (kind === "meter" && name) return `Meter of ${name}`;
  return id ? `${capital(kind)} ${id}` : stream;
}
