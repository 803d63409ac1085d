/** Which key of the page a press means. */

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Null where a combination is meant, or where single letters and digits are switched off. */
export function meantBy(press: Press, letters: boolean): string | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key.length === 1 && (press.shiftKey || !letters)) return null;
  return press.key.toLowerCase();
}
