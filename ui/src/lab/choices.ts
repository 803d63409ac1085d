import { signal } from "@preact/signals";
import { mark } from "../language/language";
import type { Data } from "../submission/submission";

/** The choices in the lab. They survive navigation to another page and a reload. */
export interface Choices {
  rulebook: string;
  /** The bundled submission that the choices started from. */
  bundled: Data;
  data: Data;
  meter: string;
  players: number;
}

const KEPT = "lab";

function kept(): Choices | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Choices | null;
  } catch {
    return null;
  }
}

export const choices = signal<Choices | null>(kept());
/** The choices that were saved for a comparison, if any, and when. */
export const saved = signal<{ at: number; data: Data } | null>(null);

export function choose(next: Choices): void {
  choices.value = next;
  sessionStorage.setItem(KEPT, JSON.stringify(next));
}

export function change(part: Partial<Choices>): void {
  if (choices.value) choose({ ...choices.value, ...part });
}

/** The fields that take an amount, and their names on the page. */
export const AMOUNTS = { meter: mark("Meter"), wager: mark("Wager"), prize: mark("Prize") } as const;
export type AmountName = keyof typeof AMOUNTS;

/** The fields whose amount cannot be read. Their last readable value still counts. */
export const unreadable = signal<readonly AmountName[]>([]);

export function setUnreadable(name: AmountName, wrong: boolean): void {
  if (unreadable.value.includes(name) === wrong) return;
  unreadable.value = wrong ? [...unreadable.value, name] : unreadable.value.filter((each) => each !== name);
}
