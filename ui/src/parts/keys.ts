/** Which shortcut a key press stands for. */

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Null for a combination with a modifier key, or if single letters and digits are switched off. */
export function meantBy(press: Press, letters: boolean): string | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key.length === 1 && (press.shiftKey || !letters)) return null;
  return press.key.toLowerCase();
}
