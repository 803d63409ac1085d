import { describe, expect, it } from "vitest";
import { isKeyOf, isSource, places, scan } from "./scan";

const sources = Object.entries(import.meta.glob<string>("../**/*.{ts,tsx}", { eager: true, query: "?raw", import: "default" }))
  .map(([path, text]): [string, string] => [path.startsWith("./") ? `../language/${path.slice(2)}` : path, text])
  .filter(([path]) => isSource(path));
const files = import.meta.glob<Record<string, string>>("./{es,zh}/*.json", { eager: true, import: "default" });

const scanned = sources.map(([path, text]) => scan(path, text));
const english = new Map(scanned.flatMap((each) => [...each.keys]));

describe("text of the client", () => {
  it("goes through the catalogues", () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(scanned.flatMap((each) => each.faults)).toEqual([]);
  });

  it.each(["es", "zh"])("is all in the catalogue of %s, once, and nothing else is", (language) => {
    const wanted = [...english.keys()].filter((key) => isKeyOf(language, key));
    const found = entriesOf(language).map(([key]) => key);
    expect(found.sort()).toEqual(wanted.sort());
  });

  it.each(["es", "zh"])("is translated into %s with the same names in it", (language) => {
    for (const [key, text] of entriesOf(language)) {
      expect(text.trim(), key).not.toBe("");
      const [named, wanted] = [places(text), places(english.get(key) ?? key)];
      // The singular form may say "one" instead of the number.
      const [shown, said] = key.endsWith("_one") ? [named, wanted].map((each) => each.replace(/\bcount ?/, "")) : [named, wanted];
      expect(shown, key).toBe(said);
    }
  });
});

const entriesOf = (language: string): [string, string][] =>
  Object.entries(files).flatMap(([path, texts]) => (path.startsWith(`./${language}/`) ? Object.entries(texts) : []));

describe("the search for text", () => {
  const faults = (source: string): number => scan("../lobby/A.tsx", source).faults.length;

  it.each([
    "<p>Sit down</p>",
    "<p>{free} free</p>",
    '<p>{free ? "free" : "taken"}</p>',
    "<p>{free ? `${free} free` : null}</p>",
    '<p title="free" />',
    "<p aria-label={`Seat ${at}`} />",
    '<Cards heading="Your seats" />',
    'const names = { watch: "Watch" };',
    'const told = free ? "no seat" : "";',
    'useTitle("Tables");',
    "t(`Seat ${at}`);",
    'many(at, one, "{count} seats");',
    'throw new Problem(0, "offline", "The service does not answer.");',
  ])("finds %s", (source) => {
    expect(faults(source)).toBeGreaterThan(0);
  });

  it.each([
    '<p class="wide felt" data-kind="live">{t("Sit down")}</p>',
    '<T text="<a>The lobby</a> is here" parts={{}} />',
    'const names = { watch: mark("Watch") };',
    't(free ? "Sit down" : "Watch");',
    'throw new RangeError("not an amount");',
    'const live = table.kind === "Live table";',
    'import { Lobby } from "./Lobby";',
    "<kbd>Enter</kbd>",
    "<p>{seat} × {price(amount)}</p>",
    "get(`/api/tables/${table}`);",
    "<p>{inEnglish(() => `Wheel shows ${line}`)}</p>",
  ])("leaves alone %s", (source) => {
    expect(faults(source)).toBe(0);
  });

  it("knows the keys of texts that count", () => {
    expect([...scan("../lobby/a.ts", 'many(hours, "{count} hour", "{count} hours"); t(free ? "Sit down" : "Watch");').keys.keys()]).toEqual([
      "{count} hours_one",
      "{count} hours_other",
      "Sit down",
      "Watch",
    ]);
  });
});
