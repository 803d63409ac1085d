import type { Round } from "../server/types";

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

/** Those of two lists, each once, the newest first. */
export function merged(some: readonly OwnHand[], others: readonly OwnHand[]): OwnHand[] {
  const all = new Map([...others, ...some].map((hand) => [nameOf(hand), hand]));
  return [...all.values()].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

export function keepHands(hands: readonly OwnHand[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(merged(hands, keptHands()).slice(0, MOST)));
  } catch {
    // A browser that keeps nothing shows what the service has.
  }
}

export const eraseKept = (): void => localStorage.removeItem(KEPT);
