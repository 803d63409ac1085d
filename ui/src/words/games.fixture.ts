import type { Book, Shown } from "../server/types";

/** Two of the house's games and an invented one, as the service shows them; for tests only. */

const titled = (...titles: [string, string, string?][]): Shown["wagers"] =>
  Object.fromEntries(titles.map(([name, title, short]) => [name, { title, short: short ?? title }]));

export const HIGH_CARD: Shown = {
  short: "High Card Flush, MD",
  felt: "green",
  suit: "h",
  order: ["flush_bonus", "ante", "raise", "straight_flush_bonus", "progressive"],
  wagers: titled(
    ["ante", "Ante"],
    ["raise", "Raise"],
    ["flush_bonus", "Flush Bonus", "Flush"],
    ["straight_flush_bonus", "Straight Flush Bonus", "Straight Flush"],
    ["progressive", "Progressive", "Progr."],
    ["envy_bonus", "Envy Bonus"],
  ),
  lines: {},
  base_wager: "ante",
  progressive_wager: "progressive",
  shared_bonus: "envy_bonus",
};

export const CHASE: Shown = {
  short: "Chase the Flush, MD",
  felt: "blue",
  suit: "s",
  order: ["same_suit", "ante", "xtra_bonus", "all_in", "progressive"],
  wagers: titled(
    ["ante", "Ante"],
    ["xtra_bonus", "X-tra Bonus", "X-tra"],
    ["all_in", "All In"],
    ["same_suit", "Same Suit"],
    ["progressive", "Progressive", "Progr."],
    ["community_pay", "Community Pay"],
  ),
  lines: {},
  base_wager: "ante",
  progressive_wager: "progressive",
  shared_bonus: "community_pay",
};

/** Two wagers after the deal, no progressive, no board, and a line with a title of its own. */
export const INVENTED: Shown = {
  short: "Odd Jobs",
  felt: "plum",
  suit: "c",
  order: ["press", "opening", "double_up", "luck"],
  wagers: titled(["opening", "Opening Bet", "Open"], ["press", "Press"], ["double_up", "Double Up"], ["luck", "Luck"]),
  lines: { three_of_a_kind: "Trips" },
  base_wager: "opening",
  progressive_wager: null,
  shared_bonus: null,
};

export const HIGH_CARD_BOOK = {
  id: "MD-HCF",
  title: "High Card Flush",
  cards: { player: 7, dealer: 7, community: 0 },
  wagers: [
    { wager: "ante", offer: "required", paytables: null, wheel: false },
    { wager: "raise", offer: "decision", paytables: null, wheel: false },
    { wager: "flush_bonus", offer: "optional", paytables: "flush_bonus", wheel: false },
    { wager: "progressive", offer: "optional", paytables: "progressive", wheel: false },
  ],
  shared_key: "envy",
  shown: HIGH_CARD,
} as unknown as Book;

/** A game whose progressive is paid by what a wheel shows. */
export const WHEEL_BOOK = {
  ...HIGH_CARD_BOOK,
  wagers: HIGH_CARD_BOOK.wagers.map((each) => (each.wager === "progressive" ? { ...each, paytables: "wheel", wheel: true } : each)),
} as Book;
