import { pit } from "../pit";
import type { View } from "../server/types";

/**
 * The seals of decks that this browser saw while bets were still open, and the characters that it added itself.
 * They are kept here because a proof is only worth something against a seal that was seen before.
 */

const MOST = 200;
/** Tables in different pits may have the same name but have different decks. */
const SEALS = `${pit}seals`;
const SHARES = "shares";

function kept<T>(name: string, nothing: T): T {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null") ?? nothing;
  } catch {
    return nothing;
  }
}

export function noteSeals(view: View): void {
  if (view.round?.phase !== "betting") return;
  const known = kept<Record<string, string>>(SEALS, {});
  const fresh = view.seal.filter((seal) => seal.root && !(seal.deal in known));
  if (!fresh.length) return;
  const all = [...Object.entries(known), ...fresh.map((seal) => [seal.deal, seal.root ?? ""])].slice(-MOST);
  sessionStorage.setItem(SEALS, JSON.stringify(Object.fromEntries(all)));
}

export const sealSeen = (deal: string): string | null => kept<Record<string, string>>(SEALS, {})[deal] ?? null;

export const sharesAdded = (): string[] => kept<string[]>(SHARES, []);

export function noteShare(share: string): void {
  sessionStorage.setItem(SHARES, JSON.stringify([...sharesAdded(), share].slice(-MOST)));
}
