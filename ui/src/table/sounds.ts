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
}

export type Sound = "shuffle" | "card" | "chips" | "win" | "jackpot" | "turn";

/** Each is a row of short noises and tones: when it begins, how long it lasts, and how high it is; 0 is a noise. */
const SOUNDS: Record<Sound, readonly (readonly [at: number, lasts: number, pitch: number])[]> = {
  shuffle: Array.from({ length: 14 }, (_, at) => [at * 0.035, 0.03, 0] as const),
  card: [[0, 0.05, 0]],
  chips: [[0, 0.03, 2400], [0.05, 0.03, 2900], [0.09, 0.04, 2600]],
  win: [[0, 0.14, 660], [0.1, 0.14, 830], [0.2, 0.24, 990]],
  jackpot: [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [at * 0.11, 0.2, 523 * 2 ** ([0, 4, 7, 12, 7, 12, 16, 19][at]! / 12)] as const),
  turn: [[0, 0.12, 880], [0.13, 0.16, 1170]],
};

export function play(name: Sound): void {
  if (!sound.value) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [at, lasts, pitch] of SOUNDS[name]) one(audio, audio.currentTime + at, lasts, pitch);
}

function one(to: AudioContext, at: number, lasts: number, pitch: number): void {
  const loud = to.createGain();
  loud.gain.setValueAtTime(pitch ? 0.12 : 0.2, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  loud.connect(to.destination);
  const source = pitch ? tone(to, pitch) : noise(to, lasts);
  source.connect(loud);
  source.start(at);
  source.stop(at + lasts);
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
  readonly myTurn: boolean;
  /** What the player's wagers brought, once that is shown. */
  readonly won: number | null;
  readonly jackpot: boolean;
}

/** Each is heard with what is seen, never before. */
export function useSounds({ beat, myTurn, won, jackpot }: Heard): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) return;
    if (beat === "dealing") play("shuffle");
    if (beat === "board" || beat === "reveal") play("card");
    if (beat === "settle") play(jackpot ? "jackpot" : won !== null && won > 0 ? "win" : "chips");
  }, [beat]);
  useEffect(() => {
    if (!first.current && myTurn) play("turn");
    first.current = false;
  }, [myTurn]);
}
