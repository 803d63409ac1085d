import type { Shown } from "../server/types";
import { price } from "../words/money";
import { dateAndTime } from "../words/times";
import { capital, lineName, plain, tableName, wagerName } from "../words/words";
import { inRow, mark, t } from "../language/language";
import { named } from "../words/steps";

/** The content of an event as a regulator reads it: amounts in dollars, usual names, nothing empty. */

const AMOUNTS = new Set(["stake", "paid", "returned", "amount", "main", "secondary", "main_by", "secondary_by", "tray", "least_tray", "worth", "bought", "wagered", "reserved"]);
/** Shown elsewhere in the row, or useful only to machines. */
const UNSAID = new Set(["event", "clauses", "type", "at", "key", "step"]);
const TIMES = new Set(["until"]);
/** Facts with their labels. Others are shown by their names in the program. */
const NAMES: Record<string, string> = {
  main: mark("meter {value}"),
  secondary: mark("secondary meter {value}"),
  main_by: mark("by {value}"),
  secondary_by: mark("secondary by {value}"),
  row: mark("hand {value}"),
  source: mark("for the hand of seat {value}"),
  limited_by: mark("limited by {value}"),
  seat: mark("seat {value}"),
  deck: mark("deck {value}"),
  by: mark("by {value}"),
  amount: mark("amount {value}"),
  cards: mark("cards {value}"),
  round: mark("round {value}"),
  reason: mark("reason {value}"),
  account: mark("account {value}"),
  name: mark("name {value}"),
  approved_by: mark("approved by {value}"),
  device: mark("device {value}"),
  correction: mark("correction {value}"),
  kind: mark("kind {value}"),
  table: mark("table {value}"),
  method: mark("method {value}"),
  jobs: mark("jobs {value}"),
  until: mark("until {value}"),
  settings: mark("settings {value}"),
  automatic: mark("automatic {value}"),
  least_tray: mark("least tray {value}"),
  counted: mark("counted {value}"),
  count: mark("count {value}"),
  paid: mark("paid {value}"),
  deadline: mark("deadline {value}"),
  settled: mark("settled {value}"),
  settled_by: mark("settled by {value}"),
  returned_by: mark("returned by {value}"),
  tray: mark("tray {value}"),
  opened_by: mark("opened by {value}"),
  chips: mark("chips {value}"),
  how: mark("how {value}"),
  symbol: mark("symbol {value}"),
  burned: mark("burned {value}"),
  depth: mark("depth {value}"),
  hands: mark("hands {value}"),
  net: mark("net {value}"),
  in_deck: mark("in deck {value}"),
  player: mark("player {value}"),
  text: mark("text {value}"),
  deal: mark("deal {value}"),
  stake: mark("stake {value}"),
  outcome: mark("outcome {value}"),
  odds: mark("odds {value}"),
  returned: mark("returned {value}"),
  paytable: mark("paytable {value}"),
  seats: mark("seats {value}"),
  line: mark("line {value}"),
  shares: mark("shares {value}"),
  alarm: mark("alarm {value}"),
  order: mark("order {value}"),
  board: mark("board {value}"),
  then: mark("then {value}"),
  paid_from: mark("paid from {value}"),
  in_kind: mark("in kind {value}"),
  hash: mark("hash {value}"),
  keeping: mark("keeping {value}"),
  digest: mark("digest {value}"),
  session: mark("session {value}"),
  link: mark("link {value}"),
  credential: mark("credential {value}"),
  site: mark("site {value}"),
  issuer: mark("issuer {value}"),
  subject: mark("subject {value}"),
  betting_seconds: mark("betting seconds {value}"),
  decision_seconds: mark("decision seconds {value}"),
  meter: mark("meter {value}"),
  context: mark("context {value}"),
  commitment: mark("commitment {value}"),
  seed: mark("seed {value}"),
  salts: mark("salts {value}"),
  terms: mark("terms {value}"),
  rulebook: mark("rulebook {value}"),
  document: mark("document {value}"),
  submission: mark("submission {value}"),
  law: mark("law {value}"),
  engine: mark("engine {value}"),
  stream: mark("stream {value}"),
  first: mark("first {value}"),
  last: mark("last {value}"),
  leaves: mark("leaves {value}"),
  state: mark("state {value}"),
  version: mark("version {value}"),
  roles: mark("roles {value}"),
  game: mark("game {value}"),
  action: mark("action {value}"),
  best: mark("best {value}"),
  cost: mark("cost {value}"),
  way: mark("way {value}"),
  dealt: mark("dealt {value}"),
  exam: mark("exam {value}"),
  layouts: mark("layouts {value}"),
  seconds: mark("seconds {value}"),
  right: mark("right {value}"),
  asked: mark("asked {value}"),
  wrong: mark("wrong {value}"),
  worth: mark("worth {value}"),
  bought: mark("bought {value}"),
  wagered: mark("wagered {value}"),
  reserved: mark("reserved {value}"),
  what: mark("what {value}"),
  request: mark("request {value}"),
  asked_by: mark("asked by {value}"),
  minutes: mark("minutes {value}"),
};
/** Facts that are yes or no. */
const FLAGS: Record<string, string> = {
  incomplete: mark("incomplete"),
  board_needed: mark("board needed"),
  stopped: mark("stopped"),
  locked: mark("locked"),
  guest: mark("guest"),
  complete: mark("complete"),
  qualifies: mark("qualifies"),
  cut_needed: mark("cut needed"),
  entered: mark("entered"),
  by_itself: mark("by itself"),
  asked_again: mark("asked again"),
  preshuffled: mark("preshuffled"),
  face_up: mark("face up"),
  from_meter: mark("from meter"),
  decisions: mark("decisions"),
  early: mark("early"),
  strong: mark("strong"),
  entered_cards: mark("entered cards"),
  passing: mark("passing"),
  in_time: mark("in time"),
  passed: mark("passed"),
};
/** Anything longer than this opens on request. */
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
    .map(([name, value]) => (name === "amount" && data?.["what"] === "minutes" ? withName("minutes", String(value)) : fact(shown, name, value)));
  let fitting = facts.length;
  while (fitting > 0 && inRow(facts.slice(0, fitting)).length > SHORT) fitting -= 1;
  return { short: inRow(facts.slice(0, fitting)), more: inRow(facts.slice(fitting)) };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function fact(shown: Shown | null, name: string, value: unknown): string {
  if (name === "wagers" && isWagers(value)) return value.map(([wager, amount]) => `${wagerName(shown, wager)} ${price(amount)}`).join(", ");
  if (typeof value === "boolean") return flag(FLAGS[name] ? t(FLAGS[name]) : plain(name), value);
  if (AMOUNTS.has(name) && typeof value === "number") return withName(name, price(value));
  if (TIMES.has(name) && typeof value === "number") return withName(name, dateAndTime(value));
  if (name === "wager") return wagerName(shown, String(value));
  if (name === "row") return withName(name, lineName(shown, String(value)));
  if (name === "places" && Array.isArray(value)) return t("to {places}", { places: dealtTo(value) });
  return withName(name, told(shown, value));
}

const flag = (name: string, value: boolean): string => (value ? name : t("{name}: no", { name }));
const withName = (name: string, value: string): string => (NAMES[name] ? t(NAMES[name], { value }) : `${plain(name)} ${value}`);

const isWagers = (value: unknown): value is [string, number][] =>
  Array.isArray(value) && value.every((each) => Array.isArray(each) && typeof each[1] === "number");

/** Where the cards went, each place once. */
function dealtTo(places: readonly unknown[]): string {
  const names: Record<string, string> = { "0": t("the dealer"), "-1": t("the community cards") };
  return [...new Set(places)].map((place) => names[String(place)] ?? t("seat {seat}", { seat: String(place) })).join(", ");
}

function told(shown: Shown | null, value: unknown): string {
  if (Array.isArray(value)) return value.filter((each) => !isEmpty(each)).map((each) => told(shown, each)).join(" ");
  if (typeof value !== "object" || value === null) return named(String(value));
  return Object.entries(value)
    .filter(([, part]) => !isEmpty(part))
    .map(([name, part]) => fact(shown, name, part))
    .join(", ");
}

const STREAMS: Record<string, string> = {
  table: mark("Table {id}"),
  meter: mark("Meter {id}"),
  account: mark("Account {id}"),
  purse: mark("Purse {id}"),
  lessons: mark("Lessons of {id}"),
  exams: mark("Exams of {id}"),
  history: mark("History of {id}"),
  limits: mark("Limits of {id}"),
};

/** "table:ID" by the name of the table; anything without a name is unchanged. */
export function whereOf(stream: string, names: Readonly<Record<string, string>>): string {
  const [kind = "", id = ""] = stream.split(":");
  const name = names[id] && tableName(names[id]);
  if (kind === "table" && name) return name;
  if (kind === "meter" && name) return t("Meter of {table}", { table: name });
  if (STREAMS[kind] && id) return t(STREAMS[kind], { id });
  return id ? `${capital(kind)} ${id}` : stream;
}
