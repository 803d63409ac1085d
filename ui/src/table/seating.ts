/** Where the other seats are drawn: the player's seat is at the bottom, the others keep their order around the table. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/**
 * In the units of the drawing, 1600 by 900, counted from the player's right. The settlement opens at the lower left and
 * the coach at the lower right, so no seat is drawn there.
 */
const FIVE: readonly Spot[] = [
  { x: 1312, y: 545 },
  { x: 1414, y: 366 },
  { x: 1462, y: 190 },
  { x: 142, y: 190 },
  { x: 190, y: 366 },
];
const IN_FRONT: Spot = { x: 800, y: 730 };

/** The other seats, from the player's right around to the left. */
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
