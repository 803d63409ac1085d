import type { Option } from "../server/types";
import { parseDollars, price, toWire } from "../words/money";
import { t } from "../language/language";

/** Whether the player has enough chips for a decision. */

/** Why an amount cannot be bet now; null if it can. */
export function tooDear(amount: number, chips: number): string | null {
  return amount > chips ? t("You are {missing} short of {amount}. Buy chips first.", { missing: price(amount - chips), amount: price(amount) }) : null;
}

const USUAL = "100";

/** How many dollars to buy: what is missing for the smallest amount of the current decision; else a round sum. */
export function proposedBuyIn(acts: readonly Option[], chips: number): string {
  const wanted = acts.flatMap((act) => [act.smallest, act.largest]).flatMap((text) => (text ? [parseDollars(text)] : []));
  const short = wanted.filter((amount) => amount > chips).sort((a, b) => a - b)[0];
  return short === undefined ? USUAL : toWire(short - chips);
}
