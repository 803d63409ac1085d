import type { Box, DealersDesk, Option, Round, TableRules, View } from "../server/types";
import { capital, handName, plain, wagerName } from "./words";

/** The dealer's procedure: what the dealing method asks for in a round, where the table stands in it, and what is offered. */

export interface Step {
  /** The step as the rulebook names it. */
  readonly name: string;
  readonly title: string;
  readonly clause: string | null;
  readonly status: "done" | "now" | "next";
  /** What the service offers for it; absent while somebody else has to act first. */
  readonly offer: Option | null;
  /** To be spoken to the table. */
  readonly say: string | null;
}

const TITLES: Record<string, string> = {
  receive_cards: "Receive cards",
  inspect_cards: "Inspect the cards",
  verify_inspection: "Verify the inspection",
  spread_cards: "Spread the cards face up",
  view_cards: "A player views the cards",
  stack_cards: "Mix and stack the cards",
  shuffle: "Shuffle",
  cut_cards: "Cut",
  open_round: "Invite wagers",
  no_more_bets: "Close betting",
  collect_progressive: "Collect the Progressive chips",
  read_cards: "Read the next cards",
  deal: "Deal",
  deal_flop: "Turn over the first two community cards",
  deal_last_community_cards: "Turn over the last two community cards",
  decide: "Players decide",
  count_stub: "Count the stub",
  reveal: "Turn over your hand",
  settle: "Settle from your right",
  spin_wheel: "Spin the wheel",
  validate_payout: "Have the payout validated",
  order_shuffle: "Order a shuffle",
  order_recut: "Order another cut",
  correct_count: "Give a Progressive chip back",
  go_idle: "Leave the table idle",
  close_table: "Close the table",
  remove_deck: "Take the deck away",
  report_device: "Out of order",
  cover_device: "Cover the device",
};

/** Irregularities as a dealer would call them out. */
const REPORTS: Record<string, string> = {
  cards_face_up: "Card face up in the deck",
  drawn_in_error: "Card drawn in error",
  wrong_number_of_cards: "Wrong number of cards",
  dealer_card_exposed: "Dealer's card exposed",
  shuffler_jam: "Shuffler jammed",
  shoe_jam: "Shoe jammed",
  hand_abandoned: "Player left a hand",
  information_shared: "Players shared information",
};

const ASIDE = new Set(["report", "report_device", "cover_device"]);
const OPENING = ["receive_cards", "inspect_cards", "verify_inspection", "spread_cards", "stack_cards"];

/** What goes wrong with cards that are on their way. The law knows one time of dealing, which begins with "no more bets". */
const NEEDS_CARDS = new Set(["cards_face_up", "drawn_in_error", "wrong_number_of_cards", "dealer_card_exposed"]);

/** What may be wrong now. Until the Progressive chips are collected no card may leave the deck, so none can be amiss. */
export function irregularities(steps: readonly Option[]): Option[] {
  const offered = (type: string): boolean => steps.some((step) => step.type === type);
  const undealt = offered("collect_progressive") && !offered("deal") && !offered("read_cards");
  return steps.filter((step) => ASIDE.has(step.type) && !(undealt && NEEDS_CARDS.has(step.kind ?? "")));
}

/** Steps that are somebody else's to take are not put before who looks. */
export const isFor = (step: Option, jobs: readonly string[]): boolean =>
  step.roles?.some((role) => jobs.includes(role)) ?? true;

/** For somebody whose step it is not: whose it is. */
export function doneBy(step: Option): string {
  if (step.roles?.includes("dealer")) return "The dealer does this.";
  return `A ${plain(step.roles?.[0] ?? "floorperson")} does this.`;
}

export function stepName(step: Option): string {
  if (step.type === "report") return REPORTS[step.kind ?? ""] ?? capital(plain(step.kind ?? ""));
  const said = TITLES[step.type] ?? capital(plain(step.type));
  if (step.type === "change_dealing") return `Deal by ${plain(step.method ?? "")}`;
  if (step.device) return `${capital(step.device)}: ${said.toLowerCase()}`;
  if (step.deck && step.type !== "open_round") return `${said}, deck ${step.deck}`;
  return step.seat ? `${said}, seat ${step.seat}` : said;
}

/** The names of a round's steps, in the order in which they come. */
function course(rules: TableRules): string[] {
  const progressive = rules.wagers.some((wager) => wager.wager === rules.shown.progressive_wager);
  const names = ["shuffle", "open_round", "no_more_bets"];
  if (progressive) names.push("collect_progressive");
  names.push("deal");
  rules.decision.stages.forEach((_, at) => {
    if (at === 1) names.push("deal_flop");
    if (at === 2) names.push("deal_last_community_cards");
    names.push(`decide ${at}`);
  });
  return [...names, "reveal", "settle"];
}

/** Of two decks that could be made ready, the one whose turn it is comes first. */
function find(desk: DealersDesk, ...types: string[]): Option | null {
  const found = desk.steps.filter((step) => types.includes(step.type));
  return found.find((step) => step.deck === desk.next_deck) ?? found[0] ?? null;
}

/** Which of the course's steps the table has come to. */
function present(view: View, rules: TableRules, desk: DealersDesk): string {
  const round = view.round;
  if (!round || view.phase === "waiting") return find(desk, "open_round") ? "open_round" : "shuffle";
  switch (round.phase) {
    case "betting":
      return "no_more_bets";
    case "dealing":
      return round.void ? "settle" : find(desk, "deal", "read_cards") ? "deal" : "collect_progressive";
    case "decisions":
      return `decide ${Math.max(0, rules.decision.stages.findIndex((stage) => stage.stage === round.stage))}`;
    case "board":
      return round.board.length === 0 ? "deal_flop" : "deal_last_community_cards";
    case "reveal":
      return "reveal";
    default:
      return "settle";
  }
}

const OFFERED_AS: Record<string, string[]> = {
  shuffle: ["shuffle", "cut_cards"],
  deal_flop: ["deal_community"],
  deal_last_community_cards: ["deal_community"],
  reveal: ["reveal"],
  settle: ["settle"],
};

export function walk(view: View, rules: TableRules): Step[] {
  const desk = view.desk;
  if (!desk) return [];
  const names = course(rules);
  const now = names.indexOf(present(view, rules, desk));
  const steps = names.map((name, at): Step => {
    const status = at < now ? "done" : at === now ? "now" : "next";
    const offer = status === "now" ? find(desk, ...(OFFERED_AS[name] ?? [name])) : null;
    return {
      name,
      title: titleOf(name, rules, offer),
      clause: INVITES.has(name) ? clauseOf(name, rules) : (offer?.clause ?? clauseOf(name, rules)),
      status,
      offer,
      say: announcement(name, view.round, rules),
    };
  });
  return withWhatComesBetween(steps, view, rules, desk);
}

/** Cards to be opened, a stub that is due, a wheel and a validation: steps that not every round has. */
function withWhatComesBetween(steps: Step[], view: View, rules: TableRules, desk: DealersDesk): Step[] {
  const at = steps.findIndex((step) => step.status === "now");
  const put = (name: string, title: string, offer: Option | null): void => {
    const clause = offer?.clause ?? clauseOf(name, rules);
    const step: Step = { name, title, clause, status: "now", offer, say: null };
    const rest = steps.slice(at).map((each): Step => (each.status === "now" ? { ...each, status: "next" } : each));
    steps = [...steps.slice(0, at), step, ...rest];
  };
  const putOffer = (offer: Option): void => put(offer.type, stepName(offer), offer);
  const stub = find(desk, "count_stub");
  const wheel = find(desk, "spin_wheel");
  const reading = desk.cards_to_read ? find(desk, "read_cards") : null;
  const opening = view.round ? null : find(desk, ...OPENING);
  const ready = find(desk, "open_round", "shuffle", "cut_cards");
  if (wheel) putOffer(wheel);
  else if (reading) putOffer(reading);
  else if (stub && view.round?.phase === "reveal" && !find(desk, "reveal")) putOffer(stub);
  else if (opening && !ready) putOffer(opening);
  else if (!view.round && !ready && desk.decks.some((deck) => deck.status === "spread")) {
    put("view_cards", TITLES["view_cards"] ?? "", null);
  }
  return steps;
}

function titleOf(name: string, rules: TableRules, offer: Option | null): string {
  if (offer?.type === "cut_cards") return stepName(offer);
  if (name === "shuffle") return offer ? stepName(offer) : "Shuffle";
  if (name.startsWith("decide")) {
    const stage = rules.decision.stages[Number(name.slice(7))];
    return rules.decision.stages.length > 1 ? `Players decide, ${plain(stage?.stage ?? "")}` : "Players decide";
  }
  return TITLES[name] ?? capital(plain(name));
}

/** To open a round is, in the service's words, to take the deck whose turn it is; what the dealer says is about wagers. */
const INVITES = new Set(["open_round"]);

function clauseOf(name: string, rules: TableRules): string | null {
  if (name.startsWith("decide")) return rules.decision.stages[Number(name.slice(7))]?.asked ?? null;
  const steps = rules.steps;
  if (INVITES.has(name)) return steps["place_wagers"]?.[0] ?? null;
  if (name === "shuffle") return (rules.shuffler === "none" ? steps["shuffle_by_hand"] : steps["shuffle_by_device"])?.[0] ?? null;
  return steps[name]?.[0] ?? null;
}

function announcement(name: string, round: Round | null, rules: TableRules): string | null {
  if (name === "open_round") return "Place your bets, please.";
  if (name === "no_more_bets") return "No more bets.";
  if (name.startsWith("decide")) {
    const stage = rules.decision.stages[Number(name.slice(7))];
    const seat = round?.turn ? `Seat ${round.turn}: ` : "";
    return `${seat}${wagerName(rules.shown, stage?.wager ?? "").toLowerCase()} or ${stage?.passive ?? "fold"}?`;
  }
  if (name === "settle" && round?.void) return "This round is void.";
  if (name === "settle" && round?.dealer_hand) {
    const verdict = round.dealer_qualifies ? " The dealer qualifies." : " The dealer does not qualify.";
    return `${handName(round.dealer_hand)}.${round.dealer_qualifies === null ? "" : verdict}`;
  }
  return null;
}

/** What else may be done now, besides the step that the round has come to. */
export function besides(view: View, steps: readonly Step[], jobs: readonly string[]): Option[] {
  const taken = new Set(steps.map((step) => step.offer).filter(Boolean));
  return (view.desk?.steps ?? []).filter(
    (step) => !taken.has(step) && !ASIDE.has(step.type) && step.type !== "view_cards" && isFor(step, jobs),
  );
}

/** A box as the dealer sees it: while a round is settled, with the hand that is turned up. */
export function turnedUp(view: View, seat: number): Box | null {
  const box = view.round?.seats.find((each) => each.seat === seat) ?? null;
  const hand = view.desk?.to_settle.find((each) => each.seat === seat);
  return box && hand ? { ...box, cards: hand.cards, hand: hand.hand } : box;
}

/** For whom the table waits while the dealer has nothing to do. */
export function waiting(view: View, step: Step): string {
  if (view.closed) return "The table is closed.";
  if (view.round?.turn != null && step.name.startsWith("decide")) return `Seat ${view.round.turn} decides.`;
  if (view.desk?.claim != null) return `A progressive win at seat ${view.desk.claim} waits for a second person to validate it.`;
  if (step.name === "no_more_bets") return "Nobody has wagered yet.";
  if (step.name === "view_cards") return "The table waits for a player to view the cards.";
  if (step.name === "shuffle") return "The cards are being made ready.";
  return "The table goes on by itself here, or waits for the players.";
}

export type Count = "chips" | "sensors" | "counted" | "depth" | "count";

/** Numbers that the dealer must count and tell; the service never fills them in. */
export function counts(step: Option): readonly Count[] {
  if (step.type === "collect_progressive") return ["chips", "sensors"];
  if (step.type === "count_stub") return ["counted"];
  if (step.type === "cut_cards") return ["depth"];
  return step.type === "report" && step.kind === "cards_face_up" ? ["count"] : [];
}

export const COUNTED: Record<Count, string> = {
  chips: "Chips that you count",
  sensors: "Sensors that are lit",
  counted: "Cards in the stub",
  depth: "Cards above the cut",
  count: "Cards found face up",
};

/** Irregularities that happen to a hand; the others happen to the whole table. */
export const WHOSE = new Set(["wrong_number_of_cards", "hand_abandoned", "information_shared"]);

/** The part of an offer that goes back to the service with the ask. */
export function fieldsOf(step: Option, typed: Readonly<Record<string, string>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of ["deck", "kind", "device", "method"] as const) {
    if (step[name] !== undefined && step[name] !== null) fields[name] = step[name];
  }
  for (const name of counts(step)) if (typed[name]) fields[name] = Number(typed[name]);
  const cards = (typed["cards"] ?? "").trim();
  if (cards) fields["cards"] = cards.split(/\s+/);
  if (typed["who"] && Number.isNaN(Number(typed["who"]))) fields["who"] = typed["who"];
  else if (typed["who"]) fields["seat"] = Number(typed["who"]);
  else if (step.seat != null && step.type !== "report") fields["seat"] = step.seat;
  if (typed["as_dealt"] && !cards) fields["as_dealt"] = true;
  if (typed["symbol"]) fields["symbol"] = typed["symbol"];
  return fields;
}
