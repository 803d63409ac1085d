import type { View } from "../server/types";

/** The further boxes that the player may bet on: free ones, adjacent to the player's own, up to the limit of the house. */
export function boxesInReach(view: View, betOn: readonly number[], most: number): number[] {
  const own = view.you?.seat;
  if (own == null) return [];
  const row = new Set([own, ...betOn]);
  const offered = new Set(
    view.you?.options.filter((each) => each.wagers).map((each) => each.seat) ?? [],
  );
  return view.seats
    .map((each) => each.seat)
    .filter((seat) => seat !== own && offered.has(seat))
    .filter((seat) => row.has(seat) || (row.size < most && (row.has(seat - 1) || row.has(seat + 1))));
}
