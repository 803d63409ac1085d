import { useEffect, useState } from "preact/hooks";
import type { RefObject } from "preact";

/** The width of a drawing, so that its text keeps its size on every screen. */
export function useWidth(box: RefObject<HTMLElement | null>, first = 640): number {
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void => setWidth(Math.max(240, Math.floor(element.clientWidth)));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return width;
}
