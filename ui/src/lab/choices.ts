import { signal } from "@preact/signals";
import type { Data } from "../submission/submission";

/** What is chosen in the lab. It outlives a look at another page, and a reload. */
export interface Choices {
  rulebook: string;
  /** The bundled submission that the choices began with. */
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
/** The other side of a comparison, where somebody has put one aside. */
export const aside = signal<{ name: string; data: Data } | null>(null);

export function choose(next: Choices): void {
  choices.value = next;
  sessionStorage.setItem(KEPT, JSON.stringify(next));
}

export function change(part: Partial<Choices>): void {
  if (choices.value) choose({ ...choices.value, ...part });
}

/** The fields whose amount cannot be read as it stands, by their names on the page: what was read before goes on to count. */
export const unreadable = signal<readonly string[]>([]);

export function setUnreadable(name: string, wrong: boolean): void {
  if (unreadable.value.includes(name) === wrong) return;
  unreadable.value = wrong ? [...unreadable.value, name] : unreadable.value.filter((each) => each !== name);
}
