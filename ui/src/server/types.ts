import type { Suit } from "../cards/cards";

/** What the service sends. Amounts are dollars as text; cards are rank and suit. */

export interface Person {
  account: string;
  name: string;
  jobs: string[];
  guest: boolean;
}

/** How a rulebook's game is shown, and which of its wagers plays which part. */
export interface Shown {
  /** The game and its place, short enough for a list. */
  short: string;
  felt: string;
  suit: Suit;
  /** The betting areas from left to right. */
  order: string[];
  /** Every wager, and what other players receive. */
  wagers: Record<string, { title: string; short: string }>;
  /** Titles of pay lines that do not follow from their names. */
  lines: Record<string, string>;
  /** The wager of which the amounts of others are multiples. */
  base_wager: string;
  progressive_wager: string | null;
  /** What other players receive when a progressive hand wins. */
  shared_bonus: string | null;
}

export interface CardCounts {
  player: number;
  dealer: number;
  community: number;
}

export interface BookWager {
  wager: string;
  offer: string;
  /** The pay tables from which the operator chooses, if there are any. */
  paytables: string | null;
  /** Whether a wheel decides what it pays. */
  wheel: boolean;
}

/** A rulebook in the list of all. */
export interface Book {
  id: string;
  game: string;
  title: string;
  jurisdiction: string;
  document: string;
  cards: CardCounts;
  wagers: BookWager[];
  /** The key of a submission that offers what other players receive. */
  shared_key: string | null;
  shown: Shown;
  /** The steps that a live table may take automatically. */
  automatic: string[];
}

/** A bundled submission. */
export interface Bundled {
  name: string;
  rulebook: string;
}

/** A place on the layout where chips may lie. */
export interface WagerOffer {
  name: string;
  label: string;
  short: string;
  /** The wager of which the amounts of others are multiples. */
  base: boolean;
  /** Its chip is collected before the deal, and it is paid from the meter. */
  progressive: boolean;
  /** Next to the area on its left, with an addition sign between them. */
  joined: boolean;
  required: boolean;
  /** Made after the cards are seen. */
  decision: boolean;
  equals: string | null;
  /** The title of the wager that it equals. */
  like: string | null;
  minimum: string;
  maximum: string;
  /** The only amounts that are accepted; empty if any amount within the limits is. */
  amounts: string[];
  clause: string | null;
  /** For an optional wager: the clause that allows it only beside the required ones. */
  needs: string | null;
}

/** What the person who takes a step states: a number, one of the choices, the next cards, or all cards in order. */
export interface Input {
  name: string;
  input: "count" | "choice" | "cards" | "deck";
  label: string;
  value?: number;
  choices?: { label: string; fields: Record<string, unknown> }[];
}

export interface Option {
  type: string;
  title: string;
  seat?: number;
  deck?: number;
  action?: string;
  kind?: string;
  device?: string;
  method?: string;
  chips?: number;
  sensors?: number;
  counted?: number;
  depth?: number;
  wagers?: Record<string, string>;
  smallest?: string;
  largest?: string;
  /** The player may say which cards play against the dealer; else the best of all do. */
  sets_hand?: boolean;
  clause?: string | null;
  roles?: string[];
  inputs?: Input[];
  /** It reports an irregularity. */
  aside?: boolean;
}

/** A step of the dealer's procedure. */
export interface Step {
  /** The rulebook's name for it. */
  step: string;
  title: string;
  clause: string | null;
  status: "done" | "now" | "next";
  /** The index of its option in the list of steps. */
  option: number | null;
  /** What to say to the table. */
  say: string | null;
  /** Who the table is waiting for. */
  waits: string | null;
}

export interface NotNow {
  type: string;
  action: string | null;
  code: string;
  clause: string | null;
  facts: Record<string, string>;
}

export interface Hand {
  name: string;
  cards: string[];
  /** Another hand among the same cards, by which bonus wagers are paid. */
  bonus?: { name: string; cards: string[] };
}

export interface Line {
  seat: number;
  wager: string;
  staked: string;
  outcome: "win" | "lose" | "push" | "void";
  odds: string | null;
  paid: string;
  returned: string;
  clause: string;
  clauses: string[];
  paytable: string | null;
  line: string | null;
  hand_of_seat: number | null;
  limited_by: string | null;
}

export interface Box {
  seat: number;
  player: number;
  yours: boolean;
  wagers: Record<string, string>;
  action: string | null;
  amount: string;
  card_count: number;
  cards: string[] | null;
  hand: Hand | null;
  forfeited: string | null;
}

export interface Round {
  number: number;
  /** The cards came from outside, and how they were shuffled cannot be verified. */
  entered: boolean;
  phase: string;
  turn: number | null;
  stage: string;
  board: string[];
  dealer: string[] | null;
  dealer_hand: Hand | null;
  dealer_qualifies: boolean | null;
  void: string | null;
  /** All reasons why it is void, in the order of the document. */
  voids: { reason: string; clause: string }[];
  claim: number | null;
  seats: Box[];
  settled: Line[];
  deal?: string;
  at?: number;
}

export interface Seat {
  seat: number;
  player: { name: string; you: boolean; chips: string; ready: boolean; left: boolean; away: boolean; played: boolean } | null;
}

export interface Seal {
  deck: number;
  deal: string;
  seed_digest: string;
  root: string | null;
  shares: string[];
  /** "entered" or "as_dealt": the cards come from outside. Null while they are not shuffled. */
  method: string | null;
  cuts: number[];
}

export interface Console {
  decks: { deck: number; status: string }[];
  devices_out_of_order: string[];
  /** Repaired, but not in use until the cover or the sign comes off. */
  devices_still_covered: string[];
  rounds_since_stub_count: number;
  progressive_wagers: number;
  claim: number | null;
  /** Cards found face up, as far as they could be read; ``cards_set_aside`` counts all of them. */
  set_aside: string[];
  cards_set_aside: number;
  automatic: string[];
  /** The deck whose turn it is in the next round. */
  next_deck: number;
  /** How many real cards must be read before the next are dealt; 0 if the order is known. */
  cards_to_read: number;
  dealing: string;
  /** What is taken and paid next while a round is settled, in the document's order. */
  payouts: Line[];
  /** The hands that are turned up to be settled. */
  to_settle: { seat: number; cards: string[]; hand: Hand }[];
  steps: Option[];
  /** The round from the shuffle to the last chip, and where it is now. */
  procedure: Step[];
}

export interface View {
  table: string;
  name: string;
  kind: "live" | "practice";
  version: number;
  rulebook: string;
  game: string;
  jurisdiction: string;
  submission: string;
  closed: boolean;
  idle: boolean;
  rounds: number;
  phase: string;
  deadline: number | null;
  /** The steps that the table takes automatically; a person takes the others. */
  automatic: string[];
  /** Where the initial cards go, in the order dealt: the seat; 0: the dealer; -1: the board. */
  deal_order: number[];
  meters: Record<string, string>;
  seats: Seat[];
  seal: Seal[];
  round: Round | null;
  last_round: Round | null;
  you: {
    account: string;
    name: string;
    seat: number | null;
    chips: string;
    /** Whether this person opened the table. */
    own: boolean;
    options: Option[];
    not_now: NotNow[];
  } | null;
  desk: Console | null;
}

export interface ShownPaytable {
  letter: string | null;
  clause: string;
  /** The wager for which the amounts are printed, if others may be made and are paid in proportion. */
  for_each: string | null;
  lines: { line: string; pays: string; clauses: string[] }[];
  /** What a winning hand below the lowest line gets, if the document says so. */
  otherwise: { line: string; pays: string; clauses: string[] } | null;
}

export interface TableRules {
  rulebook: string;
  game: string;
  jurisdiction: string;
  operator: string;
  approved_on: string | null;
  digest: string;
  seats: number;
  adjacent_boxes: number;
  adjacent_boxes_clause: string;
  payout_limit: { per_hand: string | null; per_round: string | null; wagers: string[]; clause: string } | null;
  dealing: string;
  shuffler: string;
  decks: number;
  cards: CardCounts;
  odds_word: string;
  wagers: {
    wager: string;
    required: boolean;
    minimum: string;
    maximum: string;
    amounts: string[];
    equals: string | null;
    clauses: string[];
    needs: string | null;
  }[];
  decision: {
    stages: {
      stage: string;
      wager: string;
      /** What a player who does not wager does. */
      passive: string;
      /** How many community cards are turned up by then. */
      board: number;
      /** How much may be wagered with which hand, in multiples of the base wager. */
      sizes: { when: string; smallest: number; largest: number; clauses: string[] }[];
      clauses: string[];
      asked: string;
    }[];
  };
  /** The kinds of hands that are compared with the dealer's, from the highest down. */
  ranking: { hands: string[]; clauses: string[] };
  /** The dealer's smallest qualifying hand; null if every dealer qualifies. */
  qualifying: { hand: string; clauses: string[] } | null;
  /** For each wager against the dealer: what it pays, and what becomes of it in each case. */
  against_dealer: Record<string, { odds: string | null; verdicts: Record<string, { outcome: string; clause: string; clauses: string[] }> }>;
  paytables: Record<string, ShownPaytable>;
  /** The betting areas of a seat from left to right, as the printed layout has them. */
  areas: { wager: string; required: boolean; sensor: boolean; right_of: string | null; clauses: string[] }[];
  /** What players read at the table; without a text the pay tables say it. */
  inscriptions: Record<string, { text: string | null; place: string | null; clauses: string[] }>;
  wheel: { symbol: string; count: number }[] | null;
  wheel_hand: { suited_cards: number; clauses: string[] } | null;
  steps: Record<string, string[]>;
  irregularities: string[];
  readings: Record<string, string>;
  shown: Shown;
}

export interface LobbyTable {
  table: string;
  name: string;
  kind: "live" | "practice";
  rulebook: string;
  game: string;
  jurisdiction: string;
  minimum: string;
  maximum: string;
  seats: number;
  open_seats: number;
  meter: { id: string; main: string } | null;
  phase: string;
  /** Whether cards may be entered by hand there. */
  entered_cards: boolean;
  closed: boolean;
  trouble: string | null;
  /** Where the caller sits. */
  seat: number | null;
  /** The caller opened it. */
  own: boolean;
}
