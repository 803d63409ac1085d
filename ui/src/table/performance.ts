import { bySuit } from "../cards/cards";
import type { Box, Round, View } from "../server/types";

/**
 * What people see of a change, step by step. The service decides a round at once; here its end is shown as a dealer would
 * show it, and nothing tells the result before the cards do. Each scene is a whole view, so no part of the page can run
 * ahead of it.
 */

export type Beat = "dealing" | "board" | "reveal" | "verdict" | "wheel" | "settle";

export interface Scene {
  readonly beat: Beat;
  readonly view: View;
  /** How long it is shown at normal speed, in milliseconds. */
  readonly ms: number;
}

/** Together at most 2.5 s from the last decision to the result, with two streets of community cards and the wheel. */
const LASTS: Record<Beat, number> = { dealing: 0, board: 240, reveal: 620, verdict: 300, wheel: 1080, settle: 820 };
/** A card leaves the shoe at latest this long after the one before it, and all of them within this time. */
const CARD = 70;
const ALL_CARDS = 1100;
/** The last card arrives, is turned over, and is put in order. */
const ARRIVES = 300;
const TURNED = 520;

/** How long after the one before it a card leaves the shoe. */
const cardStep = (cards: number): number => Math.min(CARD, ALL_CARDS / Math.max(1, cards));

/** When the last card lies on the table. */
export const dealtIn = (cards: number): number => Math.round(cardStep(cards) * Math.max(0, cards - 1) + ARRIVES);
export const dealLasts = (cards: number): number => dealtIn(cards) + TURNED;

/** The scenes between two views of a table; none where the second is simply shown. `streets`: cards on the board by then. */
export function scenesBetween(before: View, now: View, streets: readonly number[], symbols: readonly string[]): Scene[] {
  if (isDealt(before) || !isDealt(now)) return endOf(before, now, streets, symbols);
  const view: View = { ...now, round: now.round && { ...now.round, turn: null }, deadline: null, you: quiet(now, before) };
  return [{ beat: "dealing", view, ms: dealLasts(now.deal_order.length) }];
}

/** Whether cards of the round under way lie on the table. */
const isDealt = (view: View): boolean => view.round?.seats.some((box) => box.card_count > 0) ?? false;

/** The player as before, without anything to do: the chips come home last. */
const quiet = (now: View, before: View): View["you"] => now.you && { ...now.you, chips: before.you?.chips ?? now.you.chips, options: [] };

function endOf(before: View, now: View, streets: readonly number[], symbols: readonly string[]): Scene[] {
  const { round } = before;
  const last = now.last_round;
  if (!round || !last || last.number !== round.number || before.last_round?.number === last.number || last.void) return [];
  const held: View = { ...now, seats: before.seats, meters: before.meters, deadline: null, you: quiet(now, before) };
  const played = (part: Partial<Round>): View => ({
    ...held,
    phase: "reveal",
    last_round: before.last_round,
    round: { ...round, phase: "reveal", turn: null, seats: last.seats.map((box) => facedown(box, round)), ...part },
  });
  const scenes: Scene[] = [];
  const scene = (beat: Beat, view: View): void => void scenes.push({ beat, view, ms: LASTS[beat] });
  for (const cards of [...streets, last.board.length]) {
    const shown = scenes.at(-1)?.view.round?.board.length ?? round.board.length;
    if (cards > shown && cards <= last.board.length) scene("board", played({ board: last.board.slice(0, cards) }));
  }
  if (last.dealer && !round.dealer) {
    // In the order in which they will lie, so that nothing jumps when they are read.
    scene("reveal", played({ board: last.board, dealer: bySuit(last.dealer, last.dealer_hand?.cards) }));
    const { dealer, dealer_hand, dealer_qualifies, board, seats } = last;
    scene("verdict", played({ board, dealer, dealer_hand, dealer_qualifies, seats }));
  }
  if (last.settled.some((line) => line.line !== null && symbols.includes(line.line))) {
    scene("wheel", played({ ...last, phase: "settling", settled: [] }));
  }
  scene("settle", held);
  return scenes;
}

/** A box with what its player decided last, and only the cards that were seen before. */
function facedown(box: Box, round: Round): Box {
  const seen = round.seats.find((each) => each.seat === box.seat);
  return { ...box, cards: seen?.cards ?? null, hand: seen?.hand ?? null };
}

/** When each card of a place leaves the shoe, in milliseconds after the first, in the order of the document. */
export function departures(order: readonly number[], place: number): number[] {
  const step = cardStep(order.length);
  return order.flatMap((each, at) => (each === place ? [Math.round(at * step)] : []));
}
