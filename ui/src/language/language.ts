import { signal } from "@preact/signals";
import i18next, { type i18n } from "i18next";

/**
 * The languages of the client. The English text is in the code and is the key in the catalogues of the other languages,
 * which are fetched when first chosen. docs/languages.md says how to write text.
 */

export const LANGUAGES = {
  en: { name: "English", tag: "en", numbers: "en-US", lists: "en-GB" },
  es: { name: "Español", tag: "es", numbers: "es-US", lists: "es-US" },
  zh: { name: "简体中文", tag: "zh-Hans", numbers: "zh-CN", lists: "zh-CN" },
} as const;

export type Language = keyof typeof LANGUAGES;
export type Facts = Readonly<Record<string, string | number>>;
export type Catalogue = Readonly<Record<string, string>>;

const CATALOGUES: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  es: () => import("./es"),
  zh: () => import("./zh"),
};

/** The displayed language. A component that reads it while rendering is rendered again after a switch. */
export const language = signal<Language>("en");

let english = false;
const current = (): Language => (english ? "en" : language.value);

/** Whether text is now produced in English, so that the service's own words can be shown unchanged. */
export const isEnglish = (): boolean => current() === "en";

/** Runs a function in English, whatever language is displayed: for the sign, whose text the law prints. */
export function inEnglish<Made>(make: () => Made): Made {
  const before = english;
  english = true;
  try {
    return make();
  } finally {
    english = before;
  }
}

const words: i18n = i18next.createInstance();
void words.init({
  lng: "en",
  fallbackLng: false,
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  resources: { en: { translation: {} } },
  interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
});

/** The text in the displayed language, with facts in place of their names in braces. */
export function t(text: string, facts: Facts = {}): string {
  return words.t(text, { lng: current(), replace: shownFacts(facts), defaultValue: text });
}

/** The same for a text that depends on a number, written in it as {count}. */
export function many(count: number, one: string, other: string, facts: Facts = {}): string {
  return words.t(other, {
    lng: current(),
    count,
    replace: shownFacts({ ...facts, count }),
    defaultValue_one: one,
    defaultValue_other: other,
  });
}

/** The text in the displayed language, with the names in braces unchanged. */
export function template(text: string): string {
  return words.t(text, { lng: current(), skipInterpolation: true, defaultValue: text });
}

/** Marks a text in a table that goes through t() where it is displayed. */
export const mark = (text: string): string => text;

const FORMATS = new Map<string, Intl.NumberFormat>();

/** Intl's number format for the displayed language. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const { numbers } = LANGUAGES[current()];
  const key = numbers + JSON.stringify(options);
  const format = FORMATS.get(key) ?? new Intl.NumberFormat(numbers, options);
  FORMATS.set(key, format);
  return format;
}

/** "A, B and C": a list of names, joined as the language requires. */
export const listed = (items: readonly string[], type: Intl.ListFormatType = "conjunction"): string =>
  new Intl.ListFormat(LANGUAGES[current()].lists, { type }).format(items);

/** "A, B, C": a list of names or facts, with the comma of the language. */
export const inRow = (items: readonly string[]): string => (items.length ? items.reduce((one, other) => t("{one}, {other}", { one, other })) : "");

function shownFacts(facts: Facts): Record<string, string> {
  const shown = Object.entries(facts).map(([name, fact]) => [name, typeof fact === "number" ? numberFormat().format(fact) : fact]);
  return Object.fromEntries(shown) as Record<string, string>;
}

/** The regional variant of the displayed language that the browser prefers: for dates and times. */
export function place(): string {
  const wanted = current();
  const own = typeof navigator === "undefined" ? undefined : navigator.languages?.find((each) => languageOf(each) === wanted);
  return own ?? LANGUAGES[wanted].numbers;
}

const languageOf = (tag: string): Language | undefined => {
  const [primary = ""] = tag.toLowerCase().split("-");
  return primary in LANGUAGES ? (primary as Language) : undefined;
};

/** The language chosen on this device, or the first of the browser's languages that is available, or English. */
export function firstLanguage(kept: string | null, wanted: readonly string[]): Language {
  return languageOf(kept ?? "") ?? wanted.map(languageOf).find((each) => each !== undefined) ?? "en";
}

/** Shows another language, once its catalogue has loaded. */
export async function show(next: Language): Promise<void> {
  if (next !== "en" && !words.hasResourceBundle(next, "translation")) {
    const { default: catalogue } = await CATALOGUES[next]();
    words.addResourceBundle(next, "translation", withMany(catalogue));
  }
  language.value = next;
  if (typeof document !== "undefined") document.documentElement.lang = LANGUAGES[next].tag;
}

/** Spanish has a form for whole millions; no text here counts that high, so the usual form is used. */
function withMany(catalogue: Catalogue): Catalogue {
  const further = Object.entries(catalogue).map(([key, text]) => [key.replace(/_other$/, "_many"), text]);
  return { ...Object.fromEntries(further), ...catalogue } as Catalogue;
}

const KEPT = "language";

export async function choose(next: Language): Promise<void> {
  await show(next);
  localStorage.setItem(KEPT, next);
}

/** Runs before the first rendering. Without its catalogue the page is rendered in English. */
export async function begin(): Promise<void> {
  await show(firstLanguage(localStorage.getItem(KEPT), navigator.languages)).catch(() => undefined);
}
