import { parseDollars, price, toWire } from "./money";
import type { WagerOffer } from "../server/types";

/** Chips set down before they are bet. The limits are the service's; nothing here is a rule of its own. */

export interface Bet {
  readonly amounts: Readonly<Record<string, number>>;
  /** Earlier states, for undo. */
  readonly before: readonly Readonly<Record<string, number>>[];
}

export const EMPTY: Bet = { amounts: {}, before: [] };

const step = (bet: Bet, amounts: Record<string, number>): Bet => ({
  amounts: withoutZero(amounts),
  before: [...bet.before, bet.amounts].slice(-50),
});

const withoutZero = (amounts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount > 0));

/** Put a chip on a wager. A fixed amount is put down whole, and a wager that must equal another follows it. */
export function addChip(bet: Bet, wagers: readonly WagerOffer[], name: string, chip: number): Bet {
  const wager = wagers.find((each) => each.name === name);
  if (!wager || wager.decision) return bet;
  if (wager.equals) return addChip(bet, wagers, wager.equals, chip);
  const smallest = parseDollars(wager.minimum);
  const largest = parseDollars(wager.maximum);
  const now = bet.amounts[name] ?? 0;
  const fixed = smallest === largest;
  if (fixed && now === smallest) return step(bet, { ...bet.amounts, [name]: 0 });
  const wanted = fixed ? smallest : Math.min(largest, Math.max(smallest, now + chip));
  return step(bet, follow(wagers, { ...bet.amounts, [name]: wanted }));
}

export function setAmount(bet: Bet, wagers: readonly WagerOffer[], name: string, amount: number): Bet {
  return step(bet, follow(wagers, { ...bet.amounts, [name]: amount }));
}

export function removeWager(bet: Bet, wagers: readonly WagerOffer[], name: string): Bet {
  return step(bet, follow(wagers, { ...bet.amounts, [name]: 0 }));
}

function follow(wagers: readonly WagerOffer[], amounts: Record<string, number>): Record<string, number> {
  const followed = { ...amounts };
  for (const wager of wagers) if (wager.equals) followed[wager.name] = followed[wager.equals] ?? 0;
  return followed;
}

export function undo(bet: Bet): Bet {
  const last = bet.before.at(-1);
  return last ? { amounts: last, before: bet.before.slice(0, -1) } : bet;
}

export const clear = (bet: Bet): Bet => (isEmpty(bet) ? bet : step(bet, {}));
export const isEmpty = (bet: Bet): boolean => Object.keys(bet.amounts).length === 0;
export const total = (bet: Bet): number => Object.values(bet.amounts).reduce((sum, amount) => sum + amount, 0);

/** The same again, as far as the table still takes it. */
export function rebet(bet: Bet, wagers: readonly WagerOffer[], last: Readonly<Record<string, number>>): Bet {
  const known = Object.entries(last).filter(([name]) => wagers.some((each) => each.name === name && !each.decision));
  return step(bet, Object.fromEntries(known));
}

/** The smallest bet that the table takes. */
export function smallestBet(bet: Bet, wagers: readonly WagerOffer[]): Bet {
  const first = wagers.filter((each) => each.required && !each.decision);
  return step(bet, follow(wagers, Object.fromEntries(first.map((each) => [each.name, parseDollars(each.minimum)]))));
}

/** What still keeps this bet from being taken, in words; null when nothing does. */
export function whyNot(bet: Bet, wagers: readonly WagerOffer[], chips: number): string | null {
  for (const wager of wagers) {
    if (wager.decision) continue;
    const amount = bet.amounts[wager.name] ?? 0;
    if (wager.required && !amount && !wager.equals)
      return `The ${wager.label} comes first: ${price(parseDollars(wager.minimum))} or more.`;
    if (amount && amount < parseDollars(wager.minimum))
      return `${wager.label}: at least ${price(parseDollars(wager.minimum))}.`;
    if (amount > parseDollars(wager.maximum)) return `${wager.label}: at most ${price(parseDollars(wager.maximum))}.`;
  }
  if (total(bet) > chips) return `You have ${price(chips)} in chips; this takes ${price(total(bet))}.`;
  return null;
}

export function toWagers(bet: Bet): Record<string, string> {
  return Object.fromEntries(Object.entries(bet.amounts).map(([name, amount]) => [name, toWire(amount)]));
}
