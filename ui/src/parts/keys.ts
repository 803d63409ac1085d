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
  // The question mark is typed with shift on most keyboards.
  if (press.key.length === 1 && ((press.shiftKey && press.key !== "?") || !letters)) return null;
  return press.key.toLowerCase();
}
