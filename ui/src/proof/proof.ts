/** Proofs checked in the browser with SHA-256 and Ed25519, without relying on the service. */

import { Problem } from "../server/api";

const NOT_IMPLEMENTED = 501;
type Bytes = Uint8Array<ArrayBuffer>;

export const fromHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const text = (value: string): Bytes => Uint8Array.from(new TextEncoder().encode(value));

function joined(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function sha256(content: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", content));
}

const leafHash = (content: Bytes): Promise<Bytes> => sha256(joined(Uint8Array.of(0), content));
const nodeHash = (left: Bytes, right: Bytes): Promise<Bytes> => sha256(joined(Uint8Array.of(1), left, right));

/** The root that a path leads to (RFC 6962); null if the path has the wrong length. */
export async function rootFromPath(
  leaf: Bytes,
  index: number,
  size: number,
  path: readonly string[],
): Promise<string | null> {
  if (index < 0 || index >= size) return null;
  let [place, last, root] = [index, size - 1, leaf];
  for (const step of path) {
    if (last === 0) return null;
    const sibling = fromHex(step);
    if (place % 2 === 1 || place === last) {
      root = await nodeHash(sibling, root);
      while (place % 2 === 0 && place) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
    } else {
      root = await nodeHash(root, sibling);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? toHex(root) : null;
}

export interface Commitment {
  deal: string;
  count: number;
  root: string;
}

export interface Opening {
  place: number;
  card: number;
  salt: string;
  path: string[];
  text: string;
}

/** Whether this card was at this place of the sealed deck. */
export async function isOpened(commitment: Commitment, opening: Opening): Promise<boolean> {
  const salt = fromHex(opening.salt);
  if (salt.length !== 16) return false;
  const { count } = commitment;
  const { place, card } = opening;
  const numbers = Uint8Array.of(count >> 8, count & 255, place >> 8, place & 255, card);
  const leaf = await leafHash(
    joined(text("houserules.deck/1\0"), text(commitment.deal), Uint8Array.of(0), numbers, salt),
  );
  return (await rootFromPath(leaf, opening.place, commitment.count, opening.path)) === commitment.root;
}

export interface SignedHead {
  size: number;
  root: string;
  origin: string;
  key: string;
  signature: string;
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const NOT_SUPPORTED = "NotSupportedError";

/** Whether a key signed a message. A browser without Ed25519 reports that: a signature it cannot check is not a wrong one. */
export async function isEd25519(key: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  try {
    const used = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, used, signature, message);
  } catch (error) {
    if ((error as Error).name === NOT_SUPPORTED) throw new Problem(NOT_IMPLEMENTED, "no_ed25519", "Ed25519");
    return false;
  }
}

/** Whether the head was signed with the key in it: as the text of a checkpoint (c2sp.org/tlog-checkpoint). */
export function isSigned(head: SignedHead): Promise<boolean> {
  const message = text(`${head.origin}\n${head.size}\n${toBase64(fromHex(head.root))}\n`);
  return isEd25519(fromHex(head.key), fromHex(head.signature), message);
}

/** Positions in the log count from 1. */
export async function isIncluded(head: SignedHead, position: number, leaf: string, path: string[]): Promise<boolean> {
  return (await rootFromPath(fromHex(leaf), position - 1, head.size, path)) === head.root;
}

const flooredHalf = (value: number): number => Math.floor(value / 2);

/** Whether the log of the newer size begins with the log of the older one (RFC 9162, 2.1.4.2). */
export async function onlyGrew(old: SignedHead, newer: SignedHead, path: readonly string[]): Promise<boolean> {
  if (old.size === newer.size) return path.length === 0 && old.root === newer.root;
  if (old.size < 1 || old.size > newer.size || path.length === 0) return false;
  const isPower = Number.isInteger(Math.log2(old.size));
  const steps = (isPower ? [old.root, ...path] : [...path]).map(fromHex);
  let [place, last] = [old.size - 1, newer.size - 1];
  while (place % 2 === 1) [place, last] = [flooredHalf(place), flooredHalf(last)];
  let [first, second] = [steps[0]!, steps[0]!];
  for (const sibling of steps.slice(1)) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      [first, second] = [await nodeHash(sibling, first), await nodeHash(sibling, second)];
      while (place % 2 === 0 && place) [place, last] = [flooredHalf(place), flooredHalf(last)];
    } else {
      second = await nodeHash(second, sibling);
    }
    [place, last] = [flooredHalf(place), flooredHalf(last)];
  }
  return last === 0 && toHex(first) === old.root && toHex(second) === newer.root;
}
