import { useEffect } from "preact/hooks";

const HOUSE = "houserules";

/** The title of the window while this view is shown: tabs and screen readers identify views by it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${HOUSE}` : HOUSE;
  }, [title]);
}
