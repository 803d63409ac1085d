import { useState } from "preact/hooks";
import type { Problem } from "../server/api";

interface Attempt {
  /** Why the last attempt failed; null if it did not. */
  readonly problem: Problem | null;
  readonly clear: () => void;
  /** False if it failed. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** For actions that the service may refuse. */
export function useAttempt(): Attempt {
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    problem,
    clear: () => setProblem(null),
    attempt: async (work) => {
      try {
        await work();
        setProblem(null);
        return true;
      } catch (error) {
        setProblem(error as Problem);
        return false;
      }
    },
  };
}
