import { useEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

/**
 * Buttons that were pressed give way to others, and the focus would fall to the page. It stays with the part that they
 * are in: on no button, so that nothing is pressed by mistake, and the next Tab reaches the first of them.
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const part = useRef<T>(null);
  const inside = useRef(false);
  useEffect(() => {
    const noted = (event: FocusEvent): void => {
      inside.current = part.current?.contains(event.target as Node) ?? false;
    };
    addEventListener("focusin", noted);
    return () => removeEventListener("focusin", noted);
  }, []);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  });
  return part;
}
