import type { Hand, Option, Shown } from "../server/types";
import { capital, plain, wagerName } from "../words/words";
import { priceOf } from "../words/money";
import { dateAndTime } from "../words/times";
import { inRow, mark, t } from "../language/language";
import { named } from "../words/steps";

/** What the floor monitors, as the service reports it, in a floorperson's words. */

/** A progressive win waiting to be validated. */
export interface Claim {
  player: string;
  seat: number;
  cards: string[];
  hand: Hand | null;
  board: string[];
  paytable: string | null;
  line: string;
  odds: string | null;
  paid: string;
  clauses: string[];
  meter_before: string;
  meter_after: string;
  deal: string;
  /** Whether the deck was sealed before bets closed. */
  verifiable: boolean;
}

export interface Alarm {
  alarm: string;
  seconds?: number;
  seat?: number;
  deck?: number;
  round?: number;
  rounds?: number;
  device?: string;
  tray?: string;
  missing?: string;
  wager?: string;
  /** For a flagged result: when, in milliseconds since 1970, and its value then. */
  since?: number;
  hands?: number;
  net?: string;
  clause?: string | null;
  claim?: Claim | null;
  /** What the floor can do about it; the service decides whether this person may. */
  option?: Option;
}

export interface Period {
  period: string;
  rounds: number;
  drop: string;
  staked: string;
  win: string;
  hold: string | null;
}

export interface Compared {
  wager: string;
  hands: number;
  net: string;
  expected: string;
  /** How far above the expected value an honest result stays, and how far below. */
  band: string;
  band_below: string;
  alarm: string | null;
}

export interface Incident {
  at: number;
  position: number;
  event: string;
  actor: string;
  clauses: string[];
  facts: { reason?: string; seat?: number; deck?: number; device?: string; method?: string; amount?: string; wager?: string; alarm?: string };
}

export interface FloorTable {
  table: string;
  rulebook: string;
  name: string;
  kind: string;
  tray: string;
  phase: string;
  version: number;
  drop: Record<string, Period>;
  periods: Period[];
  wagers: Compared[];
  theory_computing: boolean;
  hits: { at: number; round: number; seat: number; line: string; paid: string; from_meter: boolean }[];
  alarms: Alarm[];
  decks: { deck: number; status: string }[];
  automatic: string[];
}

export function alarmText(shown: Shown | null, alarm: Alarm): string {
  switch (alarm.alarm) {
    case "clock_overdue":
      return t("The deadline passed {seconds} s ago, and the table has not moved on", { seconds: String(alarm.seconds) });
    case "validation_waits":
      return t("A progressive payout at seat {seat} is waiting for validation", { seat: alarm.seat ?? 0 });
    case "inspection_waits":
      return t("The inspection of deck {deck} is waiting for a second person", { deck: alarm.deck ?? 0 });
    case "confirmation_waits":
      return t("The cards entered for deck {deck} are waiting for a second person", { deck: alarm.deck ?? 0 });
    case "deck_overdue":
      return t("Deck {deck} is due to be changed", { deck: alarm.deck ?? 0 });
    case "stub_count_due":
      return t("The stub is due to be counted ({rounds} rounds)", { rounds: String(alarm.rounds) });
    case "device_out_of_order":
      return alarm.option?.type === "uncover_device" ? t("The {device} is repaired and still covered", { device: named(alarm.device ?? "") }) : t("The {device} is out of order", { device: named(alarm.device ?? "") });
    case "fill_waits":
      return t("A payout is waiting for a fill: the tray is {amount} short", { amount: priceOf(alarm.missing) });
    case "tray_low":
      return t("The tray is down to {amount}", { amount: priceOf(alarm.tray) });
    case "players_win_too_much":
      return t("Players win more than theory allows: {wager}", { wager: comparedName(shown, alarm.wager ?? "") });
    case "players_lose_too_much":
      return t("Players lose more than theory allows: {wager}", { wager: comparedName(shown, alarm.wager ?? "") });
    default:
      return alarm.alarm.replaceAll("_", " ");
  }
}

/** When a result was flagged; it may be back in its band by now. */
export const flaggedText = (alarm: Alarm): string =>
  t("flagged in round {round}, after {hands} hands, {time}", { round: String(alarm.round), hands: String(alarm.hands), time: dateAndTime(alarm.since ?? 0) });

/** "2 stacked" for two decks with the same status, "1 in play, 1 stacked" for different ones. */
export function decksInWords(decks: FloorTable["decks"]): string {
  const counted = new Map<string, number>();
  for (const deck of decks) counted.set(deck.status, (counted.get(deck.status) ?? 0) + 1);
  return inRow([...counted].map(([status, count]) => `${count} ${named(status)}`)) || t("none");
}

const INCIDENTS: Record<string, string> = {
  "round.voided": mark("Round void"),
  "round.card_set_aside": mark("Card set aside"),
  "round.card_drawn_in_error": mark("Card drawn in error"),
  "round.wagers_forfeited": mark("Wagers forfeited"),
  "round.chip_returned": mark("Progressive chip given back"),
  "table.shuffler_jammed": mark("Shuffler jammed"),
  "table.device_failed": mark("Device out of order"),
  "table.device_covered": mark("Device covered"),
  "table.dealing_changed": mark("Dealing changed"),
  "table.deck_removed": mark("Deck removed"),
  "table.tray_filled": mark("Fill"),
  "table.tray_credited": mark("Credit"),
  "watch.result_flagged": mark("Result flagged"),
  "watch.flag_put_away": mark("Flag closed"),
};

export function incidentText(shown: Shown | null, incident: Incident): string {
  const [name = ""] = incident.event.split("/");
  const { reason, seat, deck, device, method, amount, wager } = incident.facts;
  const more = [
    wager && comparedName(shown, wager),
    amount && priceOf(amount),
    reason && named(reason),
    seat && t("seat {seat}", { seat }),
    deck && t("deck {deck}", { deck }),
    device && named(device),
    method && named(method),
  ].filter(Boolean);
  const incidentName = INCIDENTS[name] ? t(INCIDENTS[name]) : capital(plain(name));
  return more.length ? t("{incident}: {facts}", { incident: incidentName, facts: more.join(", ") }) : incidentName;
}

export interface Point {
  readonly hands: number;
  readonly strayed: number;
  readonly above: number;
  readonly below: number;
}

/** How far the players' result is from what theory expects, along the way. */
export const strayedAlong = (course: readonly Compared[]): Point[] =>
  course.map((each) => ({
    hands: each.hands,
    strayed: Number(each.net) - Number(each.expected),
    above: Number(each.band),
    below: Number(each.band_below),
  }));

export const comparedName = (shown: Shown | null, wager: string): string =>
  wager === "base" ? t("Against the dealer") : wagerName(shown, wager === "shared" ? (shown?.shared_bonus ?? wager) : wager);

/** Chips change hands while a round is settled, before it counts as a round. */
export const hasResult = (period: Period): boolean => period.rounds > 0 || Number(period.win) !== 0;

/** "−12.50 %": with the minus that amounts have. */
export const holdText = (hold: string): string => hold.replace("-", "−").replace("%", " %");
