import type { Shown } from "../server/types";
import { language, listed, many, mark, t } from "../language/language";
import { priceOf } from "./money";
import { dateAndTime } from "./times";
import { capital, plain, wagerName } from "./words";

/** What the service's refusals mean, in words for people, and what to do about them. */

interface Told {
  /** Absent: the service's message is shown. */
  readonly what?: string;
  /** What the service's message says in more detail, for languages other than English. */
  readonly general?: string;
  readonly next?: string;
}

type Facts = Readonly<Record<string, string>>;

const DEVICES: Record<string, string> = { shuffler: mark("shuffler"), shoe: mark("shoe"), automated_shoe: mark("automated shoe") };
const device = (facts: Facts): string => {
  const name = facts["device"] ?? "";
  return DEVICES[name] ? t(DEVICES[name]) : plain(name) || t("device");
};
const STATUSES: Record<string, string> = {
  received: mark("received"),
  inspected: mark("inspected"),
  verified: mark("verified"),
  spread: mark("spread out"),
  viewed: mark("viewed"),
  stacked: mark("stacked"),
  shuffled: mark("shuffled"),
  ready: mark("ready to deal"),
  in_play: mark("in play"),
  "already at the table": mark("already at the table"),
};
const status = (name: string): string => t(STATUSES[name] ?? plain(name));

const TOLD: Record<string, (facts: Facts, wager: string) => Told> = {
  offline: () => ({
    general: t("The table service does not answer. Nothing was sent twice; try again."),
    next: t("This page keeps trying. Your chips are as you left them; press again when the connection is back."),
  }),
  no_ed25519: () => ({
    what: t("This browser does not know Ed25519, the kind of signature that the log has."),
    next: t("Use a newer browser."),
  }),
  stale_version: () => ({
    what: t("The table has changed since you last saw it."),
    next: t("Nothing was done. Check the table, then try again."),
  }),
  busy: () => ({ what: t("The table is very busy."), next: t("Nothing was done. Try again in a moment.") }),
  not_signed_in: () => ({ what: t("You are no longer signed in."), next: t("Sign in again; the chips you set down stay here.") }),
  guests_practise: () => ({
    what: t("This is a live table, and guests play at practice tables only."),
    next: t("Sign in with your account to sit down here, or choose a practice table in the lobby."),
  }),
  no_guests: () => ({
    what: t("This house does not admit guests."),
    next: t("Sign in with your account to sit down or to watch. An administrator of the house opens accounts."),
  }),
  table_unreadable: () => ({
    what: t("The records of this table cannot be read, so it stays closed."),
    next: t("The other tables are not affected. The operator can see what was changed with houserules audit."),
  }),
  no_lesson_here: () => ({
    what: t("A guided hand is dealt at a practice table of your own where nobody else sits."),
    next: t("Begin it in the lobby."),
  }),
  too_many_tables: () => ({ general: t("Too many tables are open."), next: t("Sit down at a table in the lobby, or close one of yours.") }),
  own_limit: (facts) => ({
    what:
      facts["what"] === "minutes"
        ? t("Your own time limit for today is reached.")
        : facts["what"] === "deposit"
          ? t("That would buy more chips than your own limit for today.")
          : facts["what"] === "pit"
            ? t("You have set limits, and a pit cannot keep them.")
            : t("This hand could lose more than your own limit for today."),
    next: t("Your limits are behind the clock at the top. A higher one holds a day after you set it."),
  }),
  on_a_break: (facts) => ({
    what: t("You are taking a break from live tables."),
    next: t("It ends {until}. Practice tables stay open to you.", { until: dateAndTime(Number(facts["until"])) }),
  }),
  too_much_lent: () => ({ general: t("The house has lent you as much practice money as it lends."), next: t("Cash out at another practice table first.") }),
  tray_too_low: () => ({ general: t("The table's tray does not hold enough chips."), next: t("Buy fewer chips, or wait until the table's tray is filled.") }),
  staff_do_not_play: () => ({ general: t("People who work here do not play at live tables."), next: t("Sign in with a player's account, or choose a practice table.") }),
  seat_taken: (facts) => ({
    what: t("Seat {seat} is taken.", { seat: facts["seat"] ?? "" }),
    next: t("Choose another seat, or open a practice table of your own in the lobby."),
  }),
  already_seated: () => ({ what: t("You already have a seat at this table."), next: t("It may be open in another window.") }),
  still_leaving: () => ({
    what: t("Your last hand at this table is not over yet."),
    next: t("Sit down again when it is settled; your chips then go to your purse."),
  }),
  not_seated: () => ({ what: t("You have no seat at this table."), next: t("Sit down first.") }),
  not_enough_chips: (facts) => ({
    what: facts["missing"]
      ? t("You do not have enough chips for that: you are {missing} short.", { missing: priceOf(facts["missing"]) })
      : t("You do not have enough chips for that."),
    next: t("Buy chips, or make the wager smaller."),
  }),
  not_enough_money: (facts) => ({
    what: facts["missing"] ? t("Your purse is short by {missing}.", { missing: priceOf(facts["missing"]) }) : t("Your purse is short."),
    next: t("Buy fewer chips, or pay money in at the cage."),
  }),
  purse_too_low: (facts) => ({
    what: facts["holds"] ? t("The purse holds only {holds}.", { holds: priceOf(facts["holds"]) }) : t("The purse holds less than that."),
    next: t("Pay out at most that amount. Chips at a table are cashed out there first."),
  }),
  nothing_bought: () => ({ what: t("The amount must be more than $0."), next: t("Type an amount in dollars, such as 100.") }),
  no_more_bets: () => ({
    what: t("Betting has closed for this round."),
    next: t("Nothing was bet. Your chips stay in place for the next round."),
  }),
  no_round: () => ({ what: t("No round is open yet."), next: t("Wait until the dealer opens one. Your chips stay where they are.") }),
  wrong_phase: () => ({ what: t("This cannot be done at this point of the round."), next: t("Choose from what is offered now.") }),
  not_your_turn: () => ({ what: t("It is not your turn yet."), next: t("Wait until it is your turn.") }),
  already_decided: () => ({ what: t("This hand has been decided."), next: t("If time ran out, the table decided for you.") }),
  action_not_offered: () => ({ what: t("This hand does not allow that."), next: t("The buttons show what it allows.") }),
  wager_missing: (_, wager) => ({ what: t("The {wager} is required.", { wager }), next: t("Bet it as well.") }),
  wager_twice: (_, wager) => ({ what: t("The {wager} is already placed.", { wager }), next: t("Take the wagers back to change them.") }),
  wager_not_offered: (_, wager) => ({ what: t("This table does not offer the {wager}.", { wager }), next: t("Clear it and bet without it.") }),
  amount_below_minimum: (facts, wager) => ({
    what: t("{wager}: {amount} is below the minimum of {minimum}.", { wager, amount: priceOf(facts["amount"]), minimum: priceOf(facts["minimum"]) }),
    next: t("Bet more on it, or take it off."),
  }),
  amount_above_maximum: (facts, wager) => ({
    what: t("{wager}: {amount} is above the maximum of {maximum}.", { wager, amount: priceOf(facts["amount"]), maximum: priceOf(facts["maximum"]) }),
    next: t("Bet less on it."),
  }),
  amount_not_equal: (facts, wager) => ({
    what: t("{wager}: it must be exactly {amounts}.", { wager, amounts: listed((facts["equal_to"] ?? "").split(" or ").map(priceOf), "disjunction") }),
    next: t("Change it to that amount."),
  }),
  part_of_a_cent: (facts) => ({
    what: t("{amount} has parts of a cent, and no chip has.", { amount: priceOf(facts["amount"]) }),
    next: t("Change it to a whole number of cents."),
  }),
  too_many_boxes: (facts) => ({
    what: t("A player may bet on at most {most} boxes at this table.", { most: facts["most"] ?? "" }),
    next: t("Clear a box."),
  }),
  boxes_not_adjacent: () => ({ what: t("The boxes of one player must be adjacent."), next: t("Choose a box next to your seat, or clear an outer box first.") }),
  not_your_box: (facts) => ({ what: t("The wagers at seat {seat} belong to another player.", { seat: facts["seat"] ?? "" }) }),
  table_closed: () => ({ what: t("This table is closed."), next: t("Your chips are yours to cash out. The lobby shows open tables.") }),
  no_such_table: () => ({
    what: t("There is no such table."),
    next: t("It may have been closed, or the address is wrong. The lobby shows the tables that are open."),
  }),
  shuffler_locked: () => ({
    what: t("The shuffler has locked itself."),
    next: t("No card is dealt until it has been checked. Your wagers were not taken."),
  }),
  database_unavailable: () => ({
    what: t("The table cannot save anything at the moment."),
    next: t("It may have been saved all the same. Try again in a moment: bets and payments count only once."),
  }),
  pit_elsewhere: () => ({
    what: t("This table is moving to another machine."),
    next: t("It may have been saved all the same. Try again in a moment: bets and payments count only once."),
  }),
  too_much: () => ({ what: t("Too many requests."), next: t("Nothing was done. Wait a moment and try again.") }),
  too_many_feeds: () => ({
    what: t("Too many windows follow tables from here."),
    next: t("Close some of them, then reload this page."),
  }),
  wrong_password: () => ({
    what: t("The account or the password is wrong."),
    next: t("After several wrong passwords you must wait before you try again."),
  }),
  link_not_good: () => ({
    what: t("This sign-in link was used already, is over an hour old, or is not complete."),
    next: t("Start the service again: it prints a new one, as long as the owner has no password. Once there is one, sign in with it as owner."),
  }),
  common_password: () => ({
    what: t("This password is among those that are tried first."),
    next: t("Choose another one, such as three or four words that nobody would put together."),
  }),
  set_own_password: () => ({
    what: t("Somebody else has chosen your password."),
    next: t("Set one of your own first: your name at the top of the page leads there."),
  }),
  passkey_needed: () => ({
    what: t("Your role signs in with a passkey, and not with a password alone."),
    next: t("Sign in with your passkey. If you have none yet, your name at the top of the page leads to where you add one."),
  }),
  no_passkey: () => ({ what: t("No passkey was given."), next: t("Try again, and unlock the device when it asks you to.") }),
  no_passkeys_here: () => ({
    what: t("Passkeys belong to a name, and this page was opened by an address."),
    next: t("Open the house by its name, or on its own machine as localhost."),
  }),
  challenge_over: () => ({ what: t("That took too long, or was answered before."), next: t("Begin again.") }),
  provider_refused: () => ({ what: t("The sign-in provider did not let you in."), next: t("Try again, or sign in another way.") }),
  provider_unavailable: () => ({ what: t("The sign-in provider does not answer."), next: t("Try again in a moment, or sign in another way.") }),
  not_linked: (facts) => ({
    what: t("The sign-in provider knows you as {subject}, and no account here is linked to that.", { subject: facts["subject"] ?? "?" }),
    next: t("Tell an administrator, who links it to your account."),
  }),
  slow_down: (facts) => ({
    what: t("Too many wrong passwords from here."),
    next: many(
      Number(facts["seconds"] ?? "60"),
      "Try again in {count} second, or ask an administrator.",
      "Try again in {count} seconds, or ask an administrator.",
    ),
  }),
  our_fault: () => ({
    what: t("Something went wrong in the service."),
    next: t("The error has been logged. Try again; if it happens again, tell the operator."),
  }),
  account_changed: () => ({
    what: t("Somebody else has just changed this account."),
    next: t("Nothing was done. Check the account, then try again."),
  }),
  account_has_money: (facts) =>
    facts["tables"]
      ? {
          what: t("This person still has a seat or chips at a table."),
          next: t("They must leave the seat and cash out. Then pay the money out here and close the account."),
        }
      : {
          what: facts["purse"] ? t("The purse holds {purse}.", { purse: priceOf(facts["purse"]) }) : t("The purse holds money."),
          next: t("Pay it out here first, then close the account."),
        },
  account_exists: () => ({ general: t("There is an account of this name already."), next: t("Choose another name; the name of a closed account is not used again.") }),
  no_such_account: () => ({ general: t("There is no such account."), next: t("It may have been closed.") }),
  nothing_moved: () => ({ what: t("The amount must be more than $0."), next: t("Type an amount in dollars, such as 150.") }),
  own_act: () => ({ general: t("Nobody approves what they did themselves."), next: t("A second person has to do this.") }),
  you_play_here: () => ({ general: t("Nobody works at a table while they play there."), next: t("Leave your seat first; your last hand must be over.") }),
  no_secondary_meter: () => ({
    what: t("This meter has no secondary part."),
    next: t("Leave that field empty and correct the main part only."),
  }),
  nothing_changes: () => ({ what: t("This would change nothing."), next: t("Nothing was done. Choose from what is offered now.") }),
  wrong_role: () => ({ what: t("This step belongs to another role.") }),
  table_open: () => ({ what: t("The table is open already.") }),
  round_in_progress: () => ({ what: t("A round is in progress."), next: t("Do this when it is over.") }),
  not_provided: () => ({ what: t("The rules of this table do not provide for this.") }),
  no_such_deck: (facts) => ({ what: t("There is no deck {deck} at this table.", { deck: facts["deck"] ?? "" }) }),
  deck_not_ready: (facts) => ({
    what: facts["status"]
      ? t("Deck {deck} is not ready for this: it is {status}.", { deck: facts["deck"] ?? "", status: status(facts["status"]) })
      : t("Deck {deck} is not ready for this.", { deck: facts["deck"] ?? "" }),
    next: t("Choose from the steps that are offered for it."),
  }),
  deck_overdue: (facts) => ({
    what: facts["hours"]
      ? t("Deck {deck} has been in use for {hours} hours.", { deck: facts["deck"] ?? "", hours: facts["hours"] })
      : t("Deck {deck} has been in use for too long.", { deck: facts["deck"] ?? "" }),
    next: t("Change it first."),
  }),
  device_out_of_order: (facts) => ({ what: t("The {device} is out of order.", { device: device(facts) }), next: t("Continue without it, or use another.") }),
  device_not_covered: (facts) => ({ what: t("The {device} has failed.", { device: device(facts) }), next: t("Cover or mark it first.") }),
  not_a_deck: (facts) => ({
    what: /[shdc]/.test(facts["cards"] ?? "") ? t("More than once: {cards}.", { cards: facts["cards"] ?? "" }) : t("These are not the cards of a deck."),
    next: t("Count them, and enter each card once."),
  }),
  cards_not_entered: () => ({
    what: t("This table shuffles by itself."),
    next: t("Cards are entered by hand only at a table that was opened for it."),
  }),
  cards_unconfirmed: () => ({
    what: t("The cards were entered by hand, and a second person has not confirmed them yet."),
    next: t("A floorperson or a pit manager confirms them."),
  }),
  nothing_to_confirm: (facts) => ({ what: t("No cards of deck {deck} are waiting to be confirmed.", { deck: facts["deck"] ?? "" }) }),
  cards_not_read: (facts) => ({
    what: facts["missing"] ? t("{missing} of the next cards have not been read.", { missing: facts["missing"] }) : t("Some of the next cards have not been read."),
    next: t("Read them, then deal."),
  }),
  cut_too_shallow: (facts) => ({
    what: facts["depth"] ? t("The cut is not deep enough: {depth} cards.", { depth: facts["depth"] }) : t("The cut is not deep enough."),
    next: facts["least"] ? t("Cut at least {least} cards deep.", { least: facts["least"] }) : t("Cut deeper."),
  }),
  cut_too_deep: (facts) => ({
    what: facts["depth"] ? t("The cut leaves no card below it: {depth} cards.", { depth: facts["depth"] }) : t("The cut leaves no card below it."),
    next: t("Cut at most {most} cards deep.", { most: facts["most"] ?? "51" }),
  }),
  no_such_seat: (facts) => ({ what: t("There is no seat {seat} at this table.", { seat: facts["seat"] ?? "" }), next: t("Choose another.") }),
  seat_empty: (facts) => ({ what: t("There is no wager at seat {seat}.", { seat: facts["seat"] ?? "" }) }),
  spoken_wager: () => ({ what: t("Spoken wagers are not accepted."), next: t("Place chips.") }),
  nothing_wagered: () => ({ what: t("There is no wager yet."), next: t("Place chips first.") }),
  chip_count_differs: (facts) => ({
    what: t("Chips, sensors and wagers differ: {chips}, {sensors} and {wagers}.", {
      chips: facts["chips"] ?? "?",
      sensors: facts["sensors"] ?? "?",
      wagers: facts["wagers"] ?? "?",
    }),
    next: t("Count again; a floorperson corrects the count."),
  }),
  chips_not_collected: () => ({ what: t("The chips of the progressive wagers have not been collected."), next: t("Collect them first.") }),
  board_not_dealt: () => ({ what: t("The community cards have not all been dealt."), next: t("Deal them first.") }),
  stub_count_due: () => ({ what: t("The stub must be counted in this round."), next: t("Count it first.") }),
  wheel_not_spun: (facts) => ({ what: t("Seat {seat} has won a spin.", { seat: facts["seat"] ?? "" }), next: t("Spin the wheel first.") }),
  not_validated: (facts) => ({
    what: t("The progressive win at seat {seat} is not validated.", { seat: facts["seat"] ?? "" }),
    next: t("A floorperson or above validates it first."),
  }),
  nothing_to_validate: (facts) => ({ what: t("No win is waiting to be validated at seat {seat}.", { seat: facts["seat"] ?? "" }) }),
  no_such_symbol: (facts) => ({ what: facts["symbol"] ? t("The wheel has no symbol {symbol}.", { symbol: facts["symbol"] }) : t("The wheel has no such symbol."), next: t("Enter the symbol that it shows.") }),
  balance_too_large: () => ({ general: t("The amount is larger than an account can hold.") }),
  command_id_reused: () => ({ general: t("This request was used for something else before."), next: t("Reload the page and try again.") }),
  csrf: () => ({ general: t("This page is out of date."), next: t("Reload it and try again.") }),
  deck_not_played: () => ({ general: t("This hand holds a deck that is still to be played."), next: t("Look at it again after the round.") }),
  exam_over: () => ({ general: t("This exam has been handed in.") }),
  forbidden: () => ({ general: t("Your role does not allow this.") }),
  guests_have_none: () => ({ general: t("A guest has no passkey."), next: t("Sign in with your account first.") }),
  identity_taken: () => ({ general: t("Another account is linked to this already.") }),
  lab_busy: () => ({ general: t("The lab is busy."), next: t("Try again in a moment.") }),
  lab_failed: () => ({ general: t("The lab could not finish this. The error has been logged.") }),
  needs_a_person: () => ({ general: t("A person must do this step.") }),
  no_meter: () => ({ general: t("There is no progressive meter here.") }),
  no_promise: () => ({ general: t("Add your characters after the round, when the next shuffle is promised.") }),
  no_provider: () => ({ general: t("This house has no sign-in provider."), next: t("Sign in with your account and password.") }),
  not_sealed: () => ({ general: t("This deck was not sealed by the service, so the deal cannot be verified.") }),
  not_witnessed: () => ({ general: t("No witness has signed this part of the log yet."), next: t("Try again in a moment.") }),
  other_origin: () => ({ general: t("The request came from another page."), next: t("Open the table service itself and try again.") }),
  passkey_known: () => ({ general: t("This device has a passkey of yours already.") }),
  passkey_not_accepted: () => ({ general: t("The passkey was not accepted."), next: t("Try again, or sign in another way.") }),
  payout_waits: () => ({ general: t("A payout from this meter is being made."), next: t("Correct the meter when it is paid.") }),
  provider_not_believed: () => ({ general: t("The answer of the sign-in provider could not be verified."), next: t("Try again, or sign in another way.") }),
  stale_correction: () => ({ general: t("The meter has changed since the correction was proposed."), next: t("Propose it again.") }),
  still_seated: () => ({ general: t("The player may still be here."), next: t("Wait until nothing has been heard of them, or ask a floorperson.") }),
  street_not_reached: () => ({ general: t("Best play hardly ever comes to this street."), next: t("Choose another street.") }),
  too_long: () => ({ general: t("At most 64 bytes can be added to a shuffle.") }),
  too_many_passkeys: () => ({ general: t("You have as many passkeys as one account may have."), next: t("Remove one first.") }),
  too_many_requests: () => ({ general: t("Too many requests wait for approval."), next: t("Approve or decline some first.") }),
  too_many_shares: () => ({ general: t("You have added to this shuffle as often as one player may.") }),
  clock_ran_back: () => ({ what: t("The clock of the service went back."), next: t("Try again in a moment, and tell the operator.") }),
};

export interface Explained {
  readonly what: string;
  readonly next: string;
}

/** In words for people; for a code that is not listed, the message of the service. */
export function explained(problem: { code: string; message: string; facts: Facts }, shown: Shown | null = null): Explained {
  const told = TOLD[problem.code]?.(problem.facts, problem.facts["wager"] ? wagerName(shown, problem.facts["wager"]) : t("wager")) ?? {};
  const said = language.value === "en" ? undefined : told.general;
  return { what: told.what ?? said ?? capital(problem.message), next: told.next ?? "" };
}
