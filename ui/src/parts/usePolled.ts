import { useEffect, useState } from "preact/hooks";
import { get, Problem, session } from "../server/api";

interface Polled<T> {
  readonly data: T | null;
  readonly problem: Problem | null;
  readonly again: () => void;
}

/** Data of a view, fetched again every few seconds and after each action. */
export function usePolled<T>(path: string | null, every = 4000): Polled<T> {
  const [data, setData] = useState<T | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [turn, setTurn] = useState(0);
  const who = session.value?.account;
  useEffect(() => {
    if (!path) return;
    let wanted = true;
    const look = (): void => {
      get<T>(path)
        .then((found) => {
          if (!wanted) return;
          setData(found);
          setProblem(null);
        })
        .catch((error: Problem) => wanted && setProblem(error));
    };
    look();
    const timer = every ? setInterval(look, every) : undefined;
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [path, turn, who]);
  return { data, problem, again: () => setTurn((now) => now + 1) };
}
