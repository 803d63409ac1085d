import { signal } from "@preact/signals";
import i18next, { type i18n } from "i18next";

/**
 * The languages of the client. The English text stands in the code and is its own key in the catalogues of the others,
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

/** The language that is shown. What reads it while it is drawn is drawn again after a switch. */
export const language = signal<Language>("en");

let english = false;
const current = (): Language => (english ? "en" : language.value);

/** Whether what is made now is in English, where the service's own words can be shown as they are. */
export const isEnglish = (): boolean => current() === "en";

/** What is made by a function in English, whatever language is shown: the sign, which the law prints. */
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

/** The text in the language that is shown, with its facts in place of their names in braces. */
export function t(text: string, facts: Facts = {}): string {
  return words.t(text, { lng: current(), replace: shownFacts(facts), defaultValue: text });
}

/** The same for a text that depends on a number, which stands in it as {count}. */
export function many(count: number, one: string, other: string, facts: Facts = {}): string {
  return words.t(other, {
    lng: current(),
    count,
    replace: shownFacts({ ...facts, count }),
    defaultValue_one: one,
    defaultValue_other: other,
  });
}

/** The text in the language that is shown, with its names in braces as they are. */
export function template(text: string): string {
  return words.t(text, { lng: current(), skipInterpolation: true, defaultValue: text });
}

/** Marks a text that stands in a table and goes through t() where it is shown. */
export const mark = (text: string): string => text;

const FORMATS = new Map<string, Intl.NumberFormat>();

/** Intl's way to write numbers in the language that is shown. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const { numbers } = LANGUAGES[current()];
  const key = numbers + JSON.stringify(options);
  const format = FORMATS.get(key) ?? new Intl.NumberFormat(numbers, options);
  FORMATS.set(key, format);
  return format;
}

/** "A, B and C": names in a row, joined as the language joins them. */
export const listed = (items: readonly string[], type: Intl.ListFormatType = "conjunction"): string =>
  new Intl.ListFormat(LANGUAGES[current()].lists, { type }).format(items);

function shownFacts(facts: Facts): Record<string, string> {
  const shown = Object.entries(facts).map(([name, fact]) => [name, typeof fact === "number" ? numberFormat().format(fact) : fact]);
  return Object.fromEntries(shown) as Record<string, string>;
}

/** The person's own variety of the language that is shown, as the browser has it: for dates and times. */
export function place(): string {
  const wanted = current();
  const own = typeof navigator === "undefined" ? undefined : navigator.languages?.find((each) => languageOf(each) === wanted);
  return own ?? LANGUAGES[wanted].numbers;
}

const languageOf = (tag: string): Language | undefined => {
  const [primary = ""] = tag.toLowerCase().split("-");
  return primary in LANGUAGES ? (primary as Language) : undefined;
};

/** The language that was chosen on this device, or the first of the browser's that there is, or English. */
export function firstLanguage(kept: string | null, wanted: readonly string[]): Language {
  return languageOf(kept ?? "") ?? wanted.map(languageOf).find((each) => each !== undefined) ?? "en";
}

/** Shows another language, once its catalogue is here. */
export async function show(next: Language): Promise<void> {
  if (next !== "en" && !words.hasResourceBundle(next, "translation")) {
    const { default: catalogue } = await CATALOGUES[next]();
    words.addResourceBundle(next, "translation", withMany(catalogue));
  }
  language.value = next;
  if (typeof document !== "undefined") document.documentElement.lang = LANGUAGES[next].tag;
}

/** Spanish has a form for whole millions; no text here counts as far, so it is the usual one. */
function withMany(catalogue: Catalogue): Catalogue {
  const further = Object.entries(catalogue).map(([key, text]) => [key.replace(/_other$/, "_many"), text]);
  return { ...Object.fromEntries(further), ...catalogue } as Catalogue;
}

const KEPT = "language";

export async function choose(next: Language): Promise<void> {
  await show(next);
  localStorage.setItem(KEPT, next);
}

/** Before the page is first drawn. Without its catalogue it is drawn in English. */
export async function begin(): Promise<void> {
  await show(firstLanguage(localStorage.getItem(KEPT), navigator.languages)).catch(() => undefined);
}
