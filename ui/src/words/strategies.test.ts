import { afterEach, describe, expect, it } from "vitest";
import { show } from "../language/language";
import { ruleInWords, strategyName, strategyPlace, strategySentence } from "./strategies";

/** As `houserules strategy` prints them for the bundled submissions. */
const RULES = [
  "raise the most with a flush of at least T-8-6; else fold",
  "raise the most with a flush of at least J-3-2, or a flush of at least T-3-2, second card + 2 x number of higher cards outside at least 11 (J 11, Q 12, K 13, A 14); else fold",
  "raise 1x with a flush of at least T-8-6; else fold",
  "opening: check with any cards. flop: check with any cards. river: all-in 1x with any cards",
  "opening: all-in 3x with 3 suited, or 2 suited, highest K, side card at least 7, or 1 suited, own highest A, next A, lowest at least 4; else check. flop: all-in 2x with at least 4 suited, or 3 suited, at least 2 of them own, or own A in a suit of the board, at least 2 in another; else check. river: all-in 1x with at least 4 suited; fold with 3 suited, 0 of them own, highest at most 8; all-in 1x with 2 suited, at most 9 unseen cards that beat you; else fold",
  "opening: all-in 3x with 2 suited, 3 x highest card + side card + 3 x own highest card at least 84 (J 11, Q 12, K 13, A 14), or 1 suited, 3 x next card + lowest card at least 46 (J 11, Q 12, K 13, A 14); else check. flop: all-in 2x with 2 x own card in a suit of the board + card in another + 2 x highest card at least 57 (J 11, Q 12, K 13, A 14); else check. river: all-in 1x with a flush of at least J-3-2, at most 1 higher of one suit on the board; else fold",
];
const NAMES = [
  "T-8-6 and better", "any jack-high three-card flush and better", "any jack-high; ten-high by one sum", "any jack-high; ten-high by the jacks and better outside it",
  "T-8-6 and better, never more than the least", "raise everything", "never raise", "printed", "short sums", "simple", "by outs", "by sums", "never before the river",
];
const SENTENCES = [
  "Raise every hand with J-3-2 or better, as much as its flush allows.", "Fold every hand below T-3-2.",
  "With the 28 flushes between, 7,084,896 hands, the other cards decide: 2,203,392 raise.",
  "290,328 of 133,784,560 hands are exceptions; ignoring them costs 0.00151026 %.", "One single flush to raise from: T-8-6, which costs 0.04685166 %.",
  "Go all in with 5,268 of 22,100 holes, exactly these; check with all others.",
];
const PLACES = ["By the flush", "2 cards", "K-(T to 9) suited", "A K of different suits", "3 and up", "Every hand, by its flush", "7 cards, A high", "K-Q with 3"];

/** English words that a translation has in common with English: names of cards, wagers and streets. */
const SHARED = /\b(All In|flop|river|J|Q|K|A|T)\b/g;
const ENGLISH = /\b(with|at least|at most|or|else|and|the|suited|cards?|highest|hands?|raise|fold|check|than|better|to)\b/;

describe("strategies in words", () => {
  afterEach(() => show("en"));

  it("stay as they are in English", () => {
    expect(RULES.map(ruleInWords)).toEqual(RULES);
    expect(NAMES.map(strategyName)).toEqual(NAMES);
    expect(SENTENCES.map(strategySentence)).toEqual(SENTENCES);
    expect(PLACES.map(strategyPlace)).toEqual(PLACES);
  });

  it.each(["es", "zh"] as const)("have no English left in %s", async (language) => {
    await show(language);
    const shown = [...RULES.map(ruleInWords), ...NAMES.map(strategyName), ...SENTENCES.map(strategySentence), ...PLACES.map(strategyPlace)];
    for (const [at, text] of shown.entries()) {
      expect(text).not.toBe([...RULES, ...NAMES, ...SENTENCES, ...PLACES][at]);
      expect(text.replaceAll(SHARED, ""), text).not.toMatch(ENGLISH);
    }
  });

  it("are whole sentences", async () => {
    await show("es");
    expect(ruleInWords("raise the most with a flush of at least T-8-6; else fold")).toBe("subir el máximo con color de al menos T-8-6; si no, retirarse.");
    expect(ruleInWords(RULES[1] ?? "")).toContain("segunda carta + 2 × número de cartas más altas fuera: al menos 11 (J 11, Q 12, K 13, A 14)");
    await show("zh");
    expect(strategyPlace("2 cards")).toBe("2 张");
  });

  it("are shown as they come where they are not known", async () => {
    await show("es");
    expect([ruleInWords("stay"), strategyName("mine"), strategySentence("Stay."), strategyPlace("Bank")]).toEqual(["stay.", "mine", "Stay.", "Bank"]);
  });
});
