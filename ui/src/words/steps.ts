import { isEnglish, listed, mark, t } from "../language/language";
import { kindName } from "../cards/hand-names";
import { phrase, phrased } from "./phrases";
import { capital, plain } from "./words";

/**
 * What the service says about the steps of a dealer and the floor: titles, labels of inputs, and for whom
 * the table waits. It says so in English; this list has each such text, and a test of the service compares it with its own.
 */

const SAID = new Set([
  // Steps.
  mark("Receive cards"),
  mark("Inspect the cards"),
  mark("Verify the inspection"),
  mark("Spread the cards face up"),
  mark("A player views the cards"),
  mark("Mix and stack the cards"),
  mark("Order a shuffle"),
  mark("Order another cut"),
  mark("Take the deck away"),
  mark("Shuffle"),
  mark("Confirm the entered cards"),
  mark("Cut"),
  mark("Invite wagers"),
  mark("Leave the table idle"),
  mark("Close the table"),
  mark("Device out of order"),
  mark("Cover the device"),
  mark("Device repaired"),
  mark("Uncover the device"),
  mark("Change the dealing"),
  mark("Close betting"),
  mark("Collect the Progressive chips"),
  mark("Give a Progressive chip back"),
  mark("Read the next cards"),
  mark("Deal"),
  mark("Turn over community cards"),
  mark("Count the stub"),
  mark("Turn over your hand"),
  mark("Settle from your right"),
  mark("Spin the wheel"),
  mark("Validate the payout"),
  mark("Report an irregularity"),
  mark("Fill the tray"),
  mark("Credit the tray"),
  mark("Change the settings"),
  mark("Put the alarm away"),
  mark("Players decide"),
  // What a table may do automatically.
  mark("Open cards"),
  mark("Verify inspection"),
  mark("Change decks"),
  mark("Open round"),
  mark("Collect progressive"),
  mark("Deal community"),
  mark("Count stub"),
  mark("Reveal"),
  mark("Settle"),
  mark("Spin wheel"),
  mark("Validate payout"),
  mark("Abandoned hands"),
  mark("Fill tray"),
  // Irregularities.
  mark("Card face up in the deck"),
  mark("Card drawn in error"),
  mark("Wrong number of cards"),
  mark("Dealer's card exposed"),
  mark("Shuffler jammed"),
  mark("Shoe jammed"),
  mark("Player left a hand"),
  mark("Players shared information"),
  // What is stated with a step, and the choices.
  mark("Cards read by a shoe or a scanner"),
  mark("The next cards"),
  mark("Which cards, if they can be read"),
  mark("Cards above the cut"),
  mark("Chips that you count"),
  mark("Sensors that are lit"),
  mark("Cards in the stub"),
  mark("If that is the wrong number"),
  mark("Cards in all, if some were misdealt"),
  mark("Cards that the device counts (0: it shows no count)"),
  mark("The wheel stopped at"),
  mark("Cards found face up"),
  mark("Whose hand"),
  mark("When it happened"),
  mark("cards are missing or too many"),
  mark("cards were misdealt"),
  mark("now"),
  mark("before every player had decided"),
  mark("while the initial cards were dealt"),
  mark("The dealer's"),
  mark("The community cards"),
  mark("the service spins it"),
  // For whom the table waits.
  mark("The cards were entered by hand: a second person confirms them."),
  mark("The table is closed."),
  mark("Nobody has wagered yet."),
  mark("The table waits for a player to view the cards."),
  mark("The cards are being made ready."),
  mark("The table goes on by itself here, or waits for the players."),
]);

/** Texts of the service with facts in them; a fact may be such a text itself. */
const WITH_FACTS = [
  mark("A progressive win at seat {seat} waits for a second person to validate it."),
  mark("Seat {seat} decides."),
  mark("Seat {seat}"),
  mark("Turn over the first {number} community cards"),
  mark("Turn over the next {number} community cards"),
  mark("Turn over the last {number} community cards"),
  mark("Players decide, {street}"),
  mark("{step}, seat {seat}"),
  mark("{step}, deck {deck}"),
  mark("Device out of order: {device}"),
  mark("Cover the device: {device}"),
  mark("Device repaired: {device}"),
  mark("Uncover the device: {device}"),
  mark("Change the dealing to {method}"),
].map(phrase);

/** A text of the service about a step, in the displayed language; an unknown one is shown unchanged. */
export function said(text: string): string {
  if (SAID.has(text)) return t(text);
  return phrased(WITH_FACTS, text, (fact, name) => (name === "step" ? said(fact) : named(fact))) ?? text;
}

const ANNOUNCED = [
  mark("Place your bets, please."),
  mark("No more bets."),
  mark("This round is void."),
  mark("Seat {seat}: {actions}?"),
  mark("{hand}, {rank} high. The dealer qualifies."),
  mark("{hand}, {rank} high. The dealer does not qualify."),
  mark("{hand}. The dealer qualifies."),
  mark("{hand}. The dealer does not qualify."),
  mark("{actions}?"),
].map(phrase);

/** What the dealer says to the table; an action may be a wager, whose title is given by `action`. */
export function announced(text: string, action: (name: string) => string): string {
  const told = (fact: string, name: string): string => {
    if (name === "actions") return listed(fact.split(" or ").map(action), "disjunction");
    if (name === "hand") return capital(kindName(fact.toLowerCase()));
    return name === "rank" ? t(fact) : fact;
  };
  return isEnglish() ? text : (phrased(ANNOUNCED, text, told) ?? text);
}

const NAMED = new Set([
  // Decks.
  mark("received"),
  mark("inspected"),
  mark("verified"),
  mark("spread"),
  mark("viewed"),
  mark("stacked"),
  mark("shuffled"),
  mark("ready"),
  mark("in play"),
  // Devices and ways of dealing.
  mark("shuffler"),
  mark("shoe"),
  mark("manual shoe"),
  mark("hand"),
  mark("automated"),
  // Why a round is void, or wagers are forfeited.
  mark("cards face up"),
  mark("drawn in error"),
  mark("wrong number of cards"),
  mark("dealer card exposed"),
  mark("shuffler jam"),
  mark("shoe jam"),
  mark("device out of order"),
  mark("shuffler count wrong"),
  mark("hand abandoned"),
  mark("information shared"),
  mark("stub count misdealt"),
  mark("stub count wrong"),
  // Streets.
  mark("before flop"),
  mark("after flop"),
  mark("after board"),
  // How a wager ended, and what it was paid from.
  mark("win"),
  mark("lose"),
  mark("push"),
  mark("void"),
  mark("house"),
  mark("main"),
  // Actions.
  mark("fold"),
  mark("check"),
  // Numbers.
  mark("one"),
  mark("two"),
  mark("three"),
  mark("four"),
  mark("five"),
]);

/** A name of the service in words: "in_play", "manual_shoe", "shoe_jam". */
export function named(name: string): string {
  const text = plain(name);
  return NAMED.has(text) ? t(text) : text;
}
