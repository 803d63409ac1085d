import { isFlushOfLength, kindName, leastInText } from "../cards/hand-names";
import { inRow, listed, many, mark, place, t } from "../language/language";
import type { Line } from "../server/types";
import { DOLLAR, price } from "../words/money";
import { oddsText } from "../words/pays";

/** All text of the lessons, in one place. */

export const UNIT_IN_DOLLARS = 10;
const stake = (): string => price(UNIT_IN_DOLLARS * DOLLAR);

export const LEARN = {
  get title() {
    return t("Learn");
  },
  get lead() {
    return t("Every choice has an exact price. Find out what yours cost.");
  },
  get games() {
    return t("Games");
  },
  get lessons() {
    return t("Lessons");
  },
  get drill() {
    return t("Drill");
  },
  get slips() {
    return t("Your mistakes");
  },
  get payouts() {
    return t("Payouts");
  },
  get exam() {
    return t("Dealers' exam");
  },
};

export const DRILL = {
  get any() {
    return t("Every street");
  },
  get streets() {
    return t("Street");
  },
  street: (board: number): string => (board === 0 ? t("Before the board") : many(board, "{count} card on the board", "{count} cards on the board")),
  get begin() {
    return t("Begin: 20 hands");
  },
  get another() {
    return t("Another 20 hands");
  },
  hand: (at: number, of: number): string => t("Hand {at} of {of}", { at, of }),
  /** The same, with the number of earlier ones that were right. */
  handAfter: (at: number, of: number, right: number): string => t("Hand {at} of {of}, {right} of {before} right", { at, of, right, before: at - 1 }),
  get own() {
    return t("Your cards");
  },
  get board() {
    return t("The board");
  },
  get again() {
    return t("You got this one wrong before");
  },
  get computing() {
    return t("Computing the exact values…");
  },
  get next() {
    return t("Next hand");
  },
  get finish() {
    return t("See the result");
  },
  get options() {
    return t("What do you do?");
  },
  done: (right: number, of: number): string => t("{right} of {of} right", { right, of }),
  costAll: (cost: string, unit: string): string => t("Together your choices cost {cost}, at {stake} per {unit}.", { cost, unit, stake: stake() }),
  get costNone() {
    return t("None of your choices cost anything.");
  },
  values: (unit: string): string => t("Value of each choice, at {stake} per {unit}", { unit, stake: stake() }),
  get chosen() {
    return t("your choice");
  },
  get best() {
    return t("best");
  },
};

export const VERDICT = {
  right: (best: string): string => t("Right: {best}.", { best }),
  even: (chosen: string): string => t("{chosen} is as good as any.", { chosen }),
  wrong: (best: string, chosen: string, cost: string): string => t("Best was {best}. {chosen} cost {cost}.", { best, chosen, cost }),
  due: (when: string): string => t("You will see this hand again {when}.", { when }),
};

export const CHANCES = {
  /** Why a hand is worth what it is worth. */
  why: (win: string, tie: string, short: string | null): string =>
    short === null
      ? t("Staying in wins {win}, ties {tie}.", { win, tie })
      : t("Staying in wins {win}, ties {tie}; the dealer does not qualify {short}.", { win, tie, short }),
};

export const KNOWN = {
  get title() {
    return t("What you know now");
  },
  get none() {
    return t("After a few hands you see here at which house edge you play.");
  },
  /** Each street needs hands of both parts. */
  get soon() {
    return t("A few more hands, and you see here at which house edge you play.");
  },
  plays: (own: string, best: string): string => t("You play at {own}, best is {best}.", { own, best }),
  get only() {
    return t("Counted over the streets that you have drilled; estimated from your last answers.");
  },
  answers: (right: number, of: number): string => t("{right} of {of} right", { right, of }),
  get days() {
    return t("By day");
  },
  get rule() {
    return t("The rule to learn");
  },
  get all() {
    return t("All answers");
  },
};

export const SLIPS = {
  get none() {
    return t("No mistakes wait. Those that you make in the drill, or at a practice table, are listed here until you have learned them.");
  },
  get lead() {
    return t("Each comes back in the drill: after ten minutes, then after 1, 3, 7 and 21 days as long as you play it right.");
  },
  get cards() {
    return t("Cards");
  },
  get said() {
    return t("You chose");
  },
  get best() {
    return t("Best");
  },
  get cost() {
    return t("Cost");
  },
  get due() {
    return t("Comes back");
  },
};

export const PAY = {
  get lead() {
    return t("A settled layout. Type what each wager wins; leave it empty where nothing is paid.");
  },
  get begin() {
    return t("Show me a layout");
  },
  get next() {
    return t("Next layout");
  },
  get check() {
    return t("Check my payouts");
  },
  wins: (wager: string, seat: number): string => t("What {wager} of seat {seat} wins", { wager, seat }),
  seat: (seat: number): string => t("Seat {seat}", { seat }),
  get dealer() {
    return t("The dealer's cards");
  },
  dealerHas: (hand: string): string => t("The dealer's cards: {hand}", { hand }),
  get board() {
    return t("The board");
  },
  get right() {
    return t("✓ Right");
  },
  get wrong() {
    return t("✗ No");
  },
  score: (right: number, of: number, seconds: number): string =>
    many(seconds, "{right} of {of} right in {count} seconds", "{right} of {of} right in {count} seconds", { right, of }),
  seconds: (seconds: number): string => t("{seconds} s", { seconds }),
  get clock() {
    return t("Time");
  },
  folded: (hand: string): string => t("{hand}, folded", { hand }),
  meter: (name: string, amount: string): string => t("{name}, before anything is paid: {amount}", { name, amount }),
  get secondary() {
    return t("The secondary meter");
  },
  spin: (symbol: string): string => t("The wheel shows {symbol}", { symbol }),
  byTable: (staked: string, letter: string): string => t("{staked}, table {letter}", { staked, letter }),
};

export const EXAM = {
  get lead() {
    return t("Five layouts, ten minutes. You pass with 95 % of the amounts right. Your floor sees the result.");
  },
  get staff() {
    return t("The exam is for dealers and the floor. Sign in with your account to take it.");
  },
  get begin() {
    return t("Begin the exam");
  },
  layout: (at: number, of: number): string => t("Layout {at} of {of}", { at, of }),
  get next() {
    return t("Next layout");
  },
  get before() {
    return t("Back");
  },
  get end() {
    return t("Hand in the exam");
  },
  left: (time: string): string => t("{time} left", { time }),
  get over() {
    return t("The time is over: what is handed in now has not passed.");
  },
  graded: (passed: boolean | null, facts: { right: number; asked: number; time: string }): string =>
    t(passed ? "Passed: {right} of {asked}, {time}" : "Not passed: {right} of {asked}, {time}", facts),
  gradedBefore: (passed: boolean, facts: { right: number; asked: number }): string =>
    t(passed ? "Passed, {right} of {asked}" : "Not passed, {right} of {asked}", facts),
  get open() {
    return t("Not handed in");
  },
  get own() {
    return t("Your exams");
  },
  get all() {
    return t("Exams of everybody");
  },
  get dealer() {
    return t("Dealer");
  },
  get game() {
    return t("Rulebook");
  },
  get when() {
    return t("When");
  },
  get took() {
    return t("Took");
  },
  get result() {
    return t("Result");
  },
  get wrong() {
    return t("Clauses missed");
  },
  minutes: (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`,
};

const DAY = 86_400_000;

/** "in 10 minutes", "tomorrow", "in 3 days". */
export function whenText(due: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(place(), { numeric: "auto" });
  const ahead = due - now;
  if (ahead < 60_000) return t("now");
  return ahead < DAY / 2 ? format.format(Math.round(ahead / 60_000), "minute") : format.format(Math.round(ahead / DAY), "day");
}

type Outcome = Line["outcome"];

const COMPARED: Record<Outcome, string> = {
  win: mark("Yours, {hand}, is higher."),
  lose: mark("Yours, {hand}, is lower."),
  push: mark("Yours, {hand}, is equal."),
  void: mark("Yours, {hand}, is compared."),
};
const ALIKE: Record<Outcome, string> = {
  win: mark("Yours is alike; the next card decides, and yours is higher."),
  lose: mark("Yours is alike; the next card decides, and yours is lower."),
  push: mark("Yours is alike; the next card decides, and yours is equal."),
  void: mark("Yours is alike; the next card decides, and yours is compared."),
};
const PAID: Record<Outcome, string> = {
  win: mark("{wager} wins: {change}."),
  lose: mark("{wager} loses: {change}."),
  push: mark("{wager} pushes: {change}."),
  void: mark("{wager} is returned: {change}."),
};
const TITLES: Record<string, string> = {
  bet: mark("Bet"),
  cards: mark("Your cards"),
  decision: mark("Decide"),
  dealer: mark("The dealer"),
  paid: mark("What it pays"),
};

export const GUIDE = {
  get title() {
    return t("Your first hand");
  },
  offer: (game: string): string => t("New to {game}? See one hand explained, in a minute.", { game }),
  get show() {
    return t("Show me");
  },
  get decline() {
    return t("No, thanks");
  },
  get learn() {
    return t("How to play, in one minute");
  },
  get laying() {
    return t("Choosing cards that show the game…");
  },
  get after() {
    return t("Play this round to its end. Your guided hand comes next.");
  },
  get chosen() {
    return t("The cards are chosen for this lesson, not shuffled.");
  },
  step: (at: number, of: number): string => t("Step {at} of {of}", { at, of }),
  titles: (step: string): string => t(TITLES[step] ?? step),
  bet: (names: readonly string[], least: string): string =>
    names.length > 1
      ? t("First {wagers}: at least {least} each.", { wagers: listed(names), least })
      : t("First the {wager}: at least {least}.", { wager: names[0] ?? "", least }),
  get optional() {
    return t("Press “{button}”, or set chips down and deal. The rest is optional.", { button: t("Bet the minimum and deal") });
  },
  get press() {
    return t("Press “{button}”, or set chips down and deal.", { button: t("Bet the minimum and deal") });
  },
  dealt: (own: number, dealer: number, community: number): string =>
    community
      ? t("{own} cards for you, {dealer} for the dealer, face down, and {community} that everybody shares.", { own, dealer, community })
      : t("{own} cards for you, {dealer} for the dealer, face down.", { own, dealer }),
  /** What wins, by the kinds of hands of the game from the highest down. */
  wins: (kinds: readonly string[]): string =>
    kinds.every(isFlushOfLength)
      ? t("The longer flush wins: more cards of one suit. Of equals, the higher cards.")
      : t("The higher hand wins. From the top: {hands}.", { hands: inRow(kinds.map(kindName)) }),
  have: (hand: string): string => t("You have {hand}.", { hand }),
  wager: (name: string, amount: string): string => t("{action}: {amount} more, against the dealer.", { action: name, amount }),
  range: (least: string, most: string): string => t("{least} to {most}", { least, most }),
  fold: (name: string, base: string): string => t("{action}: give up the {base}.", { action: name, base }),
  check: (name: string): string => t("{action}: wait for more cards.", { action: name }),
  best: (action: string, worth: string): string => t("Best here: {action}, worth {worth} on average.", { action, worth }),
  get turns() {
    return t("The dealer turns over the cards.");
  },
  dealerHas: (hand: string): string => t("The dealer has {hand}.", { hand }),
  qualifies: (hand: string, does: boolean, least: string): string =>
    t(does ? "The dealer has {hand}, and qualifies: it takes {least}." : "The dealer has {hand}, and does not qualify: it takes {least}.", {
      hand,
      least: leastInText(least),
    }),
  get folded() {
    return t("You folded: your hand is not compared.");
  },
  compared: (hand: string, outcome: Outcome): string => t(COMPARED[outcome], { hand }),
  alike: (outcome: Outcome): string => t(ALIKE[outcome]),
  paid: (wager: string, outcome: Outcome, odds: string | null, change: string): string =>
    outcome === "win" && odds ? t("{wager} wins {odds}: {change}.", { wager, odds: oddsText(odds), change }) : t(PAID[outcome], { wager, change }),
  get next() {
    return t("Next");
  },
  get done() {
    return t("Play on");
  },
  get leave() {
    return t("Leave the lesson");
  },
};
