import { useEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

/**
 * Buttons that were pressed give way to others, and the focus would fall to the page. It stays with the part that they
 * are in: on no button, so that nothing is pressed by mistake, and the next Tab reaches the first of them. It comes
 * there also from what a key elsewhere has taken away, such as a betting area when the cards are dealt.
 */
export function useKeptFocus<T extends HTMLElement>(also: string): RefObject<T | null> {
  const part = useRef<T>(null);
  const inside = useRef(false);
  useEffect(() => {
    const noted = (event: FocusEvent): void => {
      const target = event.target as HTMLElement;
      inside.current = Boolean(part.current?.contains(target) || target.closest(also));
    };
    addEventListener("focusin", noted);
    return () => removeEventListener("focusin", noted);
  }, []);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  });
  return part;
}
