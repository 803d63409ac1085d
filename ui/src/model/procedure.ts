import type { Option } from "../server/types";
import { capital, plain } from "./words";

/** The dealer's steps as the service lists them, in the order in which one would look for them. */

const ORDER = [
  "no_more_bets", "collect_progressive", "deal", "deal_community", "count_stub", "reveal", "settle", "spin_wheel",
  "validate_payout", "open_round", "shuffle", "cut_cards", "receive_cards", "inspect_cards", "verify_inspection",
  "spread_cards", "stack_cards", "correct_count", "order_shuffle", "order_recut", "go_idle", "change_dealing",
  "remove_deck", "close_table",
];

const SAID: Record<string, string> = {
  no_more_bets: "Announce “no more bets”",
  collect_progressive: "Collect the progressive wagers",
  deal: "Deal",
  deal_community: "Deal community cards",
  count_stub: "Count the stub",
  reveal: "Turn over the dealer's cards",
  settle: "Settle the wagers",
  spin_wheel: "Spin the wheel",
  validate_payout: "Validate the payout",
  open_round: "Open a round",
  shuffle: "Shuffle",
  cut_cards: "Cut",
  receive_cards: "Receive cards",
  inspect_cards: "Inspect the cards",
  verify_inspection: "Verify the inspection",
  spread_cards: "Spread the cards",
  stack_cards: "Mix and stack the cards",
  go_idle: "Leave the table idle",
  close_table: "Close the table",
  remove_deck: "Take the deck away",
  report_device: "Out of order",
  cover_device: "Cover the device",
};

const ASIDE = new Set(["report", "report_device", "cover_device"]);

const rank = (step: Option): number => {
  const at = ORDER.indexOf(step.type);
  return at < 0 ? ORDER.length : at;
};

export function procedure(steps: readonly Option[]): Option[] {
  return steps
    .filter((step) => !ASIDE.has(step.type) && step.type !== "view_cards")
    .sort((a, b) => rank(a) - rank(b));
}

export const irregularities = (steps: readonly Option[]): Option[] => steps.filter((step) => ASIDE.has(step.type));

export function stepName(step: Option): string {
  if (step.type === "report") return capital(plain(step.kind ?? ""));
  const said = SAID[step.type] ?? capital(plain(step.type));
  if (step.type === "change_dealing") return `Deal by ${plain(step.method ?? "")}`;
  if (step.device) return `${said}: ${step.device}`;
  if (step.deck && step.type !== "open_round") return `${said}, deck ${step.deck}`;
  return step.seat ? `${said}, seat ${step.seat}` : said;
}

/** Numbers that the dealer must count and tell; the service never fills them in. */
export function counts(step: Option): readonly ("chips" | "sensors" | "counted" | "depth" | "count")[] {
  if (step.type === "collect_progressive") return ["chips", "sensors"];
  if (step.type === "count_stub") return ["counted"];
  if (step.type === "cut_cards") return ["depth"];
  return step.type === "report" ? ["count"] : [];
}

/** The part of an offer that goes back to the service with the ask. */
export function fieldsOf(step: Option, typed: Readonly<Record<string, string>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of ["deck", "seat", "kind", "device", "method"] as const) {
    if (step[name] !== undefined && step[name] !== null) fields[name] = step[name];
  }
  for (const name of counts(step)) if (typed[name]) fields[name] = Number(typed[name]);
  const cards = (typed["cards"] ?? "").trim();
  if (cards) fields["cards"] = cards.split(/\s+/);
  if (typed["seat"]) fields["seat"] = Number(typed["seat"]);
  if (typed["symbol"]) fields["symbol"] = typed["symbol"];
  return fields;
}
