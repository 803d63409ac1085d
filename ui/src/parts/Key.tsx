import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { meantBy } from "./keys";
import { t } from "../language/language";

const OFF = "letter-keys-off";

/** Whether single letters and digits are shortcuts. People who dictate or often mistype can switch them off. */
export const letterKeys = signal(localStorage.getItem(OFF) === null);

/** Shortcuts that work anywhere on the page, except while typing or with a modifier key. */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  // Kept in a ref, so that a key pressed right after a change acts on what is on the screen now.
  const latest = useRef(keys);
  latest.current = keys;
  // Before the next paint, so that a key works as soon as its button is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog")) return;
      const key = event.defaultPrevented ? null : meantBy(event, letterKeys.value);
      const act = key === null ? undefined : latest.current[key];
      if (!act) return;
      event.preventDefault();
      // A key held down counts as one press, except the arrow keys.
      if (!event.repeat || event.key.startsWith("Arrow")) act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

export function Key({ name }: { name: string }) {
  return letterKeys.value ? <kbd aria-hidden="true">{name.toUpperCase()}</kbd> : null;
}

/** Remembered in this browser. Tab, Enter, Escape and the arrows work either way. */
export function KeysSwitch() {
  const choose = (on: boolean): void => {
    letterKeys.value = on;
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "yes");
  };
  return (
    <label class="switch keys-switch">
      <input type="checkbox" checked={letterKeys.value} onChange={(event) => choose(event.currentTarget.checked)} data-switch="letter-keys" />
      <span>{t("Single letters and digits act as keys")}</span>
    </label>
  );
}
