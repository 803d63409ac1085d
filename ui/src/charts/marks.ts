/** Points drawn on a chart. */

interface Placed {
  readonly left: number;
  readonly top: number;
}

/** The distance at which two marks can be distinguished. */
export const MARK = 18;

/** Marks at the same point are stacked towards the middle of the chart, so that none hides another. */
export function apart<T extends Placed>(marks: readonly T[], middle: number): T[] {
  const placed: T[] = [];
  for (const wanted of marks) {
    const step = wanted.top < middle ? MARK : -MARK;
    let mark = wanted;
    while (placed.some((other) => Math.hypot(mark.left - other.left, mark.top - other.top) < MARK)) mark = { ...mark, top: mark.top + step };
    placed.push(mark);
  }
  return placed;
}
