import { RANKS, spoken, SUITS } from "./cards";
import { many, mark, t } from "../language/language";

/** Cards typed or scanned, top first: which are readable, which are repeated, whether there are too few or too many. */

export interface Entry {
  readonly cards: string[];
  /** What is wrong or still missing, in words; empty when they can be sent. */
  readonly trouble: string;
}

const WHOLE = 52;
const CARD = /^[2-9TJQKA][shdc]$/;

/** "10h", "th" and "Th" are one card. */
const tidy = (word: string): string => {
  const text = word.replace(/^10/, "T");
  return text.slice(0, -1).toUpperCase() + text.slice(-1).toLowerCase();
};

/** A whole deck in its order. */
export function readDeck(text: string): Entry {
  const entry = readCards(text);
  const { cards } = entry;
  if (entry.trouble || cards.length === WHOLE) return entry;
  const missing = SUITS.flatMap((suit) => [...RANKS].map((rank) => `${rank}${suit}`)).filter((card) => !cards.includes(card));
  const facts = { some: cards.length, all: WHOLE, missing: missing.map(spoken).join(", ") };
  return { cards, trouble: missing.length <= 6 ? t("{some} of {all} cards, without {missing}", facts) : t("{some} of {all} cards", facts) };
}

/** The next cards as they are dealt; they may be read a few at a time. */
export function readNext(text: string, wanted: number): Entry {
  const entry = readCards(text);
  const tooMany = entry.cards.length - wanted;
  return entry.trouble || tooMany <= 0 ? entry : { ...entry, trouble: many(tooMany, "{count} more than the next cards", "{count} more than the next cards") };
}

/** Cards of a hand to search for. */
export const readSought = (text: string): Entry => readCards(text, mark("“{word}” is not a card: write cards as in Ah Kh; ten is T"));

function readCards(text: string, notCard = mark("“{word}” is not a card: write rank and suit, as in Th")): Entry {
  const words = text.trim().split(/[\s,;]+/).filter(Boolean);
  const cards = words.map(tidy);
  const strange = words.find((_, at) => !CARD.test(cards[at] ?? ""));
  if (strange) return { cards, trouble: t(notCard, { word: strange }) };
  const twice = cards.find((card, at) => cards.indexOf(card) !== at);
  return { cards, trouble: twice ? t("the {card} is listed twice", { card: spoken(twice) }) : "" };
}
