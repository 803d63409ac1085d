import { many, mark, t } from "../language/language";

/** All text of a player's history, in one place. */

export const HISTORY = {
  title: () => t("History"),
  lead: () => t("Every hand that you have played."),
  none: () => t("No hands yet. They are listed here as you play."),
  noneFound: () => t("No hand fits."),
  more: () => t("Show older hands"),
  filters: () => t("Choose hands"),
  game: () => t("Game"),
  all: () => t("All"),
  outcome: () => t("Result"),
  tables: () => t("Tables"),
  kinds: { "": mark("All"), live: mark("Live tables"), practice: mark("Practice tables") } as Record<string, string>,
  until: () => t("Played until"),
  outcomes: { "": mark("All"), won: mark("Won"), lost: mark("Lost") } as Record<string, string>,
  round: (number: number) => t("Round {number}", { number: String(number) }),
  at: (when: string, number: number) => t("{when}, Round {number}", { when, number: String(number) }),
  /** The summary of a box: its hand, what was done with it, or both. */
  played: (hand: string, action: string) => (hand && action ? t("{hand}, {action}", { hand, action }) : hand || action),
  void: () => t("void"),
  entered: () => t("Cards entered by hand: not counted"),
  export: () => t("Save as a file"),
  erase: () => t("Erase"),
  eraseSure: () => t("Erase your history?"),
  eraseText: () => t("Hands are not listed any more, and your drills begin anew. The house keeps the records of its tables."),
  eraseDevice: () => t("As a guest you also have a copy of your last hands in this browser. It is erased too."),
  keep: () => t("Keep it"),
  device: () => t("You play as a guest: your last hands are also kept in this browser."),
};

/** The service does not count more than this. */
const MOST_COUNTED = 500;

export const STATISTICS = {
  title: () => t("What it came to"),
  titleOf: (tables: string) => t("{tables}: what it came to", { tables }),
  kind: (kind: string) => t(HISTORY.kinds[kind] ?? ""),
  /** How many were counted; if there are many, which. */
  hands: (count: number, among: number) => (among < MOST_COUNTED ? many(count, "{count} hand", "{count} hands") : many(count, "{count} hand of your last {among}", "{count} hands of your last {among}", { among })),
  net: () => t("Result"),
  expected: () => t("Best play, on average"),
  luck: (far: string, above: boolean, sure: string) =>
    t(
      above
        ? "That is {far} above average. Luck alone moves two results of three by up to {sure}."
        : "That is {far} below average. Luck alone moves two results of three by up to {sure}.",
      { far, sure },
    ),
  computing: () => t("Computing what best play brings…"),
  table: () => t("Wager, Decision"),
  wager: () => t("Wager"),
  decision: () => t("Decision"),
  base: () => t("The main game"),
  staked: () => t("Staked"),
  count: () => t("Hands"),
  unknown: () => t("not counted"),
  band: (luck: string) => t("Your result within the band of luck: {luck}", { luck }),
};

export const HAND = {
  lead: (game: string, when: string) => t("{game}. {when}", { game, when }),
  history: () => t("All your hands"),
  title: (number: number) => t("Round {number}", { number: String(number) }),
  share: () => t("Copy the link"),
  shared: () => t("Link copied. Others see what lay face up."),
  address: () => t("Copy this address. Others see what lay face up."),
  steps: { cards: mark("The cards"), board: mark("The board"), decision: mark("The decision"), dealer: mark("The dealer"), result: mark("The result") } as Record<string, string>,
  back: () => t("Back"),
  on: () => t("Next"),
  seat: (seat: number) => t("Seat {seat}", { seat }),
  dealer: () => t("The dealer"),
  /** The dealer's hand and whether it qualifies, as far as they are known. */
  dealerHand: (hand: string | null, qualifies: boolean | null) => {
    if (hand === null) return qualifies === null ? t("The dealer") : t(qualifies ? "The dealer, qualifies" : "The dealer, does not qualify");
    if (qualifies === null) return t("The dealer: {hand}", { hand });
    return t(qualifies ? "The dealer: {hand}, qualifies" : "The dealer: {hand}, does not qualify", { hand });
  },
  /** A box: whose it is, what it holds, and what was done with it. */
  box: (seat: number, yours: boolean, hand: string | null, action: string) => {
    const who = yours ? t("You") : t("Seat {seat}", { seat });
    const shown = hand ? t("{who}: {hand}", { who, hand }) : who;
    return action ? t("{shown}. {action}", { shown, action }) : shown;
  },
  hidden: () => t("cards not shown"),
  board: () => t("The board"),
  settled: () => t("What each wager came to"),
  table: () => t("To the table"),
};
