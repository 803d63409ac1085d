import type { Round } from "../server/types";
import { net, ownLines } from "../words/rounds";

/** The last hands of a guest, kept in this browser. */

export interface OwnHand extends Round {
  table: string;
  rulebook: string;
  kind: string;
}

const KEPT = "own-hands";
const MOST = 100;

export function keptHands(): OwnHand[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as OwnHand[];
  } catch {
    return [];
  }
}

const nameOf = (hand: OwnHand): string => `${hand.table} ${hand.number}`;

/** The hands of two lists, each once, the newest first. */
export function merged(some: readonly OwnHand[], others: readonly OwnHand[]): OwnHand[] {
  const all = new Map([...others, ...some].map((hand) => [nameOf(hand), hand]));
  return [...all.values()].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

export function keepHands(hands: readonly OwnHand[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(merged(hands, keptHands()).slice(0, MOST)));
  } catch {
    // A browser that stores nothing shows what the service has.
  }
}

/** One of them by its table and number. */
export const keptHand = (table: string, number: number): OwnHand | null => keptHands().find((hand) => nameOf(hand) === `${table} ${number}`) ?? null;

/** Which hands are listed; empty text and null: all. */
export interface Wanted {
  readonly rulebook: string;
  readonly outcome: string;
  readonly kind: string;
  /** Only those from before this moment. */
  readonly before: number | null;
}

export function fits(hand: OwnHand, { rulebook, outcome, kind, before }: Wanted): boolean {
  if ((rulebook && hand.rulebook !== rulebook) || (kind && hand.kind !== kind)) return false;
  if (before !== null && (hand.at ?? 0) >= before) return false;
  const sum = net(ownLines(hand));
  return !outcome || (outcome === "won" ? sum > 0 : sum < 0);
}

export const eraseKept = (): void => localStorage.removeItem(KEPT);
