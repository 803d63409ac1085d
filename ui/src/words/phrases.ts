import { t } from "../language/language";

/** Texts with facts that the service sends in English, recognized by their pattern. */

export interface Phrase {
  readonly text: string;
  readonly pattern: RegExp;
}

const MARKS = /[.*+?^$()|[\]\\]/g;

/** A marked text such as "Seat {seat} decides." and what it matches. */
export const phrase = (text: string): Phrase => ({
  text,
  pattern: new RegExp(`^${text.replaceAll(MARKS, "\\$&").replaceAll(/\{(\w+)\}/g, "(?<$1>.+?)")}$`),
});

/** The first of these that the text is an instance of, in the displayed language, with each fact as `told` words it; else null. */
export function phrased(phrases: readonly Phrase[], text: string, told: (fact: string, name: string) => string): string | null {
  for (const each of phrases) {
    const found = each.pattern.exec(text);
    if (found) return t(each.text, Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, fact]) => [name, told(fact, name)])));
  }
  return null;
}
