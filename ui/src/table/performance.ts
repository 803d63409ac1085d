import { bySuit } from "../cards/cards";
import type { Box, Line, Round, View } from "../server/types";

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
  /** The factor applied to its usual durations: a round with much to show is shown faster. */
  readonly haste: number;
  /** The line for which the wheel spins. */
  readonly spin: Line | null;
}

const LASTS: Record<Exclude<Beat, "dealing" | "reveal">, number> = { board: 240, verdict: 300, wheel: 1080, settle: 820 };
/** From the last decision to the result, with all streets of the board, six seats and the wheel. */
const LONGEST = 2500;
/** One seat is settled this long after the one before it, whose cards are turned over and whose result is told by then. */
const NEXT_SEAT = 260;
/** The wheel spins this long after the seat that is settled before it. */
const BEFORE_WHEEL = 460;
/** A card leaves the shoe at most this long after the one before it, and all of them within this time. */
const CARD = 70;
const ALL_CARDS = 1100;
/** The last card arrives, is turned over, and is put in order. */
const ARRIVES = 300;
const TURNED = 520;
/** One card is turned over this long after the one before it; then they are put in order. */
const TURNING = 55;
const SORTED = 160;

/** How long after the one before it a card leaves the shoe. */
const cardStep = (cards: number): number => Math.min(CARD, ALL_CARDS / Math.max(1, cards));

/** When the last card lies on the table. */
export const dealtIn = (cards: number): number => Math.round(cardStep(cards) * Math.max(0, cards - 1) + ARRIVES);
export const dealLasts = (cards: number): number => dealtIn(cards) + TURNED;

/** When the last of these cards is turned over, one after another. */
export const turnedIn = (cards: number): number => TURNING * cards + 75;

/** The scenes between two views of a table; empty if the second is simply shown. `streets`: cards on the board by then. */
export function scenesBetween(before: View, now: View, streets: readonly number[], symbols: readonly string[]): Scene[] {
  if (isDealt(before) || !isDealt(now)) return endOf(before, now, streets, symbols);
  const view: View = { ...now, round: now.round && { ...now.round, turn: null }, deadline: null, you: quiet(now, before) };
  return [{ beat: "dealing", view, ms: dealLasts(now.deal_order.length), haste: 1, spin: null }];
}

/** Whether cards of the round under way lie on the table. */
const isDealt = (view: View): boolean => view.round?.seats.some((box) => box.card_count > 0) ?? false;

/** The player as before, without anything to do: the chips are returned last. */
const quiet = (now: View, before: View): View["you"] => now.you && { ...now.you, chips: before.you?.chips ?? now.you.chips, options: [], not_now: [] };

/** Who sits where, with the chips that they had before. */
function seatsOf(before: View, now: View): View["seats"] {
  return now.seats.map((each) => {
    const chips = before.seats.find(({ seat }) => seat === each.seat)?.player?.chips;
    return each.player && chips ? { ...each, player: { ...each.player, chips } } : each;
  });
}

function endOf(before: View, now: View, streets: readonly number[], symbols: readonly string[]): Scene[] {
  const { round } = before;
  const last = now.last_round;
  if (!round || !last || last.number !== round.number || before.last_round?.number === last.number || last.void) return [];
  const held: View = { ...now, seats: seatsOf(before, now), deal_order: before.deal_order, meters: before.meters, deadline: null, you: quiet(now, before) };
  const played = (part: Partial<Round>): View => ({
    ...held,
    phase: "reveal",
    last_round: before.last_round,
    round: { ...round, phase: "reveal", turn: null, seats: last.seats.map((box) => facedown(box, round)), ...part },
  });
  /** The round with these lines settled, and the hands of their seats turned over. */
  const settled = (lines: Line[]): View => {
    const reached = new Set(lines.map(handOf));
    const seats = last.seats.map((box) => (reached.has(box.seat) ? box : facedown(box, round)));
    return { ...held, last_round: { ...last, seats, settled: lines } };
  };
  const scenes: Scene[] = [];
  const scene = (beat: Beat, view: View, ms: number, spin: Line | null = null): void => void scenes.push({ beat, view, ms, haste: 1, spin });
  for (const cards of [...streets, last.board.length]) {
    const shown = scenes.at(-1)?.view.round?.board.length ?? round.board.length;
    if (cards > shown && cards <= last.board.length) scene("board", played({ board: last.board.slice(0, cards) }), LASTS.board);
  }
  if (last.dealer && !round.dealer) {
    // In their final order, so that nothing jumps when they are read.
    scene("reveal", played({ board: last.board, dealer: bySuit(last.dealer, last.dealer_hand?.cards) }), turnedIn(last.dealer.length) + SORTED);
    const { dealer, dealer_hand, dealer_qualifies, board } = last;
    scene("verdict", played({ board, dealer, dealer_hand, dealer_qualifies }), LASTS.verdict);
  }
  let lines: Line[] = [];
  for (const { spin, settles } of visits(last.settled, symbols)) {
    if (spin) scene("wheel", settled(lines), LASTS.wheel, spin);
    lines = [...lines, ...settles];
    scene("settle", settled(lines), NEXT_SEAT);
  }
  return inTime(scenes);
}

/** The seat whose hand earned it. */
const handOf = (line: Line): number => line.hand_of_seat ?? line.seat;

interface Visit {
  readonly seat: number;
  readonly spin: Line | null;
  readonly settles: Line[];
}

/**
 * The dealer settles one seat after another; a spin of the wheel is a separate scene, together with what a win brings to others:
 * they are paid for a hand that is turned over, while their own still lie face down.
 */
function visits(lines: readonly Line[], symbols: readonly string[]): Visit[] {
  const found: Visit[] = [];
  for (const line of lines) {
    const spin = line.hand_of_seat === null && line.line !== null && symbols.includes(line.line) ? line : null;
    if (!spin && found.some((visit) => visit.seat === handOf(line))) found.at(-1)?.settles.push(line);
    else found.push({ seat: handOf(line), spin, settles: [line] });
  }
  return found;
}

/** The last scene stays until the chips have moved, the one before a wheel until its result is read; all fit in the time. */
function inTime(scenes: readonly Scene[]): Scene[] {
  const paced = scenes.map((each, at) => {
    if (each.beat !== "settle") return each;
    const next = scenes[at + 1];
    return { ...each, ms: next ? (next.beat === "wheel" ? BEFORE_WHEEL : each.ms) : LASTS.settle };
  });
  const haste = Math.min(1, LONGEST / paced.slice(0, -1).reduce((sum, { ms }) => sum + ms, 0));
  return paced.map((each) => ({ ...each, ms: Math.floor(each.ms * haste), haste }));
}

/** A box with what its player decided last, and only the cards that were seen before. */
function facedown(box: Box, round: Round): Box {
  const seen = round.seats.find((each) => each.seat === box.seat);
  return { ...box, cards: seen?.cards ?? null, hand: seen?.hand ?? null };
}

/** When each card of a scene lies on the table or is turned over, in milliseconds after it began; as Motion.css has it. */
export function landings(beat: Beat | null, view: View): number[] {
  if (beat === "dealing") return view.deal_order.map((_, at) => Math.round(at * cardStep(view.deal_order.length) + ARRIVES));
  if (beat === "reveal") return view.round?.dealer?.map((_, at) => at * TURNING + 2 * TURNING) ?? [];
  return beat === "board" ? [2 * TURNING] : [];
}

/** Among the places of a deal, as 0 is the dealer. */
export const COMMUNITY = -1;

/** When each card of a place leaves the shoe, in milliseconds after the first, in the order of the document. */
export function departures(order: readonly number[], place: number): number[] {
  const step = cardStep(order.length);
  return order.flatMap((each, at) => (each === place ? [Math.round(at * step)] : []));
}
