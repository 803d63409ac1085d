import { parseDollars, price, toWire } from "../words/money";
import type { WagerOffer } from "../server/types";
import { t } from "../language/language";

/** Chips set down before they are bet, on one box or on several. The service sets the limits and decides. */

/** Wager to amount, on one box. */
export type Amounts = Readonly<Record<string, number>>;
/** Seat number of a box to what lies on it. */
export type Boxes = Readonly<Record<number, Amounts>>;

export interface Bet {
  readonly boxes: Boxes;
  /** Earlier states, for undo. */
  readonly before: readonly Boxes[];
}

/** Why something cannot be bet, and the clause that says so. */
export interface Objection {
  readonly text: string;
  readonly clause: string | null;
}

export const EMPTY: Bet = { boxes: {}, before: [] };

function step(bet: Bet, boxes: Record<number, Amounts>): Bet {
  const kept = Object.entries(boxes)
    .map(([box, amounts]) => [box, withoutZero(amounts)] as const)
    .filter(([, amounts]) => Object.keys(amounts).length > 0);
  return { boxes: Object.fromEntries(kept), before: [...bet.before, bet.boxes].slice(-50) };
}

const withoutZero = (amounts: Amounts): Amounts =>
  Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount > 0));

const put = (bet: Bet, wagers: readonly WagerOffer[], box: number, name: string, amount: number): Bet =>
  step(bet, { ...bet.boxes, [box]: follow(wagers, { ...bet.boxes[box], [name]: amount }) });

/** A wager that must equal another follows it. */
function follow(wagers: readonly WagerOffer[], amounts: Amounts): Amounts {
  const followed = { ...amounts };
  for (const wager of wagers) if (wager.equals) followed[wager.name] = followed[wager.equals] ?? 0;
  return followed;
}

export const amountOn = (bet: Bet, box: number, name: string): number => bet.boxes[box]?.[name] ?? 0;
/** The only amounts allowed for a wager, the smallest first; null if any amount within its limits is. */
export function fixedAmounts(wager: WagerOffer): number[] | null {
  if (wager.amounts.length) return wager.amounts.map(parseDollars);
  return wager.minimum === wager.maximum ? [parseDollars(wager.minimum)] : null;
}

/** The wager that a chip put down here goes to: if two must be equal, the leading one. */
function leading(wagers: readonly WagerOffer[], name: string): WagerOffer | null {
  const wager = wagers.find((each) => each.name === name);
  if (!wager || wager.decision) return null;
  return wager.equals ? leading(wagers, wager.equals) : wager;
}

/** Put a chip on a wager, from the smallest lawful amount up to the largest. Fixed amounts are put down
 *  whole, one after the other, and then none. */
export function addChip(bet: Bet, wagers: readonly WagerOffer[], box: number, name: string, chip: number): Bet {
  const wager = leading(wagers, name);
  if (!wager) return bet;
  const smallest = parseDollars(wager.minimum);
  const now = amountOn(bet, box, wager.name);
  const fixed = fixedAmounts(wager);
  if (fixed) return put(bet, wagers, box, wager.name, fixed.find((amount) => amount > now) ?? 0);
  return put(bet, wagers, box, wager.name, Math.min(parseDollars(wager.maximum), Math.max(smallest, now + chip)));
}

/** The wager that a chip put down here would bring above its largest amount; null if it would not. */
export function tooMuch(bet: Bet, wagers: readonly WagerOffer[], box: number, name: string, chip: number): WagerOffer | null {
  const wager = leading(wagers, name);
  if (!wager || fixedAmounts(wager) || amountOn(bet, box, wager.name) + chip <= parseDollars(wager.maximum)) return null;
  return wager;
}

export const atMost = (wager: WagerOffer): Objection => ({
  text: t("{wager}: at most {most}.", { wager: wager.label, most: price(parseDollars(wager.maximum)) }),
  clause: wager.clause,
});

export function removeWager(bet: Bet, wagers: readonly WagerOffer[], box: number, name: string): Bet {
  const wager = leading(wagers, name);
  return wager ? put(bet, wagers, box, wager.name, 0) : bet;
}

export function undo(bet: Bet): Bet {
  const last = bet.before.at(-1);
  return last ? { boxes: last, before: bet.before.slice(0, -1) } : bet;
}

export const clear = (bet: Bet): Bet => (isEmpty(bet) ? bet : step(bet, {}));
export const isEmpty = (bet: Bet): boolean => Object.keys(bet.boxes).length === 0;
export const total = (boxes: Boxes): number =>
  Object.values(boxes).reduce((sum, amounts) => sum + onBox(amounts), 0);
export const onBox = (amounts: Amounts): number => Object.values(amounts).reduce((sum, amount) => sum + amount, 0);

/** The same chips at another seat, after the player has sat down again elsewhere. */
export const moved = (boxes: Boxes, by: number): Boxes =>
  Object.fromEntries(Object.entries(boxes).map(([box, amounts]) => [Number(box) + by, amounts]));

/** The same bet again, as far as the table still offers it. */
export function rebet(bet: Bet, wagers: readonly WagerOffer[], last: Boxes): Bet {
  const taken = (name: string): boolean => wagers.some((each) => each.name === name && !each.decision);
  const known = Object.entries(last).map(([box, amounts]) => [
    box,
    Object.fromEntries(Object.entries(amounts).filter(([name]) => taken(name))),
  ]);
  return step(bet, Object.fromEntries(known) as Record<number, Amounts>);
}

/** The smallest bet that the table takes. */
export function smallestBet(bet: Bet, wagers: readonly WagerOffer[], box: number): Bet {
  const first = wagers.filter((each) => each.required && !each.decision);
  const amounts = Object.fromEntries(first.map((each) => [each.name, parseDollars(each.minimum)]));
  return step(bet, { [box]: follow(wagers, amounts) });
}

/** Why this bet would be refused; null if it would not. */
export function whyNot(bet: Bet, wagers: readonly WagerOffer[], chips: number): Objection | null {
  for (const amounts of Object.values(bet.boxes)) {
    const wrong = objection(amounts, wagers);
    if (wrong) return wrong;
  }
  const needed = total(bet.boxes);
  if (needed > chips) {
    return { text: t("You have {chips} in chips; this bet needs {needed}.", { chips: price(chips), needed: price(needed) }), clause: null };
  }
  return null;
}

function objection(amounts: Amounts, wagers: readonly WagerOffer[]): Objection | null {
  for (const wager of wagers) {
    if (wager.decision) continue;
    const amount = amounts[wager.name] ?? 0;
    const least = price(parseDollars(wager.minimum));
    if (wager.required && !amount && !wager.equals)
      return { text: t("The {wager} is required: {least} or more.", { wager: wager.label, least }), clause: waitedFor(amounts, wagers) ?? wager.clause };
    if (amount && amount < parseDollars(wager.minimum))
      return { text: t("{wager}: at least {least}.", { wager: wager.label, least }), clause: wager.clause };
    if (amount > parseDollars(wager.maximum)) return atMost(wager);
  }
  return null;
}

/** The clause by which an optional wager needs the required one. */
function waitedFor(amounts: Amounts, wagers: readonly WagerOffer[]): string | null {
  return wagers.findLast((each) => each.needs && (amounts[each.name] ?? 0) > 0)?.needs ?? null;
}

export function toWagers(amounts: Amounts): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, toWire(amount)]));
}
