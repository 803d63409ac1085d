import { t } from "../language/language";

/** A Rules Submission as data, and as the TOML file that operators hand in. */

export type Value = string | number | boolean | Value[] | { [key: string]: Value };
export type Data = { [key: string]: Value };

export interface Fault {
  code: string;
  clause: string | null;
  key: string;
  value: string | null;
  message: string;
  lawful: string | null;
}

export function read(data: Data, path: string): Value | undefined {
  return path.split(".").reduce<Value | undefined>((at, key) => (isTable(at) ? at[key] : undefined), data);
}

export const isTable = (value: Value | undefined): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The data with one key set; undefined removes it, and a table that is then empty with it. */
export function write(data: Data, path: string, value: Value | undefined): Data {
  const [key = "", ...rest] = path.split(".");
  const next = { ...data };
  if (rest.length) {
    const inner = isTable(next[key]) ? next[key] : {};
    const changed = write(inner, rest.join("."), value);
    if (Object.keys(changed).length) next[key] = changed;
    else delete next[key];
  } else if (value === undefined) delete next[key];
  else next[key] = value;
  return next;
}

const BARE = /^[A-Za-z0-9_-]+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function toToml(data: Data): string {
  const out: string[] = [];
  section(inOrder(data), "", out);
  return `${out.join("\n").trim()}\n`;
}

/** The position of keys that are switched on. */
const SWITCHED = "true";
const ORDER = [
  "rulebook", "operator", "approved_on", "table", "wagers", "payout_limit", "signs", "readings",
  "seats", "adjacent_boxes", "dealing", "order", "shuffler", "decks", "deck_backs", "alternation",
  "paytable", "amount", "rate", "initial", "reset", SWITCHED, "prize", "merchandise", "rounding", "minimum", "maximum",
  "bonus", "suit", "symbol", "count",
];

function place(key: string, value: Value | undefined): number {
  const at = ORDER.indexOf(value === true ? SWITCHED : key);
  return at < 0 ? ORDER.length : at;
}

/** In the order in which an operator would write it; unknown keys come last, in their order. */
function inOrder(data: Data): Data {
  const keys = Object.keys(data).sort((a, b) => place(a, data[a]) - place(b, data[b]));
  return Object.fromEntries(keys.map((key) => [key, isTable(data[key]) ? inOrder(data[key] as Data) : data[key]!]));
}

const TROUBLE = /^submission: ([\w.]+)(?: = .*?)?: (.*)$/;

/** What the service could not read, as faults of the keys that it names; null where it names none. */
export function faultsOfForm(message: string): Fault[] | null {
  const found = message.split("; ").map((each) => TROUBLE.exec(each));
  if (found.some((each) => !each)) return null;
  return found.map((each) => ({ code: "malformed", clause: null, key: each?.[1] ?? "", value: null, message: each?.[2] ?? "", lawful: null }));
}

/** The same, also where no key is named: one fault for each problem. */
export const problemsOf = (message: string): Fault[] => faultsOfForm(message) ?? message.split(/; (?=submission: )|\n/).map(unnamed);

const unnamed = (problem: string): Fault => ({
  code: "malformed", clause: null, key: "", value: null, message: problem.replace(/^submission: /, ""), lawful: null,
});

/** A file that is not a submission, and why. */
export interface NotRead {
  readonly file: string;
  readonly why: "no_toml" | "too_long" | "no_submission";
  /** What the service says about it. */
  readonly faults: readonly Fault[];
}

/** The same in words for people. */
export function told({ file, why, faults }: NotRead): { title: string; faults: readonly Fault[] } {
  if (why === "no_submission") return { title: t("“{file}” cannot be read as a submission", { file }), faults };
  return { title: t("“{file}” is not a TOML file", { file }), faults: why === "too_long" ? [unnamed(t("it is longer than a submission may be"))] : faults };
}

const NO_TEXT = /[\0\uFFFD]/;
const NO_TOML = /^this is not TOML(?: that anyone wrote)?: /;

/** Set for a file that is not text, such as a picture, which is not sent to the service. */
export const unlikeText = (file: string, text: string): NotRead | null => (NO_TEXT.test(text) ? { file, why: "no_toml", faults: [] } : null);

/** Why the service refused a file; null if the file is not the reason. */
export function whyNotRead(file: string, { code, message }: { code: string; message: string }): NotRead | null {
  if (code === "malformed") return { file, why: "too_long", faults: [] };
  if (code !== "malformed_submission") return null;
  const faults = problemsOf(message);
  const text = faults.find((fault) => NO_TOML.test(fault.message))?.message;
  return text ? { file, why: "no_toml", faults: [unnamed(text.replace(NO_TOML, ""))] } : { file, why: "no_submission", faults };
}

function section(data: Data, name: string, out: string[]): void {
  for (const [key, value] of Object.entries(data)) {
    if (!isTable(value) && !isTableList(value)) out.push(`${quotedKey(key)} = ${literal(value, key)}`);
  }
  for (const [key, value] of Object.entries(data)) {
    const path = name ? `${name}.${quotedKey(key)}` : quotedKey(key);
    if (isTable(value)) {
      // A table that contains only tables needs no line of its own.
      if (!holdsOnlyTables(value)) out.push("", `[${path}]`);
      section(value, path, out);
    } else if (isTableList(value)) {
      for (const each of value) {
        out.push("", `[[${path}]]`);
        section(each, path, out);
      }
    }
  }
}

const holdsOnlyTables = (data: Data): boolean =>
  Object.values(data).length > 0 && Object.values(data).every((value) => isTable(value) || isTableList(value));
const isTableList = (value: Value): value is Data[] => Array.isArray(value) && value.length > 0 && value.every(isTable);
const quotedKey = (key: string): string => (BARE.test(key) ? key : JSON.stringify(key));

function literal(value: Value, key: string): string {
  if (key === "approved_on" && typeof value === "string" && DATE.test(value)) return value;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, "")).join(", ")}]`;
  if (isTable(value)) {
    return `{ ${Object.entries(value).map(([name, each]) => `${quotedKey(name)} = ${literal(each, name)}`).join(", ")} }`;
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Faults of one field, by its path. */
export const faultsAt = (faults: readonly Fault[], path: string): Fault[] =>
  faults.filter((fault) => fault.key === path || fault.key.startsWith(`${path}.`));
