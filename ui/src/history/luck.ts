const WIDEST = 3;

/** Where a result lies on a line that reaches three deviations to each side, in percent from its left end. */
export function place(away: number, deviation: number): number {
  const deviations = deviation ? away / deviation : 0;
  return 50 + (50 * Math.max(-WIDEST, Math.min(WIDEST, deviations))) / WIDEST;
}
