import { useLayoutEffect, useRef } from "preact/hooks";

/** Keys that work anywhere on the page, unless somebody is typing or has a key combination in mind. */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  // Kept in a ref, so that a key pressed right after a change meets what is on the screen now.
  const latest = useRef(keys);
  latest.current = keys;
  // Before the next paint: a key pressed as soon as a button is seen must find its listener.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog")) return;
      const act = latest.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      // A key held down is one press, except where one moves along.
      if (!event.repeat || event.key.startsWith("Arrow")) act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

export function Key({ name }: { name: string }) {
  return <kbd aria-hidden="true">{name.toUpperCase()}</kbd>;
}
