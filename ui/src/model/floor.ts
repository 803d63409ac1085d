import { wagerName } from "./words";
import { priceOf } from "./money";

export interface Alarm {
  alarm: string;
  seat?: number;
  deck?: number;
  round?: number;
  rounds?: number;
  device?: string;
  tray?: string;
  wager?: string;
  clause?: string | null;
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
  band: string;
  alarm: string | null;
}

export interface FloorTable {
  table: string;
  name: string;
  kind: string;
  tray: string;
  phase: string;
  version: number;
  drop: Record<string, Period>;
  periods: Period[];
  wagers: Compared[];
  hits: { at: number; round: number; seat: number; line: string; paid: string; from_meter: boolean }[];
  alarms: Alarm[];
  decks: { deck: number; status: string }[];
  automatic: string[];
}

export function alarmText(alarm: Alarm): string {
  switch (alarm.alarm) {
    case "validation_waits":
      return `A progressive payout at seat ${alarm.seat} waits for validation`;
    case "inspection_waits":
      return `The inspection of deck ${alarm.deck} waits for a second person`;
    case "deck_overdue":
      return `Deck ${alarm.deck} is due to be changed`;
    case "stub_count_due":
      return `The stub is due to be counted (${alarm.rounds} rounds)`;
    case "device_out_of_order":
      return `The ${alarm.device} is out of order`;
    case "tray_low":
      return `The tray is down to ${priceOf(alarm.tray)}`;
    case "players_win_too_much":
      return `Players win more than theory allows: ${wagerName(alarm.wager ?? "")}`;
    case "players_lose_too_much":
      return `Players lose more than theory allows: ${wagerName(alarm.wager ?? "")}`;
    default:
      return alarm.alarm.replaceAll("_", " ");
  }
}

/** What the floor can do about it from here; the service decides whether this person may. */
export function asksFor(alarm: Alarm): { type: string; label: string; fields: Record<string, unknown> }[] {
  switch (alarm.alarm) {
    case "validation_waits":
      return [{ type: "validate_payout", label: "Validate", fields: { seat: alarm.seat } }];
    case "inspection_waits":
      return [{ type: "verify_inspection", label: "Verify", fields: { deck: alarm.deck } }];
    case "deck_overdue":
      return [{ type: "remove_deck", label: "Take the deck away", fields: { deck: alarm.deck } }];
    case "device_out_of_order":
      return [{ type: "cover_device", label: "Covered", fields: { device: alarm.device } }];
    default:
      return [];
  }
}
