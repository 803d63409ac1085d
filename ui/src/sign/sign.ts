import { inEnglish } from "../language/language";
import type { Shown, ShownPaytable, TableRules } from "../server/types";
import { belowTheLines, paysText } from "../words/pays";
import { priceOf } from "../words/money";
import { lineName, wagerName } from "../words/words";

/** The pay tables of a sign, arranged in columns of about equal height. They are as the law prints them: in English. */

export interface SignTable {
  readonly name: string;
  readonly title: string;
  readonly lines: { name: string; pays: string }[];
  /** Amounts of a wheel, which pays what it shows. */
  readonly asShown: string[];
}

const LENGTH = /^(.*?)(seven|six|five|four|three)_card_(straight_flush|flush)$/;

export const signTable = (shown: Shown, name: string, paytable: ShownPaytable): SignTable => inEnglish(() => {
  const lines: { name: string; pays: string }[] = [];
  // When the wheel shows an amount, other players do not receive that amount.
  const ofWheel = name === shown.shared_bonus && paytable.lines.some(({ line }) => line.startsWith("$"));
  for (const { line, pays } of paytable.lines) {
    const before = lines[lines.length - 1];
    const told = pays.replace(/^(\d+)( to )/, (_, odds: string, to: string) => Number(odds).toLocaleString("en-US") + to);
    // "7- or 6-card straight flush" where two lengths pay alike, as the document prints them.
    const joined = before && before.pays === told ? both(shown, before.name, line) : null;
    if (before && joined) before.name = joined;
    else lines.push({ name: ofWheel ? `Wheel shows ${lineName(shown, line)}` : lineName(shown, line), pays: money(told) });
  }
  const below = belowTheLines(shown, paytable);
  if (below) lines.push(below);
  const each = paytable.for_each ? `, for each ${priceOf(paytable.for_each)} wagered` : "";
  return { name, title: `${wagerName(shown, name)}${each}`, ...withoutRepeats(lines) };
});

/** The wagers against the dealer that have their own odds. */
const mainTable = (rules: TableRules): SignTable => inEnglish(() => {
  const lines = Object.entries(rules.against_dealer).flatMap(([wager, { odds }]) =>
    odds === null ? [] : [{ name: wagerName(rules.shown, wager), pays: paysText(odds) }],
  );
  return { name: "main", title: "Against the dealer", lines, asShown: [] };
});

/** A symbol that pays what is written on it needs no line of its own. */
function withoutRepeats(lines: { name: string; pays: string }[]): Pick<SignTable, "lines" | "asShown"> {
  return {
    lines: lines.filter((line) => line.name !== line.pays),
    asShown: lines.filter((line) => line.name === line.pays).map((line) => line.name),
  };
}

function both(shown: Shown, first: string, line: string): string | null {
  const found = LENGTH.exec(line);
  if (!found || found[1]) return null;
  const [before, ...rest] = first.split("-card ");
  const second = lineName(shown, line);
  if (rest.join("") !== second.split("-card ")[1] || !/^\d$/.test(before ?? "")) return null;
  return `${before}- or ${second}`;
}

const money = (pays: string): string =>
  /^\$\d+$/.test(pays) ? `$${Number(pays.slice(1)).toLocaleString("en-US")}` : pays;

/** Columns of about equal height, in the order of the layout; what other players receive stays under the progressive. */
export function signColumns(rules: TableRules): SignTable[][] {
  const tables = Object.entries(rules.paytables).map(([name, paytable]) => signTable(rules.shown, name, paytable));
  const shared = tables.filter((table) => table.name === rules.shown.shared_bonus);
  const alone = tables.filter((table) => !shared.includes(table));
  const columns = alone.map((table) => [table]);
  const progressive = columns.find((column) => column[0]?.name === rules.shown.progressive_wager);
  const shortest = columns.reduce((least, column) => (height(column) < height(least) ? column : least), columns[0] ?? []);
  for (const table of shared) {
    const beneath = progressive && height(progressive) <= height(shortest) + table.lines.length + 2 ? progressive : shortest;
    (beneath ?? columns[0])?.push(table);
  }
  columns.reduce((least, column) => (height(column) < height(least) ? column : least), columns[0] ?? []).unshift(mainTable(rules));
  return columns;
}

const height = (column: readonly SignTable[]): number => column.reduce((sum, table) => sum + table.lines.length + Math.ceil(table.asShown.length / 4) + 2, 0);
