/** What the service sends. Amounts are dollars as text; cards are rank and suit. */

export interface Person {
  account: string;
  name: string;
  jobs: string[];
  guest: boolean;
}

/** A place on the layout where chips may lie. */
export interface WagerOffer {
  name: string;
  label: string;
  required: boolean;
  /** Made after the cards are seen. */
  decision: boolean;
  equals: string | null;
  minimum: string;
  maximum: string;
  clause: string | null;
  /** For an optional wager: the clause by which it is taken only beside the required ones. */
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
  clause?: string | null;
  roles?: string[];
  inputs?: Input[];
  /** It is about something that went wrong. */
  aside?: boolean;
}

/** A step of the dealer's procedure. */
export interface Step {
  /** As the rulebook names it. */
  step: string;
  title: string;
  clause: string | null;
  status: "done" | "now" | "next";
  /** Where the option that takes it stands among the desk's steps. */
  option: number | null;
  /** To be spoken to the table. */
  say: string | null;
  /** For whom the table waits. */
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
  phase: string;
  turn: number | null;
  stage: string;
  board: string[];
  dealer: string[] | null;
  dealer_hand: Hand | null;
  dealer_qualifies: boolean | null;
  void: string | null;
  claim: number | null;
  seats: Box[];
  settled: Line[];
  deal?: string;
  at?: number;
}

export interface Seat {
  seat: number;
  player: { name: string; you: boolean; chips: string; ready: boolean; left: boolean } | null;
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

export interface DealersDesk {
  decks: { deck: number; status: string }[];
  devices_out_of_order: string[];
  rounds_since_stub_count: number;
  progressive_wagers: number;
  claim: number | null;
  automatic: string[];
  /** The deck whose turn it is in the next round. */
  next_deck: number;
  /** How many real cards must be read before the next are dealt; 0 where the order is known. */
  cards_to_read: number;
  dealing: string;
  /** What is taken and paid next while a round is settled, in the document's order. */
  payouts: Line[];
  /** The hands that are turned up to be settled. */
  to_settle: { seat: number; cards: string[]; hand: Hand }[];
  steps: Option[];
  /** The round from the shuffle to the last chip, and where it stands. */
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
  /** The steps that the table takes by itself; a person takes the others. */
  automatic: string[];
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
    options: Option[];
    not_now: NotNow[];
  } | null;
  desk: DealersDesk | null;
}

export interface ShownPaytable {
  letter: string | null;
  clause: string;
  lines: { line: string; pays: string; clauses: string[] }[];
  /** What a winning hand below the lowest line gets, where the document says. */
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
  cards: { player: number; dealer: number; community: number };
  odds_word: string;
  wagers: {
    wager: string;
    required: boolean;
    minimum: string;
    maximum: string;
    equals: string | null;
    clauses: string[];
    needs: string | null;
  }[];
  decision: {
    wager: string;
    stages: {
      stage: string;
      smallest: number;
      largest_by_flush: number[];
      passive: string;
      clauses: string[];
      clauses_by_flush: string[][];
      asked: string;
    }[];
  };
  qualifying: { flush_length: number; high_card: string; ante_below: string; play_below: string; clauses: string[] };
  /** For each wager against the dealer: what it pays, and what becomes of it in each case. */
  against_dealer: Record<string, { odds: string | null; verdicts: Record<string, { outcome: string; clause: string; clauses: string[] }> }>;
  paytables: Record<string, ShownPaytable>;
  inscriptions: Record<string, { place: string; clauses: string[] }>;
  wheel: { symbol: string; count: number }[] | null;
  wheel_hand: { suited_cards: number; clauses: string[] } | null;
  steps: Record<string, string[]>;
  irregularities: string[];
  readings: Record<string, string>;
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
  closed: boolean;
  trouble: string | null;
}
