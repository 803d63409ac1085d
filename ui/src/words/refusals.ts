import type { Shown } from "../server/types";
import { priceOf } from "./money";
import { capital, wagerName } from "./words";

/** What the service's refusals mean, in words for people, and what to do about them. */

interface Told {
  /** Absent: the service's message is shown. */
  readonly what?: string;
  readonly next?: string;
}

type Facts = Readonly<Record<string, string>>;

const device = (facts: Facts): string => facts["device"]?.replaceAll("_", " ") ?? "device";


const TOLD: Record<string, (facts: Facts, wager: string) => Told> = {
  offline: () => ({
    next: "This page keeps trying. Your chips are as you left them; press again when the connection is back.",
  }),
  stale_version: () => ({
    what: "The table has changed since you last saw it.",
    next: "Nothing was done. Check the table, then try again.",
  }),
  busy: () => ({ what: "The table is very busy.", next: "Nothing was done. Try again in a moment." }),
  not_signed_in: () => ({ what: "You are no longer signed in.", next: "Sign in again; the chips you set down stay here." }),
  guests_practise: () => ({
    what: "This is a live table, and guests play at practice tables only.",
    next: "Sign in with your account to sit down here, or choose a practice table in the lobby.",
  }),
  no_guests: () => ({
    what: "This house does not admit guests.",
    next: "Sign in with your account to sit down or to watch. An administrator of the house opens accounts.",
  }),
  table_unreadable: () => ({
    what: "The records of this table cannot be read, so it stays closed.",
    next: "The other tables are not affected. The operator can see what was changed with houserules audit.",
  }),
  too_many_tables: () => ({ next: "Sit down at a table in the lobby, or close one of yours." }),
  own_limit: (facts) => ({
    what:
      facts["what"] === "minutes"
        ? "Your own time limit for today is reached."
        : facts["what"] === "deposit"
          ? "That would buy more chips than your own limit for today."
          : "This hand could lose more than your own limit for today.",
    next: "Your limits are behind the clock at the top. A higher one holds a day after you set it.",
  }),
  on_a_break: (facts) => ({
    what: "You are taking a break from live tables.",
    next: `It ends ${new Date(Number(facts["until"])).toLocaleString()}. Practice tables stay open to you.`,
  }),
  too_much_lent: () => ({ next: "Cash out at another practice table first." }),
  tray_too_low: () => ({ next: "Buy fewer chips, or wait until the table's tray is filled." }),
  staff_do_not_play: () => ({ next: "Sign in with a player's account, or choose a practice table." }),
  seat_taken: (facts) => ({
    what: `Seat ${facts["seat"] ?? ""} is taken.`,
    next: "Choose another seat, or open a practice table of your own in the lobby.",
  }),
  already_seated: () => ({ what: "You already have a seat at this table.", next: "It may be open in another window." }),
  still_leaving: () => ({
    what: "Your last hand at this table is not over yet.",
    next: "Sit down again when it is settled; your chips then go to your purse.",
  }),
  not_seated: () => ({ what: "You have no seat at this table.", next: "Sit down first." }),
  not_enough_chips: (facts) => ({
    what: `You do not have enough chips for that${facts["missing"] ? `: you are ${priceOf(facts["missing"])} short` : ""}.`,
    next: "Buy chips, or make the wager smaller.",
  }),
  not_enough_money: (facts) => ({
    what: `Your purse is short${facts["missing"] ? ` by ${priceOf(facts["missing"])}` : ""}.`,
    next: "Buy fewer chips, or pay money in at the cage.",
  }),
  purse_too_low: (facts) => ({
    what: `The purse holds ${facts["holds"] ? `only ${priceOf(facts["holds"])}` : "less than that"}.`,
    next: "Pay out at most that amount. Chips at a table are cashed out there first.",
  }),
  nothing_bought: () => ({ what: "The amount must be more than $0.", next: "Type an amount in dollars, such as 100." }),
  no_more_bets: () => ({
    what: "Betting has closed for this round.",
    next: "Nothing was bet. Your chips stay in place for the next round.",
  }),
  no_round: () => ({ what: "No round is open yet.", next: "Wait until the dealer opens one. Your chips stay where they are." }),
  wrong_phase: () => ({ what: "This cannot be done at this point of the round.", next: "Choose from what is offered now." }),
  not_your_turn: () => ({ what: "It is not your turn yet.", next: "Wait until it is your turn." }),
  already_decided: () => ({ what: "This hand has been decided.", next: "If time ran out, the table decided for you." }),
  action_not_offered: () => ({ what: "This hand does not allow that.", next: "The buttons show what it allows." }),
  wager_missing: (_, wager) => ({ what: `The ${wager} is required.`, next: "Bet it as well." }),
  wager_twice: (_, wager) => ({ what: `The ${wager} is already placed.`, next: "Take the wagers back to change them." }),
  wager_not_offered: (_, wager) => ({ what: `This table does not offer the ${wager}.`, next: "Clear it and bet without it." }),
  amount_below_minimum: (facts, wager) => ({
    what: `${wager}: ${priceOf(facts["amount"])} is below the minimum of ${priceOf(facts["minimum"])}.`,
    next: "Bet more on it, or take it off.",
  }),
  amount_above_maximum: (facts, wager) => ({
    what: `${wager}: ${priceOf(facts["amount"])} is above the maximum of ${priceOf(facts["maximum"])}.`,
    next: "Bet less on it.",
  }),
  amount_not_equal: (facts, wager) => ({
    what: `${wager}: it must be exactly ${(facts["equal_to"] ?? "").split(" or ").map(priceOf).join(" or ")}.`,
    next: "Change it to that amount.",
  }),
  part_of_a_cent: (facts) => ({
    what: `${priceOf(facts["amount"])} has parts of a cent, and no chip has.`,
    next: "Change it to a whole number of cents.",
  }),
  too_many_boxes: (facts) => ({
    what: `A player may bet on at most ${facts["most"] ?? "a few"} boxes at this table.`,
    next: "Clear a box.",
  }),
  boxes_not_adjacent: () => ({ what: "The boxes of one player must be adjacent.", next: "Choose a box next to your seat, or clear an outer box first." }),
  not_your_box: (facts) => ({ what: `The wagers at seat ${facts["seat"] ?? ""} belong to another player.` }),
  table_closed: () => ({ what: "This table is closed.", next: "Your chips are yours to cash out. The lobby shows open tables." }),
  no_such_table: () => ({
    what: "There is no such table.",
    next: "It may have been closed, or the address is wrong. The lobby shows the tables that are open.",
  }),
  shuffler_locked: () => ({
    what: "The shuffler has locked itself.",
    next: "No card is dealt until it has been checked. Your wagers were not taken.",
  }),
  database_unavailable: () => ({
    what: "The table cannot save anything at the moment.",
    next: "Nothing was bet. Try again in a moment.",
  }),
  pit_elsewhere: () => ({
    what: "This pit is moving to another machine.",
    next: "Nothing was bet. Try again in a few seconds.",
  }),
  too_much: () => ({ what: "Too many requests.", next: "Nothing was done. Wait a moment and try again." }),
  too_many_feeds: () => ({
    what: "Too many windows follow tables from here.",
    next: "Close some of them, then reload this page.",
  }),
  wrong_password: () => ({
    what: "The account or the password is wrong.",
    next: "After several wrong passwords you must wait before you try again.",
  }),
  link_not_good: () => ({
    what: "This sign-in link was used already, is over an hour old, or is not complete.",
    next: "Start the service again: it prints a new one, as long as the owner has no password. Once there is one, sign in with it as owner.",
  }),
  common_password: () => ({
    what: "This password is among those that are tried first.",
    next: "Choose another one, such as three or four words that nobody would put together.",
  }),
  set_own_password: () => ({
    what: "Somebody else has chosen your password.",
    next: "Set one of your own first: your name at the top of the page leads there.",
  }),
  passkey_needed: () => ({
    what: "Your role signs in with a passkey, and not with a password alone.",
    next: "Sign in with your passkey. If you have none yet, your name at the top of the page leads to where you add one.",
  }),
  no_passkey: () => ({ what: "No passkey was given.", next: "Try again, and unlock the device when it asks you to." }),
  no_passkeys_here: () => ({
    what: "Passkeys belong to a name, and this page was opened by an address.",
    next: "Open the house by its name, or on its own machine as localhost.",
  }),
  challenge_over: () => ({ what: "That took too long, or was answered before.", next: "Begin again." }),
  provider_refused: () => ({ what: "The sign-in provider did not let you in.", next: "Try again, or sign in another way." }),
  provider_unavailable: () => ({ what: "The sign-in provider does not answer.", next: "Try again in a moment, or sign in another way." }),
  not_linked: (facts) => ({
    what: `The sign-in provider knows you as ${facts["subject"] ?? "somebody"}, and no account here is linked to that.`,
    next: "Tell an administrator, who links it to your account.",
  }),
  slow_down: (facts) => ({
    what: "Too many wrong passwords from here.",
    next: `Try again in ${facts["seconds"] ?? "60"} second${facts["seconds"] === "1" ? "" : "s"}, or ask an administrator.`,
  }),
  our_fault: () => ({
    what: "Something went wrong in the service.",
    next: "Nothing was changed, and the error has been logged. Try again; if it happens again, tell the operator.",
  }),
  account_changed: () => ({
    what: "Somebody else has just changed this account.",
    next: "Nothing was done. Check the account, then try again.",
  }),
  account_has_money: (facts) =>
    facts["tables"]
      ? {
          what: "This person still has a seat or chips at a table.",
          next: "They must leave the seat and cash out. Then pay the money out here and close the account.",
        }
      : {
          what: `The purse holds ${facts["purse"] ? priceOf(facts["purse"]) : "money"}.`,
          next: "Pay it out here first, then close the account.",
        },
  account_exists: () => ({ next: "Choose another name; the name of a closed account is not used again." }),
  no_such_account: () => ({ next: "It may have been closed." }),
  nothing_moved: () => ({ what: "The amount must be more than $0.", next: "Type an amount in dollars, such as 150." }),
  own_act: () => ({ next: "A second person has to do this." }),
  you_play_here: () => ({ next: "Leave your seat first; your last hand must be over." }),
  no_secondary_meter: () => ({
    what: "This meter has no secondary part.",
    next: "Leave that field empty and correct the main part only.",
  }),
  nothing_changes: () => ({ what: "This would change nothing.", next: "Nothing was done. Choose from what is offered now." }),
  wrong_role: () => ({ what: "This step belongs to another role." }),
  table_open: () => ({ what: "The table is open already." }),
  round_in_progress: () => ({ what: "A round is in progress.", next: "Do this when it is over." }),
  not_provided: () => ({ what: "The rules of this table do not provide for this." }),
  no_such_deck: (facts) => ({ what: `There is no deck ${facts["deck"] ?? ""} at this table.` }),
  deck_not_ready: (facts) => ({
    what: `Deck ${facts["deck"] ?? ""} is not ready for this${facts["status"] ? `: it is ${facts["status"]}` : ""}.`,
    next: "Choose from the steps that are offered for it.",
  }),
  deck_overdue: (facts) => ({
    what: `Deck ${facts["deck"] ?? ""} has been in use for ${facts["hours"] ?? "too many"} hours.`,
    next: "Change it first.",
  }),
  device_out_of_order: (facts) => ({ what: `The ${device(facts)} is out of order.`, next: "Continue without it, or use another." }),
  device_not_covered: (facts) => ({ what: `The ${device(facts)} has failed.`, next: "Cover or mark it first." }),
  not_a_deck: (facts) => ({
    what: /[shdc]/.test(facts["cards"] ?? "") ? `More than once: ${facts["cards"]}.` : "These are not the cards of a deck.",
    next: "Count them, and enter each card once.",
  }),
  cards_not_entered: () => ({
    what: "This table shuffles by itself.",
    next: "Cards are entered by hand only at a table that was opened for it.",
  }),
  cards_unconfirmed: () => ({
    what: "The cards were entered by hand, and a second person has not confirmed them yet.",
    next: "A floorperson or a pit manager confirms them.",
  }),
  nothing_to_confirm: (facts) => ({ what: `No cards of deck ${facts["deck"] ?? ""} are waiting to be confirmed.` }),
  cards_not_read: (facts) => ({
    what: `${facts["missing"] ?? "Some"} of the next cards have not been read.`,
    next: "Read them, then deal.",
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
  seat_empty: (facts) => ({ what: `There is no wager at seat ${facts["seat"] ?? ""}.` }),
  spoken_wager: () => ({ what: "Spoken wagers are not accepted.", next: "Place chips." }),
  nothing_wagered: () => ({ what: "There is no wager yet.", next: "Place chips first." }),
  chip_count_differs: (facts) => ({
    what: `Chips, sensors and wagers differ: ${facts["chips"] ?? "?"}, ${facts["sensors"] ?? "?"} and ${facts["wagers"] ?? "?"}.`,
    next: "Count again; a floorperson corrects the count.",
  }),
  chips_not_collected: () => ({ what: "The chips of the progressive wagers have not been collected.", next: "Collect them first." }),
  board_not_dealt: () => ({ what: "The community cards have not all been dealt.", next: "Deal them first." }),
  stub_count_due: () => ({ what: "The stub must be counted in this round.", next: "Count it first." }),
  wheel_not_spun: (facts) => ({ what: `Seat ${facts["seat"] ?? ""} has won a spin.`, next: "Spin the wheel first." }),
  not_validated: (facts) => ({
    what: `The progressive win at seat ${facts["seat"] ?? ""} is not validated.`,
    next: "A floorperson or above validates it first.",
  }),
  nothing_to_validate: (facts) => ({ what: `No win is waiting to be validated at seat ${facts["seat"] ?? ""}.` }),
  no_such_symbol: (facts) => ({ what: `The wheel has no symbol ${facts["symbol"] ?? "like that"}.`, next: "Enter the symbol that it shows." }),
  clock_ran_back: () => ({ what: "The clock of the service went back.", next: "Try again in a moment, and tell the operator." }),
};

export interface Explained {
  readonly what: string;
  readonly next: string;
}

/** In words for people; for a code that is not listed, the message of the service. */
export function explained(problem: { code: string; message: string; facts: Facts }, shown: Shown | null = null): Explained {
  const told = TOLD[problem.code]?.(problem.facts, wagerName(shown, problem.facts["wager"] ?? "wager")) ?? {};
  return { what: told.what ?? capital(problem.message), next: told.next ?? "" };
}
