import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { useMedia } from "../parts/useMedia";
import type { Line, TableRules, View } from "../server/types";
import { scenesBetween, type Beat, type Scene } from "./performance";

export type Pace = "calm" | "normal" | "instant";
export const PACES: readonly Pace[] = ["calm", "normal", "instant"];
const TIMES: Record<Pace, number> = { calm: 1.7, normal: 1, instant: 0 };
const KEPT = "pace";

/** How fast cards and chips move; if the system asks for reduced motion, nothing moves. */
export const pace = signal<Pace>(PACES.find((each) => each === localStorage.getItem(KEPT)) ?? "normal");

export function choosePace(chosen: Pace): void {
  pace.value = chosen;
  localStorage.setItem(KEPT, chosen);
}

export interface Performed {
  readonly view: View;
  /** Null if the view is shown as it is. */
  readonly beat: Beat | null;
  /** The factor on all durations, compared with normal speed. */
  readonly times: number;
  /** The line for which the wheel spins now. */
  readonly spin: Line | null;
  readonly skip: () => void;
}

/** The view as it is shown now: the latest events may still be in motion. */
export function usePerformance(view: View, rules: TableRules): Performed {
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const times = still ? 0 : TIMES[pace.value];
  const seen = useRef(view);
  const scenes = useRef<Scene[]>([]);
  /** Kept until the next scenes, so that anything still moving at the end keeps its speed. */
  const haste = useRef(1);
  const [, again] = useState(0);
  if (seen.current !== view) {
    // During rendering: not even one frame may show the end before the scenes that lead to it.
    const streets = rules.decision.stages.map((stage) => stage.board);
    const symbols = rules.wheel?.map((each) => each.symbol) ?? [];
    const next = times ? scenesBetween(seen.current, view, streets, symbols) : [];
    if (next[0]) {
      scenes.current = next;
      haste.current = next[0].haste;
    }
    seen.current = view;
  }
  const skip = (): void => {
    if (!scenes.current.length) return;
    scenes.current = [];
    again((count) => count + 1);
  };
  const scene = times ? scenes.current[0] : undefined;
  useEffect(() => {
    if (!scene) return;
    const timer = setTimeout(() => {
      scenes.current = scenes.current.slice(1);
      again((count) => count + 1);
    }, scene.ms * times);
    return () => clearTimeout(timer);
  }, [scene, times]);
  return { view: scene?.view ?? view, beat: scene?.beat ?? null, times: times * haste.current, spin: scene?.spin ?? null, skip };
}
