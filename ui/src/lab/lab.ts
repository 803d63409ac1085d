import { mark, t } from "../language/language";
import type { Progress } from "../server/files";
import type { Book, BookWager, Shown } from "../server/types";
import { payingLines } from "../words/pays";
import { isTable, read, write, type Data, type Fault, type Value } from "../submission/submission";
import { faultText } from "../words/faults";
import { capital, lineName, plain, wagerName } from "../words/words";

/** The answers of the lab and how their numbers are written. Exact numbers are text: a fraction and its decimal form. */

export interface Exact {
  exact: string;
  decimal: string;
}

export interface Outcome {
  net: string;
  probability: Exact;
}

export interface PayLine {
  hand: string;
  clause: string;
  combinations: number;
  probability: Exact;
  return: Exact;
  odds?: string;
  pays?: string;
}

export interface Wager {
  house_edge: Exact;
  standard_deviation: string;
  paytable?: string;
  hit_frequency?: Exact;
  element_of_risk?: Exact;
  average_wager?: Exact;
  actions?: Record<string, Exact>;
  dealer_qualifies?: Exact;
  parts?: Record<string, { staked: Exact; net: Exact }>;
  lines?: PayLine[];
  outcomes?: Outcome[];
  at_maximum?: { stake: string; house_edge: Exact };
  /** The unit of the house edge, if it is not the stake of the wager. */
  per?: string;
  stake?: string;
}

export interface ByPlayers {
  players: number;
  house_edge: Exact;
  break_even_meter: Exact | null;
}

export interface Progressive extends Wager {
  at_meter: string | null;
  amount: string;
  players: number;
  break_even_meter: Exact | null;
  at_no_meter: Exact;
  per_dollar_of_meter: Exact;
  by_players: ByPlayers[];
  long_run: { house_edge: Exact; average_meter: Exact } | null;
  /** The other amounts that may be wagered. */
  other_amounts?: { amount: string; house_edge: Exact; break_even_meter: Exact | null }[];
}

export interface Analysis {
  submission: { rulebook: string; digest: string };
  wagers: Record<string, Wager>;
  warnings: { code: string; wager: string; clause: string; message: string; player_edge: Exact }[];
  payout_limit?: { limit: string; stakes: Record<string, string>; exact: boolean; taken: { least: Exact; most: Exact } }[];
  check: { lawful: boolean; faults: Fault[] };
  progress: Progress | null;
}


export type Tables = Record<string, Record<string, Record<string, string>>>;

const MINUS = "−";
const signs = (text: string): string => text.replace("-", MINUS);

/** "7.8072 %": a part of one as a percentage. */
export function percent(number: Exact | string, places = 4): string {
  const value = Number(typeof number === "string" ? number : number.decimal) * 100;
  const shown = value.toFixed(places);
  return `${signs(Number(shown) === 0 ? shown.replace("-", "") : shown)} %`;
}

/** With as many decimals as a small probability needs. */
export function chance(number: Exact): string {
  const value = Number(number.decimal) * 100;
  if (value === 0) return "0 %";
  const places = Math.min(8, Math.max(2, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return percent(number, places);
}

/** "1 in 19,491": a frequency. */
export function oneIn(number: Exact): string {
  const value = Number(number.decimal);
  if (value <= 0) return t("never");
  if (value > 0.1) return t("1 in {number}", { number: (1 / value).toFixed(2) });
  return t("1 in {number}", { number: Math.round(1 / value) });
}

/** "+0.80", with a real minus: a result in units of the base wager. */
export function units(number: Exact, places = 2): string {
  const value = Number(number.decimal);
  const shown = Math.abs(value).toFixed(places);
  return `${value < 0 && Number(shown) !== 0 ? MINUS : "+"}${shown}`;
}

/** A difference of percentages. */
export function points(number: Exact, places = 4): string {
  const value = Number(number.decimal) * 100;
  const shown = Math.abs(value).toFixed(places);
  return `${value < 0 ? MINUS : "+"}${shown}`;
}

/** "-13/50" as a number, for drawing only. */
export function roughly(fraction: string): number {
  const [above = "0", below = "1"] = fraction.split("/");
  return Number(above) / Number(below);
}

export const signedNet = (net: string): string => (net.startsWith("-") ? MINUS + net.slice(1) : net === "0" ? "0" : `+${net}`);

// Choices

export const OWN = "own";

/** The wagers of a rulebook that are paid by a table, in the order of the document. */
export const paidByTable = (book: Book): string[] => book.wagers.filter((each) => each.paytables).map((each) => each.wager);

export const bookWager = (book: Book, wager: string): BookWager | null => book.wagers.find((each) => each.wager === wager) ?? null;

/** The printed tables from which the operator chooses for a wager, by their letters. */
export const tablesOf = (book: Book, tables: Tables, wager: string): Record<string, Record<string, string>> =>
  payingLines(tables[bookWager(book, wager)?.paytables ?? ""] ?? {});

/** The analysis of the wager that is paid from a meter; null if none is offered. */
export const progressiveOf = (analysis: Analysis, shown: Shown): Progressive | null =>
  (analysis.wagers[shown.progressive_wager ?? ""] as Progressive | undefined) ?? null;

/** Every line that some printed table of the wager has, the highest first. */
export function linesOf(book: Book, tables: Tables, wager: string): string[] {
  const all = Object.values(tablesOf(book, tables, wager));
  const longest = [...all].sort((a, b) => Object.keys(b).length - Object.keys(a).length);
  return [...new Set(longest.flatMap((table) => Object.keys(table)))];
}

/** The chosen table: a letter, "own", or nothing if the wager is not offered. */
export function chosenTable(data: Data, wager: string): string {
  const table = read(data, `wagers.${wager}.paytable`);
  return isTable(table) ? OWN : typeof table === "string" ? table : "";
}

/** What was typed for a line, as the service reads it: "300" means 300 to 1. */
export function typedPay(text: string): Value | undefined {
  const plain = text.trim();
  if (plain === "") return undefined;
  return /^\d{1,7}$/.test(plain) ? Number(plain) : plain;
}

export const shownPay = (pay: Value | undefined): string => (pay === undefined ? "" : typeof pay === "number" ? `${pay} to 1` : String(pay));

/** How to write a pay line, shown after other input. */
export const wantedPay = (shown: Shown, wager: string): string =>
  t(wager === shown.progressive_wager ? "Write 300 for 300 to 1, or 3 to 2, or $250, or 10%." : "Write 300 for 300 to 1, or 3 to 2, or $250.");

const AMOUNT = /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/;

/** Dollars, as the service reads them. */
export const isAmount = (text: string): boolean => AMOUNT.test(text);

/** How to write an amount, shown after other input. */
export const WANTED_AMOUNT = mark("Write dollars, such as 40000 or 40000.50.");

const PAY_LINE = /^wagers\.(\w+)\.(?:paytable|bonus)\.(\w+)$/;

/** What the service could not read, with the names on the page. */
export function unreadText(shown: Shown, fault: Fault): string {
  const [, wager = "", line = ""] = PAY_LINE.exec(fault.key) ?? [];
  if (wager) return t("{wager}, {line}: this is not a payout. {wanted}", { wager: wagerName(shown, wager), line: lineName(shown, line), wanted: wantedPay(shown, wager) });
  return `${capital(plain(fault.key).replaceAll(".", ", "))}: ${faultText(fault)}`;
}

/** For comparison: "300", "300 to 1" and "300  TO 1" are the same. */
const samePay = (pay: Value | undefined): string => {
  const text = shownPay(pay).trim().toLowerCase().replace(/\s+/g, " ");
  return /^\d+$/.test(text) ? `${text} to 1` : text;
};

/** The letter of the printed table that the user's own table equals, line by line; null if there is none. */
export function printedAlike(data: Data, book: Book, tables: Tables, wager: string): string | null {
  const own = read(data, `wagers.${wager}.paytable`);
  if (!isTable(own)) return null;
  const lines = Object.keys(own);
  const alike = Object.entries(tablesOf(book, tables, wager)).find(
    ([, printed]) => Object.keys(printed).length === lines.length && lines.every((line) => samePay(own[line]) === samePay(printed[line])),
  );
  return alike?.[0] ?? null;
}

/** The data with another table chosen. The user's own table starts as a copy of the previous one. */
export function chooseTable(data: Data, book: Book, tables: Tables, wager: string, choice: string, bundled: Data): Data {
  const path = `wagers.${wager}`;
  if (choice === "") return write(data, path, undefined);
  const before = chosenTable(data, wager);
  const printed = tablesOf(book, tables, wager);
  const offered = isTable(read(data, path)) ? data : write(data, path, read(bundled, path) ?? {});
  if (choice === OWN) {
    const lines = printed[before] ?? Object.values(printed)[0] ?? {};
    const copy = Object.fromEntries(Object.entries(lines).filter(([, pays]) => pays !== "Bonus"));
    return write(write(offered, `${path}.paytable`, copy), `${path}.bonus`, undefined);
  }
  const next = write(offered, `${path}.paytable`, choice);
  return bookWager(book, wager)?.wheel ? withSegments(next, path, printed[choice] ?? {}) : next;
}

/** Each wheel has its own symbols: counts stay where the symbol stays, a new one gets a single segment. */
function withSegments(data: Data, path: string, symbols: Record<string, string>): Data {
  const counts = segmentsOf(data, path);
  const segments = Object.keys(symbols).map((symbol) => ({ symbol, count: counts[symbol] ?? 1 }));
  const next = write(data, `${path}.segments`, segments);
  const paysPrize = Object.values(symbols).some((pays) => pays === "the prize");
  const prize = read(data, `${path}.prize`) ?? read(data, `${path}.initial`);
  return write(next, `${path}.prize`, paysPrize ? prize : undefined);
}

/** How many segments carry each symbol. `path` leads to the wager that the wheel pays. */
export function segmentsOf(data: Data, path: string): Record<string, number> {
  const listed = read(data, `${path}.segments`);
  const counts: Record<string, number> = {};
  for (const each of Array.isArray(listed) ? listed : []) {
    if (isTable(each)) counts[String(each["symbol"])] = Number(each["count"]);
  }
  return counts;
}

export function setSegment(data: Data, path: string, symbol: string, count: number): Data {
  const counts = { ...segmentsOf(data, path), [symbol]: count };
  const segments = Object.entries(counts).map(([name, number]) => ({ symbol: name, count: number }));
  return write(data, `${path}.segments`, segments);
}

// The meter

export interface MeterLine {
  players: number;
  /** House edge at an empty meter, and what each dollar on it changes. */
  from: number;
  slope: number;
}

/** Lines closer together than this look like one. */
const VISIBLE = 0.002;

/** The edge is a straight line in the meter; with other players it is shifted by what they are worth. */
export function meterLines(wager: Progressive): MeterLine[] {
  const slope = Number(wager.per_dollar_of_meter.decimal);
  const shown = wager.by_players.filter((each, place, all) => {
    const apart = Math.abs(Number(all[0]?.house_edge.decimal) - Number(all.at(-1)?.house_edge.decimal)) > VISIBLE;
    return each.players === 1 || each.players === wager.players || (apart && place === all.length - 1);
  });
  return shown.map((each) => ({ players: each.players, from: -slope * Number(each.break_even_meter?.decimal ?? 0), slope }));
}

export const edgeAt = (line: MeterLine, meter: number): number => line.from + line.slope * meter;

/** Round numbers between two ends, about `about` of them. */
export function ticks(from: number, to: number, about: number): number[] {
  const rough = (to - from) / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 10 * power;
  const found: number[] = [];
  for (let at = Math.ceil(from / step - 1e-9) * step; at <= to + step * 1e-9; at += step) found.push(Number(at.toPrecision(12)));
  return found;
}

// Colours of a heat map

type Colour = readonly [number, number, number];
const LOW: Colour = [168, 66, 63];
const MIDDLE: Colour = [247, 243, 232];
const HIGH: Colour = [38, 92, 140];
/** The luminance at which black and white text have the same contrast, 4.58 to 1. */
const EVEN = 0.179;

/** From red at the lowest value over the colour of paper to blue at the highest, with a text colour that is readable on it.
 *  Paper stands for zero or, where all values are on one side of zero, for the nearest value. */
export function heat(value: number, lowest: number, highest: number): { background: string; ink: string } {
  const paper = Math.min(Math.max(0, lowest), highest);
  const end = value < paper ? LOW : HIGH;
  const part = (value - paper) / ((value < paper ? lowest : highest) - paper || 1);
  const weight = Math.min(1, Math.max(0, part)) ** 0.8;
  const mixed = MIDDLE.map((each, place) => Math.round(each + ((end[place] ?? 0) - each) * weight)) as unknown as Colour;
  return { background: `rgb(${mixed.join(" ")})`, ink: brightness(mixed) > EVEN ? "#000000" : "#ffffff" };
}

/** Relative luminance, as contrast is measured. */
function brightness(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// The analysis as a spreadsheet

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Every figure of every wager, one per line, fractions in full. */
export function toCsv(analysis: Analysis): string {
  const rows: string[][] = [["wager", "pay table", "figure", "hand", "pays", "clause", "exact", "decimal"]];
  for (const [name, wager] of Object.entries(analysis.wagers)) {
    const table = wager.paytable ?? "";
    const figures = { house_edge: wager.house_edge, element_of_risk: wager.element_of_risk, hit_frequency: wager.hit_frequency };
    for (const [figure, value] of Object.entries(figures)) {
      if (value) rows.push([name, table, figure, "", "", "", value.exact, value.decimal]);
    }
    rows.push([name, table, "standard_deviation", "", "", "", "", wager.standard_deviation]);
    for (const line of wager.lines ?? []) {
      const pays = line.odds ?? line.pays ?? "";
      rows.push([name, table, "probability", line.hand, pays, line.clause, line.probability.exact, line.probability.decimal]);
      rows.push([name, table, "return", line.hand, pays, line.clause, line.return.exact, line.return.decimal]);
    }
    for (const outcome of wager.outcomes ?? []) {
      rows.push([name, table, "net result", outcome.net, "", "", outcome.probability.exact, outcome.probability.decimal]);
    }
  }
  return `${rows.map((row) => row.map(quoted).join(",")).join("\r\n")}\r\n`;
}
