import { useEffect, useState } from "preact/hooks";
import { get, Problem } from "../server/api";

/** Data that does not change while the page is open, such as a rulebook: fetched once for all parts of the page. */

const asked = new Map<string, Promise<unknown>>();

export function once<T>(path: string): Promise<T> {
  let answer = asked.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = get<T>(path);
    asked.set(path, answer);
    // A failure is not kept, so that the next part that asks tries again.
    answer.catch(() => asked.delete(path));
  }
  return answer;
}

export function useOnce<T>(path: string): { data: T | null; problem: Problem | null } {
  const [found, setFound] = useState<{ path: string; data: T } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
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
