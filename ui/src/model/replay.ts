import type { Round } from "../server/types";
import { capital, plain } from "./words";

/** A hand to be scrubbed: the service's frames, with the deal taken apart into its cards. */

export interface Frame {
  readonly version: number;
  readonly position: number;
  readonly at: number;
  readonly actor: string;
  readonly event: string;
  readonly clauses: string[];
  readonly round: Round | null;
  readonly dealt?: { to: string; card: string }[];
  readonly hands?: Record<string, string[]>;
  readonly dealer?: string[];
  readonly community?: string[];
  readonly burned?: string[];
  readonly stub?: string[];
  readonly felt?: string;
}

export interface Moment extends Frame {
  /** What happened at this moment, in words. */
  readonly told: string;
  /** The card that this moment brought. */
  readonly card: string | null;
}

const EVENTS: Record<string, string> = {
  "round.opened": "The round is opened",
  "round.wagers_placed": "Wagers are placed",
  "round.wagers_withdrawn": "Wagers are taken back",
  "round.betting_closed": "No more bets",
  "round.progressive_collected": "The Progressive chips are collected",
  "round.cards_read": "Cards are read as they leave the shoe",
  "round.cards_dealt": "The deal",
  "round.community_dealt": "Community cards are turned over",
  "round.raised": "A player bets on",
  "round.checked": "A player checks",
  "round.folded": "A player folds",
  "round.stub_counted": "The stub is counted",
  "round.dealer_revealed": "The dealer's hand is turned over",
  "round.wager_settled": "A wager is settled",
  "round.payout_claimed": "A progressive win is claimed",
  "round.payout_validated": "The payout is validated",
  "round.wheel_spun": "The wheel is spun",
  "round.voided": "The round is void",
  "round.closed": "The round is closed",
  "table.cards_shuffled": "The cards are shuffled",
  "table.cards_cut": "The cards are cut",
  "shuffle.seed_promised": "The seed of the shuffle is promised",
  "shuffle.deck_sealed": "The deck is sealed",
  "shuffle.deck_discarded": "The shuffle is given up, another will follow",
  "shuffle.deck_opened": "The seal of the dealt cards is opened",
  "progressive.meter_changed": "The meter moves",
};

export const eventName = (event: string): string => {
  const [name = ""] = event.split("/");
  return EVENTS[name] ?? capital(plain(name.replace(/^\w+\./, "")));
};

const PLACES: Record<string, string> = { dealer: "the dealer", community: "the community cards" };

export function moments(frames: readonly Frame[]): Moment[] {
  return frames.flatMap((frame): Moment[] => {
    const { dealt } = frame;
    if (!dealt?.length || !frame.round) return [{ ...frame, told: eventName(frame.event), card: null }];
    return dealt.map((each, at) => withFirst(frame, dealt.slice(0, at + 1), each));
  });
}

/** The frame as it was when only these cards had been dealt. */
function withFirst(frame: Frame, dealt: { to: string; card: string }[], last: { to: string; card: string }): Moment {
  const of = (place: string): string[] => dealt.filter((each) => each.to === place).map((each) => each.card);
  const all = frame.dealt ?? [];
  return {
    ...frame,
    hands: Object.fromEntries(Object.keys(frame.hands ?? {}).map((seat) => [seat, of(seat)])),
    dealer: of("dealer"),
    community: of("community"),
    stub: [...all.slice(dealt.length).map((each) => each.card), ...(frame.stub ?? [])],
    told: `Card ${dealt.length} of ${all.length} to ${PLACES[last.to] ?? `seat ${last.to}`}`,
    card: last.card,
  };
}
