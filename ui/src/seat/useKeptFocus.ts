import { useEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

/**
 * When a pressed button is replaced by others, the focus would go to the page. Instead it goes to the part that contains
 * them: on no button, so that nothing is pressed by mistake, and the next Tab reaches the first one. The same happens when
 * an element that had the focus elsewhere disappears, such as a betting area when the cards are dealt.
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
