import { useEffect, useRef, useState } from "preact/hooks";
import { get, Problem, session } from "../server/api";

interface Polled<T> {
  readonly data: T | null;
  readonly problem: Problem | null;
  readonly again: () => void;
}

/**
 * How often somebody has signed in or out while this view is shown. Learning who is already signed in does not count:
 * requests carry the session before that.
 */
function useSignedIn(): number {
  const seen = useRef({ account: undefined as string | null | undefined, times: 0 });
  const account = session.value === undefined ? undefined : (session.value?.account ?? null);
  if (account !== undefined) {
    const times = seen.current.times + (seen.current.account !== undefined && seen.current.account !== account ? 1 : 0);
    seen.current = { account, times };
  }
  return seen.current.times;
}

/** Data of a view, fetched again every few seconds and after each action. */
export function usePolled<T>(path: string | null, every = 4000): Polled<T> {
  const [data, setData] = useState<T | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [turn, setTurn] = useState(0);
  const who = useSignedIn();
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
