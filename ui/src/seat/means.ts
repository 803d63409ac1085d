import type { Option } from "../server/types";
import { parseDollars, price, toWire } from "../words/money";

/** What the chips in front of a player are enough for, when a decision is to be paid. */

/** Why an amount cannot be put down now; null where it can. */
export function tooDear(amount: number, chips: number): string | null {
  return amount > chips ? `You are ${price(amount - chips)} short of ${price(amount)}. Buy chips first.` : null;
}

const USUAL = "100";

/** How many dollars to buy: what the decision at hand lacks, the smallest of it first; else a round sum. */
export function proposedBuyIn(acts: readonly Option[], chips: number): string {
  const wanted = acts.flatMap((act) => [act.smallest, act.largest]).flatMap((text) => (text ? [parseDollars(text)] : []));
  const short = wanted.filter((amount) => amount > chips).sort((a, b) => a - b)[0];
  return short === undefined ? USUAL : toWire(short - chips);
}
