import { useEffect, useRef, useState } from "preact/hooks";

const STEP = 40;
const STEPS = 25;

/** A number on its way to another one: it climbs in small steps, or jumps where the system asks for calm. */
export function useCounted(target: number): number {
  const [shown, setShown] = useState(target);
  const now = useRef(target);
  useEffect(() => {
    const from = now.current;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const put = (value: number): void => {
      now.current = value;
      setShown(value);
    };
    if (calm || target <= from) {
      put(target);
      return;
    }
    let step = 0;
    const timer = setInterval(() => {
      step += 1;
      put(step >= STEPS ? target : from + Math.floor(((target - from) * step) / STEPS));
      if (step >= STEPS) clearInterval(timer);
    }, STEP);
    return () => clearInterval(timer);
  }, [target]);
  return shown;
}
