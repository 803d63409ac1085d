/** All text of the lessons, in one place. */

export const UNIT_IN_DOLLARS = 10;

export const LEARN = {
  title: "Learn",
  lead: "Every choice has an exact price. Find out what yours cost.",
  games: "Games",
  lessons: "Lessons",
  drill: "Drill",
  slips: "Your mistakes",
  payouts: "Payouts",
  exam: "Dealers' exam",
};

export const DRILL = {
  any: "Every street",
  streets: "Street",
  street: (board: number): string => (board === 0 ? "Before the board" : `${board} cards on the board`),
  begin: "Begin: 20 hands",
  another: "Another 20 hands",
  hand: (at: number, of: number): string => `Hand ${at} of ${of}`,
  own: "Your cards",
  board: "The board",
  again: "You got this one wrong before",
  computing: "Computing the exact values…",
  next: "Next hand",
  finish: "See the result",
  options: "What do you do?",
  done: (right: number, of: number): string => `${right} of ${of} right`,
  costAll: (price: string, unit: string): string => `Together your choices cost ${price}, ${DRILL.perUnit(unit)}.`,
  costNone: "None of your choices cost anything.",
  values: "Value of each choice",
  perUnit: (unit: string): string => `at $${UNIT_IN_DOLLARS} per ${unit}`,
  chosen: "your choice",
  best: "best",
};

export const VERDICT = {
  right: (best: string): string => `Right: ${best}.`,
  even: (chosen: string): string => `${chosen} is as good as any.`,
  wrong: (best: string, chosen: string, cost: string): string => `Best was ${best}. ${chosen} cost ${cost}.`,
  due: (when: string): string => `You will see this hand again ${when}.`,
};

export const CHANCES = {
  /** Why a hand is worth what it is worth. */
  why: (win: string, tie: string, short: string | null): string =>
    `Staying in wins ${win}, ties ${tie}${short === null ? "" : `; the dealer does not qualify ${short}`}.`,
};

export const KNOWN = {
  title: "What you know now",
  none: "After a few hands you see here at which house edge you play.",
  plays: (own: string, best: string): string => `You play at ${own}, best is ${best}.`,
  only: "Counted over the streets that you have drilled; estimated from your last answers.",
  answers: (right: number, of: number): string => `${right} of ${of} right`,
  days: "By day",
  rule: "The rule to learn",
  all: "All answers",
};

export const SLIPS = {
  none: "No mistakes wait. Those that you make in the drill, or at a practice table, are listed here until you have learned them.",
  lead: "Each comes back in the drill: after ten minutes, then after 1, 3, 7 and 21 days as long as you play it right.",
  cards: "Cards",
  said: "You chose",
  best: "Best",
  cost: "Cost",
  due: "Comes back",
};

export const PAY = {
  lead: "A settled layout. Type what each wager wins; leave it empty where nothing is paid.",
  begin: "Show me a layout",
  next: "Next layout",
  check: "Check my payouts",
  wins: (wager: string, seat: number): string => `What ${wager} of seat ${seat} wins`,
  seat: (seat: number): string => `Seat ${seat}`,
  dealer: "The dealer's cards",
  board: "The board",
  right: "✓ Right",
  wrong: "✗ No",
  score: (right: number, of: number, seconds: number): string => `${right} of ${of} right in ${seconds} seconds`,
  seconds: (seconds: number): string => `${seconds} s`,
  clock: "Time",
  folded: "folded",
};

export const EXAM = {
  lead: "Five layouts, ten minutes. You pass with 95 % of the amounts right. Your floor sees the result.",
  staff: "The exam is for dealers and the floor. Sign in with your account to take it.",
  begin: "Begin the exam",
  layout: (at: number, of: number): string => `Layout ${at} of ${of}`,
  next: "Next layout",
  before: "Back",
  end: "Hand in the exam",
  left: (minutes: string): string => `${minutes} left`,
  over: "The time is over: what is handed in now has not passed.",
  passed: "Passed",
  failed: "Not passed",
  open: "Not handed in",
  own: "Your exams",
  all: "Exams of everybody",
  dealer: "Dealer",
  game: "Rulebook",
  when: "When",
  took: "Took",
  result: "Result",
  wrong: "Wrong by",
  right: (right: number, asked: number): string => `${right} of ${asked}`,
  minutes: (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`,
};

const DAY = 86_400_000;

/** "in 10 minutes", "tomorrow", "in 3 days". */
export function whenText(due: number, now: number): string {
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const ahead = due - now;
  if (ahead < 60_000) return "now";
  return ahead < DAY / 2 ? format.format(Math.round(ahead / 60_000), "minute") : format.format(Math.round(ahead / DAY), "day");
}

const COMPARED: Record<string, string> = { win: "is higher", lose: "is lower", push: "is equal" };
const OUTCOME: Record<string, string> = { win: "wins", lose: "loses", push: "pushes", void: "is returned" };

/** "Ante", "Ante and X-tra Bonus". */
const listed = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);

export const GUIDE = {
  title: "Your first hand",
  offer: (game: string): string => `New to ${game}? See one hand explained, in a minute.`,
  show: "Show me",
  decline: "No, thanks",
  learn: "How to play, in one minute",
  laying: "Choosing cards that show the game…",
  chosen: "The cards are chosen for this lesson, not shuffled.",
  step: (at: number, of: number): string => `Step ${at} of ${of}`,
  titles: { bet: "Bet", cards: "Your cards", decision: "Decide", dealer: "The dealer", paid: "What it pays" },
  bet: (names: readonly string[], least: string): string =>
    names.length > 1 ? `First ${listed(names)}: at least ${least} each.` : `First the ${listed(names)}: at least ${least}.`,
  optional: "Press “Bet the minimum and deal”. The rest is optional.",
  press: "Press “Bet the minimum and deal”.",
  dealt: (own: number, dealer: number, community: number): string =>
    `${own} cards for you, ${dealer} for the dealer, face down${community ? `, and ${community} that everybody shares` : ""}.`,
  have: (hand: string): string => `You have ${hand}.`,
  wager: (name: string, amount: string): string => `${name}: ${amount} more, against the dealer.`,
  range: (least: string, most: string): string => `${least} to ${most}`,
  fold: (name: string, base: string): string => `${name}: give up the ${base}.`,
  check: (name: string): string => `${name}: wait for more cards.`,
  best: (action: string, worth: string): string => `Best here: ${action}, worth ${worth} on average.`,
  turns: "The dealer turns over the cards.",
  dealerHas: (hand: string): string => `The dealer has ${hand}.`,
  qualifies: (hand: string, does: boolean, least: string): string =>
    `The dealer has ${hand}, and ${does ? "qualifies" : "does not qualify"}: it takes ${/ high$/.test(least) ? least : `a ${least}`}.`,
  folded: "You folded: your hand is not compared.",
  compared: (hand: string, outcome: string): string => `Yours, ${hand}, ${COMPARED[outcome] ?? "is compared"}.`,
  alike: (outcome: string): string => `Yours is alike; the next card decides, and yours ${COMPARED[outcome] ?? "is compared"}.`,
  paid: (wager: string, outcome: string, odds: string | null, change: string): string =>
    `${wager} ${OUTCOME[outcome] ?? outcome}${outcome === "win" && odds ? ` ${odds}` : ""}: ${change}.`,
  next: "Next",
  done: "Play on",
  leave: "Leave the lesson",
};
