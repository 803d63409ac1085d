import { useEffect } from "preact/hooks";

const HOUSE = "houserules";

/** What the window is called while this view is shown: tabs and screen readers tell views apart by it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${HOUSE}` : HOUSE;
  }, [title]);
}
