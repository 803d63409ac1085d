import { useEffect, useRef, useState } from "preact/hooks";

const STEP = 40;
const STEPS = 25;

/** A number that counts up to its target in small steps, down too if wanted; at once if the system asks for reduced motion. */
export function useCounted(target: number, down = false): number {
  const [shown, setShown] = useState(target);
  const now = useRef(target);
  useEffect(() => {
    const from = now.current;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const put = (value: number): void => {
      now.current = value;
      setShown(value);
    };
    if (still || (target <= from && !down)) {
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
