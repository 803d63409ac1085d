import { effect, signal } from "@preact/signals";
import type { Score } from "./training";

/** Whether the dealer at this screen is tested, and the score so far. Kept on this device. */

const KEPT = "trainee";
const NONE: Score = { right: 0, asked: 0 };

interface Trainee {
  on: boolean;
  score: Score;
}

function kept(): Trainee {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? "null") as Trainee | null) ?? { on: false, score: NONE };
  } catch {
    return { on: false, score: NONE };
  }
}

export const trainee = signal<Trainee>(kept());
effect(() => localStorage.setItem(KEPT, JSON.stringify(trainee.value)));

export const testMe = (on: boolean): void => void (trainee.value = { ...trainee.value, on });
export const scored = (score: Score): void => void (trainee.value = { ...trainee.value, score });
export const startAgain = (): void => scored(NONE);
