import { mark, t } from "../language/language";
import type { Book } from "../server/types";
import type { Reading } from "../words/readings";
import { isTable, read, type Data, type Value } from "./submission";
import { capital, lineName, plain, wagerName } from "../words/words";

/** The form of a Rules Submission, made from what the rulebook leaves to the operator. */

/** One key that the operator may choose, as the service lists it. */
export interface Choice {
  key: string;
  clauses: string[];
  values: string[];
  lawful: string | null;
  where: { key: string; value: string } | null;
}

export interface Field {
  key: string;
  label: string;
  kind: "text" | "amount" | "amounts" | "list" | "date" | "choice" | "switch" | "segments";
  clauses: string[];
  values: { value: string; label: string }[];
  /** Whole numbers are kept as numbers, everything else as text. */
  numeric: boolean;
  lawful: string | null;
  /** The value that applies if nothing is chosen. */
  absent: string | null;
}

export interface Group {
  title: string;
  /** The wager that the group is about, and the key that offers it. */
  wager: string | null;
  fields: Field[];
}

const LABELS: Record<string, string> = {
  operator: mark("Operator"),
  approved_on: mark("Approved on"),
  "signs.odds": mark("Word in odds"),
  "table.seats": mark("Seats"),
  "table.adjacent_boxes": mark("Boxes for one player"),
  "table.dealing": mark("Dealing"),
  "table.order": mark("Order of dealing"),
  "table.shuffler": mark("Shuffler"),
  "table.decks": mark("Decks"),
  "table.deck_backs": mark("Backs of the decks"),
  "table.alternation": mark("The decks take turns"),
  "payout_limit.per_hand": mark("Per hand"),
  "payout_limit.per_round": mark("Per round"),
  paytable: mark("Pay table"),
  minimum: mark("Smallest wager"),
  maximum: mark("Largest wager"),
  amount: mark("Amount or amounts of the wager"),
  rate: mark("Rate of progression"),
  secondary_rate: mark("Rate of the secondary meter"),
  initial: mark("Meter starts at"),
  reset: mark("Meter goes back to"),
  rounding: mark("Rounding of shares"),
  prize: mark("Fixed prize"),
  merchandise: mark("Prize in kind"),
  segments: mark("Segments of the wheel"),
};

/** Values that the keys of a table and of a progressive may have. Those of readings are named by the rulebook. */
const VALUES: Record<string, string> = {
  automated: mark("Automated"),
  hand: mark("By hand"),
  manual_shoe: mark("Manual shoe"),
  counting: mark("Counting"),
  none: mark("None"),
  plain: mark("Plain"),
  reshuffling: mark("Reshuffling"),
  every_round: mark("Every round"),
  stacks_community_dealer_players: mark("Stacks community dealer players"),
  stacks_community_players_dealer_kept: mark("Stacks community players dealer kept"),
  down_to_cent: mark("Down to cent"),
  down_to_dollar: mark("Down to dollar"),
  nearest_cent: mark("Nearest cent"),
  up_to_cent: mark("Up to cent"),
};
const valueName = (value: string): string => (VALUES[value] ? t(VALUES[value]) : capital(plain(value)));

const NUMERIC = new Set(["table.seats", "table.adjacent_boxes", "table.decks"]);
const NEEDED = new Set(["table.seats", "table.adjacent_boxes", "table.dealing", "table.shuffler", "table.decks"]);
const AMOUNTS = /(minimum|maximum|initial|reset|prize|per_hand|per_round|rate)$/;

/** The choice that applies now: one that depends on another choice goes before one that does not, the last of several first. */
export function choiceFor(choices: readonly Choice[], key: string, data: Data): Choice | null {
  const here = choices.filter((choice) => choice.key === key);
  const hanging = here.findLast((choice) => choice.where && String(read(data, choice.where.key)) === choice.where.value);
  return hanging ?? here.find((choice) => choice.where === null) ?? null;
}

export function groupsFor(book: Book, choices: readonly Choice[], readings: readonly Reading[], data: Data): Group[] {
  const keys = [...new Set(choices.map((choice) => choice.key))];
  const named = (...prefixes: string[]): Field[] =>
    keys.filter((key) => prefixes.some((prefix) => key === prefix || key.startsWith(`${prefix}.`))).flatMap((key) => fieldFor(book, choices, key, data));
  const wagers = keys.filter((key) => /^wagers\.\w+$/.test(key)).map((key) => key.slice(7));
  return [
    { title: t("The submission"), wager: null, fields: named("operator", "approved_on", "signs") },
    { title: t("The table"), wager: null, fields: named("table") },
    ...wagers.map((wager) => wagerGroup(book, choices, wager, data, named)),
    { title: t("Payout limit"), wager: null, fields: named("payout_limit") },
    { title: t("Readings"), wager: null, fields: readings.filter((each) => each.switch).map(readingField) },
  ].filter((group) => group.fields.length > 0);
}

function wagerGroup(book: Book, choices: readonly Choice[], wager: string, data: Data, named: (prefix: string) => Field[]): Group {
  const key = `wagers.${wager}`;
  const offer = choiceFor(choices, key, data);
  const required = offer?.lawful === "required";
  const offered: Field = { ...plainField(key, t("Offer the {wager}", { wager: wagerName(book.shown, wager) }), offer?.clauses ?? []), kind: "switch" };
  const rest = read(data, key) === undefined && !required ? [] : named(key).filter((field) => field.key !== key);
  return { title: wagerName(book.shown, wager), wager, fields: required ? rest : [offered, ...rest] };
}

const plainField = (key: string, label: string, clauses: string[]): Field => ({
  key,
  label,
  kind: "text",
  clauses,
  values: [],
  numeric: false,
  lawful: null,
  absent: null,
});

/** None if the key does not apply with the other choices, unless it has a value anyway. */
function fieldFor(book: Book, choices: readonly Choice[], key: string, data: Data): Field[] {
  const choice = choiceFor(choices, key, data);
  const stands = read(data, key) !== undefined;
  if (!choice && !stands) return [];
  const last = key.split(".").pop() ?? key;
  const field = { ...plainField(key, labelOf(book, key, last), choice?.clauses ?? []), lawful: choice?.lawful ?? null };
  if (last === "segments") return [{ ...field, kind: "segments", values: named(choice?.values ?? []) }];
  if (last === book.shared_key) return [{ ...field, kind: "switch" }];
  if (key === "approved_on") return [{ ...field, kind: "date" }];
  if (last === "deck_backs") return [{ ...field, kind: "list" }];
  if (choice?.values.length) {
    const absent = NEEDED.has(key) || last === "paytable" ? null : choice.values.length === 1 ? t("{value}, as printed", { value: valueName(choice.values[0] ?? "") }) : t("the first of these");
    return [{ ...field, kind: "choice", values: named(choice.values), numeric: NUMERIC.has(key), absent }];
  }
  if (last === "amount") return [{ ...field, kind: "amounts" }];
  return [{ ...field, kind: AMOUNTS.test(last) ? "amount" : "text" }];
}

const named = (values: readonly string[], name = valueName): { value: string; label: string }[] =>
  values.map((value) => ({ value, label: /^[a-z]/.test(value) ? name(value) : value }));

function labelOf({ shown, shared_key: shared }: Book, key: string, last: string): string {
  if (key.includes(".bonus.")) return lineName(shown, last);
  if (key === "table.minimum") return t("Smallest {wager}", { wager: wagerName(shown, shown.base_wager) });
  if (key === "table.maximum") return t("Largest {wager}", { wager: wagerName(shown, shown.base_wager) });
  if (last === shared && shown.shared_bonus) return wagerName(shown, shown.shared_bonus);
  const label = LABELS[key] ?? LABELS[last];
  return label ? t(label) : capital(plain(last));
}

function readingField(reading: Reading): Field {
  return {
    ...plainField(`readings.${reading.id}`, reading.title, reading.clauses),
    kind: "choice",
    values: named(Object.keys(reading.readings), (name) => capital(plain(name))),
    absent: t("{reading} (default)", { reading: capital(plain(reading.default)) }),
  };
}

/** The value of a typed text: a whole number where the field is numeric, else the text; empty removes the key. */
export function valueOf(field: Field, text: string): Value | undefined {
  if (text === "") return undefined;
  const listed = text.split(",").map((each) => each.trim()).filter(Boolean);
  if (field.kind === "list") return listed;
  if (field.kind === "amounts") return listed.length > 1 ? listed : listed[0];
  return field.numeric ? Number(text) : text;
}

export interface Segment {
  symbol: string;
  count: number;
}

export function segmentsOf(value: Value | undefined): Segment[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isTable).map((each) => ({ symbol: String(each["symbol"] ?? ""), count: Number(each["count"] ?? 0) }));
}
