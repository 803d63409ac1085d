import { afterEach, describe, expect, it } from "vitest";
import { meterPrice, price } from "../words/money";
import { firstLanguage, listed, many, show, t } from "./language";

afterEach(() => show("en"));

describe("the language", () => {
  it("is the one chosen on the device, else the browser's first that there is, else English", () => {
    expect(firstLanguage("zh", ["es-MX"])).toBe("zh");
    expect(firstLanguage(null, ["fr-FR", "es-MX", "en"])).toBe("es");
    expect(firstLanguage(null, ["zh-TW"])).toBe("zh");
    expect(firstLanguage("xx", ["fr"])).toBe("en");
    expect(firstLanguage(null, [])).toBe("en");
  });

  it("changes texts, their facts and their plurals", async () => {
    expect(t("{open} of {seats}", { open: 2, seats: 1200 })).toBe("2 of 1,200");
    expect([1, 3].map((count) => many(count, "{count} day", "{count} days"))).toEqual(["1 day", "3 days"]);
    await show("es");
    expect(t("{open} of {seats}", { open: 2, seats: 6 })).toBe("2 de 6");
    expect([1, 3, 1_000_000].map((count) => many(count, "{count} day", "{count} days"))).toEqual(["1 día", "3 días", "1,000,000 días"]);
    await show("zh");
    expect([1, 3].map((count) => many(count, "{count} day", "{count} days"))).toEqual(["1 天", "3 天"]);
  });

  it("leaves a text that no catalogue has, and what stands in facts, as it is", async () => {
    await show("es");
    expect(t("No catalogue has: {this}_one.", { this: "$t(Close) {a} $& <b>" })).toBe("No catalogue has: $t(Close) {a} $& <b>_one.");
  });

  it("writes money in US dollars, and lists, as the language does", async () => {
    for (const language of ["en", "es", "zh"] as const) {
      await show(language);
      expect(price(1_250_500_000)).toBe("$1,250.50");
      expect(price(-5_000_000)).toBe("−$5");
      expect(meterPrice("30000.229999")).toBe("$30,000.22");
    }
    expect(listed(["Ante", "Raise", "Flush Bonus"])).toBe("Ante、Raise和Flush Bonus");
    await show("en");
    expect(listed(["Ante", "Raise", "Flush Bonus"])).toBe("Ante, Raise and Flush Bonus");
  });
});
