import { DOLLAR } from "../words/money";

/** A stack of chips as a dealer would cut it: the largest denominations first, at the bottom. */

export const DENOMINATIONS = [1, 5, 25, 100, 500, 1000] as const;
export type Denomination = (typeof DENOMINATIONS)[number];

export interface Pile {
  readonly chip: Denomination;
  readonly count: number;
}

export function pilesOf(amount: number): Pile[] {
  let left = Math.floor(amount / DOLLAR);
  const piles: Pile[] = [];
  for (const chip of [...DENOMINATIONS].reverse()) {
    const count = Math.floor(left / chip);
    if (count) piles.push({ chip, count });
    left -= count * chip;
  }
  return piles;
}

/** The chips to draw, at most `most`, from the bottom up; the amount beside the stack includes the rest. */
export function chipsToDraw(amount: number, most = 7): Denomination[] {
  const all = pilesOf(amount).flatMap(({ chip, count }) => Array<Denomination>(Math.min(count, most)).fill(chip));
  return all.slice(0, most);
}
