/** Where the other seats are drawn: one's own is at the bottom, the rest keep their order around the table. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/**
 * In the drawing's own units, 1600 by 900; counted from one's own right hand on, as the seats are. Low on the left
 * the settlement slides out, low on the right the coach opens: no seat is drawn there.
 */
const FIVE: readonly Spot[] = [
  { x: 1312, y: 545 },
  { x: 1414, y: 366 },
  { x: 1462, y: 190 },
  { x: 142, y: 190 },
  { x: 190, y: 366 },
];
const IN_FRONT: Spot = { x: 800, y: 730 };

/** The seats after one's own, in the order in which they lie from one's right hand round to one's left. */
export function othersFrom(own: number, seats: number): number[] {
  return Array.from({ length: seats - 1 }, (_, step) => ((((own - 2 - step) % seats) + seats) % seats) + 1);
}

export function spotOf(place: number, count: number): Spot {
  const exact = FIVE[place];
  if (count <= FIVE.length + 1 && exact) return exact;
  if (count === FIVE.length + 1) return IN_FRONT;
  const angle = Math.PI * (0.12 + (0.76 * place) / Math.max(1, count - 1));
  return { x: 800 + 640 * Math.cos(angle), y: 180 + 480 * Math.sin(angle) };
}
