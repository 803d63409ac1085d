import type { Shown } from "../server/types";
import { priceOf } from "./money";
import { capital, wagerName } from "./words";

/** What the service's refusals mean for whoever plays, and what to do about them. */

interface Told {
  /** Absent: the service's own message says it. */
  readonly what?: string;
  readonly next?: string;
}

type Facts = Readonly<Record<string, string>>;

const device = (facts: Facts): string => facts["device"]?.replaceAll("_", " ") ?? "device";

const minutes = (seconds: number): string => (seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`);

const TOLD: Record<string, (facts: Facts, wager: string) => Told> = {
  offline: () => ({
    next: "This page keeps trying by itself. Your chips are as you left them; press again when the line is back.",
  }),
  stale_version: () => ({
    what: "The table moved on while you were thinking.",
    next: "Nothing was done. Look again, and repeat what you want.",
  }),
  busy: () => ({ what: "The table is very busy.", next: "Nothing was done. Try again in a moment." }),
  not_signed_in: () => ({ what: "You are not signed in any more.", next: "Sign in again; what you set down stays here." }),
  guests_practise: () => ({
    what: "This is a live table, and guests play at practice tables only.",
    next: "Sign in with your account to sit down here, or choose a practice table in the lobby.",
  }),
  no_guests: () => ({
    what: "This house has no guests.",
    next: "Sign in with your account to sit down or to watch. An administrator of the house opens accounts.",
  }),
  table_unreadable: () => ({
    what: "What is kept of this table cannot be read, so it stays shut.",
    next: "The other tables go on. Whoever runs the service sees with houserules audit what was changed.",
  }),
  too_many_tables: () => ({ next: "Sit down at a table in the lobby, or close one of yours." }),
  too_much_lent: () => ({ next: "Cash out at another practice table first." }),
  tray_too_low: () => ({ next: "Buy for less, or wait until the table's tray is filled." }),
  staff_do_not_play: () => ({ next: "Sign in with a player's account, or choose a practice table." }),
  seat_taken: (facts) => ({
    what: `Seat ${facts["seat"] ?? ""} is taken.`,
    next: "Choose another seat, or open a practice table of your own in the lobby.",
  }),
  already_seated: () => ({ what: "You already sit at this table.", next: "Perhaps in another window." }),
  still_leaving: () => ({
    what: "Your last hand at this table is not over yet.",
    next: "Sit down again when it is settled; your chips go to your purse then.",
  }),
  not_seated: () => ({ what: "You have no seat at this table.", next: "Sit down first." }),
  not_enough_chips: (facts) => ({
    what: `You have too few chips for that${facts["missing"] ? `: ${priceOf(facts["missing"])} are missing` : ""}.`,
    next: "Buy chips, or make the wager smaller.",
  }),
  not_enough_money: (facts) => ({
    what: `Your purse is short${facts["missing"] ? ` by ${priceOf(facts["missing"])}` : ""}.`,
    next: "Buy for less, or have the cage pay money in.",
  }),
  purse_too_low: (facts) => ({
    what: `The purse holds ${facts["holds"] ? `only ${priceOf(facts["holds"])}` : "less than that"}.`,
    next: "Pay out that much at most. Chips at a table are cashed out there first.",
  }),
  nothing_bought: () => ({ what: "Buy chips for more than nothing.", next: "Type an amount in dollars, such as 100." }),
  no_more_bets: () => ({
    what: "Betting has closed for this round.",
    next: "Nothing was bet. Your chips wait for the next round.",
  }),
  no_round: () => ({ what: "No round is open yet.", next: "Wait until the dealer opens one; your chips stay where they are." }),
  wrong_phase: () => ({ what: "It is too late, or too early, for that.", next: "Look at what is offered now." }),
  not_your_turn: () => ({ what: "It is not your turn yet.", next: "Wait until your hand is asked." }),
  already_decided: () => ({ what: "This hand has been decided.", next: "If time ran out, the table decided for you." }),
  action_not_offered: () => ({ what: "That is not offered with this hand.", next: "The buttons show what is." }),
  wager_missing: (_, wager) => ({ what: `The ${wager} comes first.`, next: "Put it down as well." }),
  wager_twice: (_, wager) => ({ what: `The ${wager} is down already.`, next: "Take the wagers back to change them." }),
  wager_not_offered: (_, wager) => ({ what: `This table does not offer the ${wager}.`, next: "Clear it and bet without it." }),
  amount_below_minimum: (facts, wager) => ({
    what: `${wager}: ${priceOf(facts["amount"])} is less than the ${priceOf(facts["minimum"])} that this table takes.`,
    next: "Put more on it, or take it off.",
  }),
  amount_above_maximum: (facts, wager) => ({
    what: `${wager}: ${priceOf(facts["amount"])} is more than the ${priceOf(facts["maximum"])} that this table takes.`,
    next: "Put less on it.",
  }),
  amount_not_equal: (facts, wager) => ({
    what: `${wager}: it must be exactly ${priceOf(facts["equal_to"])}.`,
    next: "Change it to that amount.",
  }),
  too_many_boxes: (facts) => ({
    what: `One player bets on ${facts["most"] ?? "so many"} boxes at most here.`,
    next: "Clear a box.",
  }),
  boxes_not_adjacent: () => ({ what: "The boxes of one player lie side by side.", next: "Choose a box next to your own." }),
  not_your_box: (facts) => ({ what: `The wagers at seat ${facts["seat"] ?? ""} are somebody else's.` }),
  table_closed: () => ({ what: "This table is closed.", next: "Your chips are yours to cash out. The lobby shows open tables." }),
  no_such_table: () => ({
    what: "There is no such table.",
    next: "It may be gone by now, or the address is not right. The lobby shows the tables that are open.",
  }),
  shuffler_locked: () => ({
    what: "The shuffler has locked itself.",
    next: "No card is dealt until somebody has seen to it. Your wagers were not taken.",
  }),
  store_unavailable: () => ({
    what: "The table cannot write its books just now.",
    next: "Nothing was bet. Try again in a moment.",
  }),
  too_much: () => ({ what: "That was too fast for the service.", next: "Nothing was done. Wait a moment and try again." }),
  wrong_password: () => ({
    what: "Account or password is wrong.",
    next: "After several wrong passwords the account is locked for a while.",
  }),
  link_not_good: () => ({
    what: "This sign-in link was used already, is over an hour old, or is not complete.",
    next: "Start the service again: it prints a new one, as long as the owner has no password. Once there is one, sign in with it as owner.",
  }),
  locked: (facts) => ({
    what: "This account is locked after too many wrong passwords.",
    next: `Try again ${facts["seconds"] ? `in ${minutes(Number(facts["seconds"]))}` : "later"}, or ask an administrator.`,
  }),
  our_fault: () => ({
    what: "Something went wrong in the service.",
    next: "Nothing was changed, and it has been recorded. Try again; if it stays so, tell whoever runs it.",
  }),
  account_changed: () => ({
    what: "Somebody else changed this account just now.",
    next: "Nothing was done. Look again, and repeat what you want.",
  }),
  account_has_money: (facts) =>
    facts["tables"]
      ? {
          what: "This person still sits at a table, or has chips there.",
          next: "Have the seat left and the chips cashed out; pay the money out here, then close the account.",
        }
      : {
          what: `The purse holds ${facts["purse"] ? priceOf(facts["purse"]) : "money"}.`,
          next: "Pay it out here first, then close the account.",
        },
  account_exists: () => ({ next: "Choose another name; an account that was closed keeps its own." }),
  no_such_account: () => ({ next: "It may have been closed meanwhile." }),
  nothing_moved: () => ({ what: "Move more than nothing.", next: "Type an amount in dollars, such as 150." }),
  own_act: () => ({ next: "A second person has to do this." }),
  you_play_here: () => ({ next: "Leave your seat first; a hand that you left behind must be over." }),
  no_secondary_meter: () => ({
    what: "This meter has no secondary part.",
    next: "Leave that field empty; the main part is corrected alone.",
  }),
  nothing_changes: () => ({ what: "Nothing would come of this.", next: "Nothing was done. Look at what is offered now." }),
  wrong_role: () => ({ what: "Somebody else takes this step." }),
  table_open: () => ({ what: "The table is open already." }),
  round_in_progress: () => ({ what: "A round is on.", next: "Do this when it is over." }),
  not_provided: () => ({ what: "The document does not provide for this here." }),
  no_such_deck: (facts) => ({ what: `There is no deck ${facts["deck"] ?? ""} at this table.` }),
  deck_not_ready: (facts) => ({
    what: `Deck ${facts["deck"] ?? ""} is not ready for this${facts["status"] ? `: it is ${facts["status"]}` : ""}.`,
    next: "Look at the steps that are offered for it.",
  }),
  deck_overdue: (facts) => ({
    what: `Deck ${facts["deck"] ?? ""} has been in use for ${facts["hours"] ?? "too many"} hours.`,
    next: "Change it first.",
  }),
  device_out_of_order: (facts) => ({ what: `The ${device(facts)} is out of order.`, next: "Go on without it, or take another." }),
  device_not_covered: (facts) => ({ what: `The ${device(facts)} has failed.`, next: "Cover or mark it first." }),
  not_a_deck: (facts) => ({
    what: /[shdc]/.test(facts["cards"] ?? "") ? `More than once: ${facts["cards"]}.` : "These are not the cards that must lie there.",
    next: "Count them, and enter each card once.",
  }),
  cards_not_read: (facts) => ({
    what: `${facts["missing"] ?? "Some"} of the cards that come next have not been read.`,
    next: "Read them in, then deal.",
  }),
  cut_too_shallow: (facts) => ({
    what: `The cut is not deep enough: ${facts["depth"] ?? "too few"} cards.`,
    next: `Cut at least ${facts["least"] ?? "some more"} cards deep.`,
  }),
  cut_too_deep: (facts) => ({
    what: `The cut leaves no card below it: ${facts["depth"] ?? "too many"} cards.`,
    next: `Cut at most ${facts["most"] ?? "51"} cards deep.`,
  }),
  no_such_seat: (facts) => ({ what: `There is no seat ${facts["seat"] ?? ""} at this table.`, next: "Choose another." }),
  seat_empty: (facts) => ({ what: `Nobody bets at seat ${facts["seat"] ?? ""}.` }),
  spoken_wager: () => ({ what: "Spoken wagers are not accepted.", next: "Put chips down." }),
  nothing_wagered: () => ({ what: "There is no wager yet.", next: "Put chips down first." }),
  chip_count_differs: (facts) => ({
    what: `Chips, sensors and wagers differ: ${facts["chips"] ?? "?"}, ${facts["sensors"] ?? "?"} and ${facts["wagers"] ?? "?"}.`,
    next: "Count again; a floorperson corrects the count.",
  }),
  chips_not_collected: () => ({ what: "The chips of progressive wagers still lie on the felt.", next: "Collect them first." }),
  board_not_dealt: () => ({ what: "Community cards are still to come.", next: "Deal them first." }),
  stub_count_due: () => ({ what: "The stub is to be counted in this round.", next: "Count it first." }),
  wheel_not_spun: (facts) => ({ what: `Seat ${facts["seat"] ?? ""} has won a spin.`, next: "Spin the wheel first." }),
  not_validated: (facts) => ({
    what: `The progressive win at seat ${facts["seat"] ?? ""} is not validated.`,
    next: "A floorperson or above validates it first.",
  }),
  nothing_to_validate: (facts) => ({ what: `No win waits to be validated at seat ${facts["seat"] ?? ""}.` }),
  no_such_symbol: (facts) => ({ what: `The wheel has no symbol ${facts["symbol"] ?? "like that"}.`, next: "Enter what it shows." }),
  clock_ran_back: () => ({ what: "The clock of the service ran back.", next: "Try again in a moment; tell whoever runs it." }),
};

export interface Explained {
  readonly what: string;
  readonly next: string;
}

/** In words for people; of a refusal that is not listed, what the service says of it. */
export function explained(problem: { code: string; message: string; facts: Facts }, shown: Shown | null = null): Explained {
  const told = TOLD[problem.code]?.(problem.facts, wagerName(shown, problem.facts["wager"] ?? "wager")) ?? {};
  return { what: told.what ?? capital(problem.message), next: told.next ?? "" };
}
