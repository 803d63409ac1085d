import type { Round } from "../server/types";
import { capital, phaseName, plain } from "../words/words";
import { mark, t } from "../language/language";
import { named } from "../words/steps";

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
  /** The card that was dealt at this moment, where it went, and which of how many it was. */
  readonly card: string | null;
  readonly to?: string;
  readonly place?: number;
  readonly of?: number;
}

const EVENTS: Record<string, string> = {
  "round.opened": mark("The round is opened"),
  "round.called_off": mark("The round is called off: nobody had wagered"),
  "round.wagers_placed": mark("Wagers are placed"),
  "round.wagers_withdrawn": mark("Wagers are taken back"),
  "round.betting_closed": mark("No more bets"),
  "round.progressive_collected": mark("The Progressive chips are collected"),
  "round.cards_read": mark("Cards are read as they leave the shoe"),
  "round.cards_dealt": mark("The deal"),
  "round.community_dealt": mark("Community cards are turned over"),
  "round.raised": mark("A player raises"),
  "round.checked": mark("A player checks"),
  "round.folded": mark("A player folds"),
  "round.stub_counted": mark("The stub is counted"),
  "round.dealer_revealed": mark("The dealer's hand is turned over"),
  "round.wager_settled": mark("A wager is settled"),
  "round.payout_claimed": mark("A progressive win is claimed"),
  "round.payout_validated": mark("The payout is validated"),
  "round.wheel_spun": mark("The wheel is spun"),
  "round.card_set_aside": mark("A card is set aside"),
  "round.card_drawn_in_error": mark("A card was drawn in error"),
  "round.chip_returned": mark("A Progressive chip is given back"),
  "round.wagers_forfeited": mark("Wagers are forfeited"),
  "round.voided": mark("The round is void"),
  "round.closed": mark("The round is closed"),
  "table.opened": mark("The table is opened"),
  "table.rules_pinned": mark("The table's rules are fixed"),
  "table.settings_changed": mark("The table's settings are changed"),
  "table.went_idle": mark("The table goes idle"),
  "table.closed": mark("The table is closed"),
  "table.cards_received": mark("Cards are received at the table"),
  "table.cards_inspected": mark("The dealer inspects the cards"),
  "table.inspection_verified": mark("The inspection is verified"),
  "table.cards_spread": mark("The cards are spread face up"),
  "table.cards_viewed": mark("A player has viewed the cards"),
  "table.cards_stacked": mark("The cards are washed and stacked"),
  "table.cards_shuffled": mark("The cards are shuffled"),
  "table.cards_cut": mark("The cards are cut"),
  "table.shuffle_ordered": mark("Another shuffle is ordered"),
  "table.recut_ordered": mark("Another cut is ordered"),
  "table.deck_removed": mark("A deck is removed"),
  "table.dealing_changed": mark("The dealing method is changed"),
  "table.device_failed": mark("A device is out of order"),
  "table.device_covered": mark("A device is covered or marked"),
  "table.device_repaired": mark("A device is repaired"),
  "table.device_uncovered": mark("A device is uncovered and used again"),
  "table.shuffler_jammed": mark("The shuffler is jammed"),
  "table.seat_taken": mark("A player sits down"),
  "table.seat_left": mark("A player leaves the seat"),
  "table.seat_freed": mark("A seat is free again"),
  "table.player_gone": mark("A guest has left"),
  "table.player_ready": mark("A player is ready"),
  "table.feed_lost": mark("A guest has closed the page; the table waits a moment longer"),
  "table.time_given": mark("The deadline is extended"),
  "table.chips_bought": mark("Chips are bought"),
  "table.chips_cashed": mark("Chips are cashed"),
  "table.tray_filled": mark("The tray is filled"),
  "table.tray_credited": mark("The tray is credited"),
  "table.step_taken": mark("The person who acted is recorded, as a second person must approve"),
  "shuffle.seed_promised": mark("The seed of the shuffle is committed to"),
  "shuffle.entropy_added": mark("A player adds to the shuffle"),
  "shuffle.cards_confirmed": mark("A second person confirms the entered cards"),
  "shuffle.deck_sealed": mark("The deck is sealed"),
  "shuffle.deck_discarded": mark("The shuffle is discarded; another follows"),
  "shuffle.deck_opened": mark("The seal of the dealt cards is opened"),
  "progressive.meter_changed": mark("The meter changes"),
  "meter.opened": mark("A meter is opened"),
  "meter.moved": mark("The meter changes, for all its tables"),
  "meter.hit": mark("A progressive win is paid"),
  "meter.correction_proposed": mark("A correction of the meter is proposed"),
  "meter.correction_seconded": mark("A second person approves the correction of the meter"),
  "meter.correction_approved": mark("The correction of the meter is approved"),
  "meter.correction_declined": mark("The correction of the meter is declined"),
  "watch.result_flagged": mark("A result has left its band"),
  "watch.result_back": mark("A result is back in its band"),
  "watch.flag_put_away": mark("A flagged result is closed"),
  "account.opened": mark("An account is opened"),
  "account.closed": mark("An account is closed"),
  "account.jobs_changed": mark("Roles are changed"),
  "account.password_set": mark("A password is set"),
  "account.sign_in_failed": mark("A sign-in failed"),
  "account.session_opened": mark("A person signs in"),
  "account.session_closed": mark("A person signs out"),
  "account.link_made": mark("A sign-in link is made"),
  "account.link_used": mark("A sign-in link is used"),
  "account.passkey_added": mark("A passkey is added"),
  "account.passkey_used": mark("A passkey is used to sign in"),
  "account.passkey_removed": mark("A passkey is removed"),
  "house.passkeys_required": mark("The roles that sign in with a passkey are settled"),
  "account.identity_linked": mark("An account is linked to a sign-in provider"),
  "account.paid_in": mark("Money is paid into an account"),
  "account.sat_down": mark("The owner of an account sits down"),
  "purse.funded": mark("Money is paid into a purse"),
  "purse.paid_out": mark("Money is paid out of a purse"),
  "lessons.answered": mark("A decision of a lesson is priced"),
  "lessons.erased": mark("The answers of lessons are erased"),
  "history.erased": mark("A player erases the history"),
  "exam.begun": mark("An exam begins"),
  "exam.ended": mark("An exam is handed in"),
  "limits.set": mark("A player sets a limit"),
  "limits.break_taken": mark("A player takes a break"),
  "limits.counted": mark("Chips or wagers count towards a player's limits"),
  "limits.cage_moved": mark("Money at the cage is left out of a player's limits"),
  "request.asked": mark("An administrator asks for a change"),
  "request.approved": mark("A change is approved by a second administrator"),
  "request.declined": mark("A change is declined"),
  "transit.sent": mark("Money leaves for another part of the house"),
  "transit.received": mark("Money arrives from another part of the house"),
  "retention.removed": mark("Cards and commands of old rounds are removed"),
  "archive.restored": mark("The records are restored from an archive"),
};

export const eventName = (event: string): string => {
  const [name = ""] = event.split("/");
  return EVENTS[name] ? t(EVENTS[name]) : capital(plain(name.replace(/^\w+\./, "")));
};

/** The phase of the round at a moment. The last event leaves the felt as settled. */
export function phaseThen(moment: Moment): string {
  if (!moment.round) return phaseName("waiting");
  if (moment.round.void) return t("Void: {reasons}", { reasons: named(moment.round.void) });
  return moment.event.startsWith("round.closed/") ? t("Round over") : phaseName(moment.round.phase);
}


export function moments(frames: readonly Frame[]): Moment[] {
  return frames.flatMap((frame): Moment[] => {
    const { dealt } = frame;
    if (!dealt?.length || !frame.round) return [{ ...frame, card: null }];
    return dealt.map((each, at) => withFirst(frame, dealt.slice(0, at + 1), each));
  });
}

/** What happened at a moment, in words. */
export function toldOf({ event, to, place = 0, of = 0 }: Moment): string {
  if (to === undefined) return eventName(event);
  if (to === "dealer") return t("Card {place} of {count} to the dealer", { place, count: of });
  if (to === "community") return t("Card {place} of {count} to the community cards", { place, count: of });
  return t("Card {place} of {count} to seat {seat}", { place, count: of, seat: to });
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
    card: last.card,
    to: last.to,
    place: dealt.length,
    of: all.length,
  };
}
