import type { Round } from "../server/types";
import { capital, phaseName, plain } from "../words/words";

/** A hand to replay: the frames of the service, with the deal split into its cards. */

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
  /** The card that was dealt at this moment. */
  readonly card: string | null;
}

const EVENTS: Record<string, string> = {
  "round.opened": "The round is opened",
  "round.called_off": "The round is called off: nobody had wagered",
  "round.wagers_placed": "Wagers are placed",
  "round.wagers_withdrawn": "Wagers are taken back",
  "round.betting_closed": "No more bets",
  "round.progressive_collected": "The Progressive chips are collected",
  "round.cards_read": "Cards are read as they leave the shoe",
  "round.cards_dealt": "The deal",
  "round.community_dealt": "Community cards are turned over",
  "round.raised": "A player raises",
  "round.checked": "A player checks",
  "round.folded": "A player folds",
  "round.stub_counted": "The stub is counted",
  "round.dealer_revealed": "The dealer's hand is turned over",
  "round.wager_settled": "A wager is settled",
  "round.payout_claimed": "A progressive win is claimed",
  "round.payout_validated": "The payout is validated",
  "round.wheel_spun": "The wheel is spun",
  "round.card_set_aside": "A card is set aside",
  "round.card_drawn_in_error": "A card was drawn in error",
  "round.chip_returned": "A Progressive chip is given back",
  "round.wagers_forfeited": "Wagers are forfeited",
  "round.voided": "The round is void",
  "round.closed": "The round is closed",
  "table.opened": "The table is opened",
  "table.rules_pinned": "The table's rules are fixed",
  "table.settings_changed": "The table's settings are changed",
  "table.went_idle": "The table goes idle",
  "table.closed": "The table is closed",
  "table.cards_received": "Cards are received at the table",
  "table.cards_inspected": "The dealer inspects the cards",
  "table.inspection_verified": "The inspection is verified",
  "table.cards_spread": "The cards are spread face up",
  "table.cards_viewed": "A player has viewed the cards",
  "table.cards_stacked": "The cards are washed and stacked",
  "table.cards_shuffled": "The cards are shuffled",
  "table.cards_cut": "The cards are cut",
  "table.shuffle_ordered": "Another shuffle is ordered",
  "table.recut_ordered": "Another cut is ordered",
  "table.deck_removed": "A deck is removed",
  "table.dealing_changed": "The dealing method is changed",
  "table.device_failed": "A device is out of order",
  "table.device_covered": "A device is covered or marked",
  "table.device_repaired": "A device is repaired",
  "table.device_uncovered": "A device is uncovered and used again",
  "table.shuffler_jammed": "The shuffler is jammed",
  "table.seat_taken": "A player sits down",
  "table.seat_left": "A player leaves the seat",
  "table.seat_freed": "A seat is free again",
  "table.player_gone": "A guest has left",
  "table.player_ready": "A player is ready",
  "table.feed_lost": "A guest has closed the page; the table waits a moment longer",
  "table.time_given": "The deadline is extended",
  "table.chips_bought": "Chips are bought",
  "table.chips_cashed": "Chips are cashed",
  "table.tray_filled": "The tray is filled",
  "table.tray_credited": "The tray is credited",
  "table.step_taken": "The person who acted is recorded, as a second person must approve",
  "shuffle.seed_promised": "The seed of the shuffle is committed to",
  "shuffle.entropy_added": "A player adds to the shuffle",
  "shuffle.cards_confirmed": "A second person confirms the entered cards",
  "shuffle.deck_sealed": "The deck is sealed",
  "shuffle.deck_discarded": "The shuffle is discarded; another follows",
  "shuffle.deck_opened": "The seal of the dealt cards is opened",
  "progressive.meter_changed": "The meter changes",
  "meter.opened": "A meter is opened",
  "meter.moved": "The meter changes, for all its tables",
  "meter.hit": "A progressive win is paid",
  "meter.correction_proposed": "A correction of the meter is proposed",
  "meter.correction_seconded": "A second person approves the correction of the meter",
  "meter.correction_approved": "The correction of the meter is approved",
  "meter.correction_declined": "The correction of the meter is declined",
  "watch.result_flagged": "A result has left its band",
  "watch.result_back": "A result is back in its band",
  "watch.flag_put_away": "A flagged result is closed",
  "account.opened": "An account is opened",
  "account.closed": "An account is closed",
  "account.jobs_changed": "Roles are changed",
  "account.password_set": "A password is set",
  "account.sign_in_failed": "A sign-in failed",
  "account.session_opened": "A person signs in",
  "account.session_closed": "A person signs out",
  "account.link_made": "A sign-in link is made",
  "account.link_used": "A sign-in link is used",
  "account.passkey_added": "A passkey is added",
  "account.passkey_used": "A passkey is used to sign in",
  "account.passkey_removed": "A passkey is removed",
  "house.passkeys_required": "The roles that sign in with a passkey are settled",
  "account.paid_in": "Money is paid into an account",
  "account.sat_down": "The owner of an account sits down",
  "purse.funded": "Money is paid into a purse",
  "purse.paid_out": "Money is paid out of a purse",
  "retention.removed": "Cards and commands of old rounds are removed",
  "archive.restored": "The records are restored from an archive",
};

export const eventName = (event: string): string => {
  const [name = ""] = event.split("/");
  return EVENTS[name] ?? capital(plain(name.replace(/^\w+\./, "")));
};

/** The phase of the round at a moment. Its last event leaves the felt as it was settled. */
export function phaseThen(moment: Moment): string {
  if (!moment.round) return phaseName("waiting");
  if (moment.round.void) return `Void: ${plain(moment.round.void)}`;
  return moment.event.startsWith("round.closed/") ? "Round over" : phaseName(moment.round.phase);
}

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
