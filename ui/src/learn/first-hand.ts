import { handInText } from "../cards/hand-names";
import { best, type Advice } from "../seat/advice";
import type { Box, Line, Round, TableRules, View } from "../server/types";
import { actionName } from "../words/actions";
import { parseDollars, priceOf, signed, signedExact } from "../words/money";
import { ownBoxes, ownLines } from "../words/rounds";
import { wagerName } from "../words/words";
import { GUIDE } from "./words";
import { decisionsIn } from "../seat/decisions";

/** A guided first hand: which step it has reached, and its text. Everything comes from the rules and the view. */

export const STEPS = ["bet", "cards", "decision", "dealer", "paid"] as const;
export type Step = (typeof STEPS)[number];

export interface Said {
  readonly text: string;
  readonly clause: string | null;
}

/** Null once the next round has begun. `read` are the steps that the player has read. */
export function stepOf(view: View, number: number, read: readonly Step[]): Step | null {
  const { round, last_round: last } = view;
  if ((round && ownBoxes(round).length > 0 && round.number > number) || (last && last.number > number)) return null;
  if (last?.number === number) return read.includes("dealer") ? "paid" : "dealer";
  if (!round || round.number !== number || !ownBoxes(round).length || round.phase === "betting") return "bet";
  if (round.phase === "reveal" || round.phase === "settling") return "dealer";
  return read.includes("cards") ? "decision" : "cards";
}

/** The text of a step, each sentence with its clause. */
export function saidAt(step: Step, view: View, rules: TableRules, number: number, advice: Advice | null): Said[] {
  const round = view.last_round?.number === number ? view.last_round : view.round;
  const box = ownBoxes(round)[0] ?? null;
  switch (step) {
    case "bet":
      return bet(rules);
    case "cards":
      return cards(rules, box);
    case "decision":
      return decision(view, rules, round, box, advice);
    case "dealer":
      return dealer(rules, round, box);
    case "paid":
      return ownLines(round ?? NONE).map((line) => paid(rules, line));
  }
}

const NONE = { seats: [], settled: [] } as unknown as Round;

function bet(rules: TableRules): Said[] {
  const required = rules.wagers.filter((each) => each.required);
  const [first] = required;
  const names = required.map((each) => wagerName(rules.shown, each.wager));
  return [
    { text: GUIDE.bet(names, priceOf(first?.minimum)), clause: first?.clauses[0] ?? null },
    { text: required.length < rules.wagers.length ? GUIDE.optional : GUIDE.press, clause: null },
  ];
}

function cards(rules: TableRules, box: Box | null): Said[] {
  const { player, dealer, community } = rules.cards;
  const dealt = { text: GUIDE.dealt(player, dealer, community), clause: rules.steps.deal?.[0] ?? null };
  const wins = { text: GUIDE.wins(rules.ranking.hands), clause: rules.ranking.clauses[0] ?? null };
  return box?.hand ? [dealt, wins, { text: GUIDE.have(handInText(box.hand)), clause: null }] : [dealt, wins];
}

function decision(view: View, rules: TableRules, round: Round | null, box: Box | null, advice: Advice | null): Said[] {
  const acts = decisionsIn(view);
  const stage = rules.decision.stages.find((each) => each.stage === round?.stage);
  const base = wagerName(rules.shown, rules.shown.base_wager);
  const said = acts.map((each): Said => {
    const name = actionName(rules.shown, each.action ?? "");
    const clause = each.clause ?? stage?.clauses[0] ?? null;
    if (!each.largest || !parseDollars(each.largest)) return { text: each.action === "check" ? GUIDE.check(name) : GUIDE.fold(name, base), clause };
    const same = each.smallest === each.largest;
    return { text: GUIDE.wager(name, same ? priceOf(each.largest) : GUIDE.range(priceOf(each.smallest), priceOf(each.largest))), clause };
  });
  const top = advice && best(advice);
  const unit = parseDollars(box?.wagers[rules.shown.base_wager] ?? "0");
  const worth = top ? [{ text: GUIDE.best(actionName(rules.shown, top.action), signedExact(top.value * unit)), clause: null }] : [];
  return [...said, ...worth];
}

function dealer(rules: TableRules, round: Round | null, box: Box | null): Said[] {
  if (!round?.dealer_hand) return [{ text: GUIDE.turns, clause: null }];
  const hand = handInText(round.dealer_hand);
  const { qualifying } = rules;
  const asked = qualifying && round.dealer_qualifies !== null;
  const has = asked ? GUIDE.qualifies(hand, round.dealer_qualifies === true, qualifying.hand) : GUIDE.dealerHas(hand);
  const said = [{ text: has, clause: asked ? (qualifying.clauses[0] ?? null) : null }];
  const line = ownLines(round).find((each) => each.wager === rules.shown.base_wager);
  if (!box?.hand || !line) return said;
  if (box.action === "fold") return [...said, { text: GUIDE.folded, clause: null }];
  if (round.dealer_qualifies === false) return said;
  const own = handInText(box.hand);
  const alike = own === hand && line.outcome !== "push";
  return [...said, { text: alike ? GUIDE.alike(line.outcome) : GUIDE.compared(own, line.outcome), clause: line.clause }];
}

function paid(rules: TableRules, line: Line): Said {
  const change = signed(parseDollars(line.returned) - parseDollars(line.staked));
  return { text: GUIDE.paid(wagerName(rules.shown, line.wager), line.outcome, line.odds, change), clause: line.clause };
}
