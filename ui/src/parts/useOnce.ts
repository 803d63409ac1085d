import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../server/api";
import { once } from "../server/once";

/** Data that does not change while the page is open; null until it has arrived. A null path asks for nothing. */
export function useOnce<T>(path: string | null): { data: T | null; problem: Problem | null } {
  const [found, setFound] = useState<{ path: string; data: T } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (path === null) return;
    let wanted = true;
    once<T>(path)
      .then((data) => wanted && setFound({ path, data }))
      .catch((error: Problem) => wanted && setProblem(error));
    return () => {
      wanted = false;
    };
  }, [path]);
  return { data: found?.path === path ? found.data : null, problem };
}
