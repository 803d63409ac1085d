import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Beat } from "./performance";

/** Sounds of the table, made by this page. Off until somebody asks for them. */

const KEPT = "sound";
export const sound = signal(localStorage.getItem(KEPT) === "on");

let audio: AudioContext | null = null;

export function chooseSound(on: boolean): void {
  sound.value = on;
  if (on) localStorage.setItem(KEPT, "on");
  else localStorage.removeItem(KEPT);
  if (on) play("chips");
  else void audio?.suspend();
}

export type Sound = "shuffle" | "card" | "chips" | "win" | "jackpot" | "turn";

/** Each is a sequence of short noises and tones: start, duration and pitch; pitch 0 is a noise. */
const SOUNDS: Record<Sound, readonly (readonly [at: number, lasts: number, pitch: number])[]> = {
  shuffle: Array.from({ length: 9 }, (_, at) => [at * 0.026, 0.022, 0] as const),
  card: [[0, 0.05, 0]],
  chips: [[0, 0.03, 2400], [0.05, 0.03, 2900], [0.09, 0.04, 2600]],
  win: [[0, 0.14, 660], [0.1, 0.14, 830], [0.2, 0.24, 990]],
  jackpot: [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [at * 0.11, 0.2, 523 * 2 ** ([0, 4, 7, 12, 7, 12, 16, 19][at]! / 12)] as const),
  turn: [[0, 0.12, 880], [0.13, 0.16, 1170]],
};
/** In milliseconds. A browser lets a page play sound only once somebody has used it: later sounds are dropped. */
const TOO_LATE = 300;

const nothing = (): void => undefined;

/** Plays it once, or once at each of these times, in milliseconds from now. The returned function stops it. */
export function play(name: Sound, times: readonly number[] = [0]): () => void {
  if (!sound.value) return nothing;
  const device = (audio ??= new AudioContext());
  const asked = performance.now();
  let sources: AudioScheduledSourceNode[] = [];
  let wanted = true;
  void device.resume().then(() => {
    if (!wanted || performance.now() - asked > TOO_LATE) return;
    const from = device.currentTime;
    sources = times.flatMap((time) => SOUNDS[name].map(([at, lasts, pitch]) => one(device, from + time / 1000 + at, lasts, pitch)));
  });
  return () => {
    wanted = false;
    for (const each of sources) each.stop();
  };
}

function one(to: AudioContext, at: number, lasts: number, pitch: number): AudioScheduledSourceNode {
  const loud = to.createGain();
  loud.gain.setValueAtTime(pitch ? 0.12 : 0.2, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  loud.connect(to.destination);
  const source = pitch ? tone(to, pitch) : noise(to, lasts);
  source.connect(loud);
  source.start(at);
  source.stop(at + lasts);
  return source;
}

function tone(to: AudioContext, pitch: number): OscillatorNode {
  const source = to.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  return source;
}

function noise(to: AudioContext, lasts: number): AudioBufferSourceNode {
  const source = to.createBufferSource();
  const samples = to.createBuffer(1, Math.ceil(lasts * to.sampleRate), to.sampleRate);
  const channel = samples.getChannelData(0);
  for (let at = 0; at < channel.length; at++) channel[at] = Math.random() * 2 - 1;
  source.buffer = samples;
  return source;
}

interface Heard {
  readonly beat: Beat | null;
  /** When each card that is dealt or turned over lies on the table, in milliseconds from the beginning of the scene. */
  readonly cards: readonly number[];
  /** The player's chips that are set down. */
  readonly setDown: number;
  readonly myTurn: boolean;
  /** The round in which the player's wagers have been settled; 0 before. */
  readonly over: number;
  /** Their result so far. */
  readonly won: number;
  readonly jackpot: boolean;
}

/** Each is played together with what is seen, never earlier. */
export function useSounds({ beat, cards, setDown, myTurn, over, won, jackpot }: Heard): void {
  const first = useRef(true);
  const before = useRef(setDown);
  useEffect(() => {
    if (first.current || !cards.length) return;
    const shuffled = beat === "dealing" ? play("shuffle") : nothing;
    const dealt = play("card", cards);
    return () => {
      shuffled();
      dealt();
    };
  }, [beat]);
  useEffect(() => {
    if (!first.current && over && !jackpot) play(won > 0 ? "win" : "chips");
  }, [over]);
  useEffect(() => {
    if (!first.current && jackpot) play("jackpot");
  }, [jackpot]);
  useEffect(() => {
    if (setDown > before.current) play("chips");
    before.current = setDown;
  }, [setDown]);
  useEffect(() => {
    if (!first.current && myTurn) play("turn");
    first.current = false;
  }, [myTurn]);
}
