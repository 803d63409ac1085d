import { useEffect, useRef, useState } from "preact/hooks";
import { call, Problem } from "../server/api";
import type { Analysis, Progress } from "./lab";
import type { Data } from "../submission/submission";

/** Questions to the lab. What takes long is asked again until it is there; nobody waits for an answer that is no longer wanted. */

const PACE = 600;
const TYPING = 80;
const BUSY = 429;

interface Answered {
  progress: Progress | null;
}

/** Ask until the whole answer is there. `onPart` gets every answer on the way; false from `wanted` ends it. */
async function ask<T extends Answered>(
  method: "GET" | "POST",
  path: string,
  body: unknown,
  wanted: () => boolean,
  onPart: (part: T) => void,
): Promise<void> {
  while (wanted()) {
    try {
      const answer = await call<T>(method, path, body);
      if (!wanted()) return;
      onPart(answer);
      if (answer.progress === null) return;
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== BUSY) throw problem;
    }
    await new Promise((resolve) => setTimeout(resolve, PACE));
  }
}

export interface Asked<T> {
  /** The last whole answer; it stays while a new question is under way. */
  readonly answer: T | null;
  readonly progress: Progress | null;
  readonly problem: Problem | null;
}

/** A question that takes long can be let go, and taken up again. */
export interface LongAsked<T> extends Asked<T> {
  readonly stopped: boolean;
  readonly stop: () => void;
  readonly goOn: () => void;
}

/** The answer to a question, kept as long as the question stays the same. Without a question nothing is asked. */
export function useAnswer<T extends Answered>(path: string | null, body?: unknown): LongAsked<T> {
  const [asked, setAsked] = useState<Asked<T>>({ answer: null, progress: null, problem: null });
  const question = path === null ? null : `${path} ${JSON.stringify(body)}`;
  const [left, setLeft] = useState<string | null>(null);
  const stopped = question !== null && left === question;
  useEffect(() => {
    if (path === null || stopped) return;
    let wanted = true;
    // An answer that is there already stays until it is clear that the next one takes longer.
    setAsked((before) => ({ answer: before.answer, progress: before.answer ? null : { done: 0, ahead: 0 }, problem: null }));
    ask<T>(body === undefined ? "GET" : "POST", path, body, () => wanted, (part) =>
      setAsked(part.progress ? { answer: null, progress: part.progress, problem: null } : { answer: part, progress: null, problem: null }),
    ).catch((problem: Problem) => wanted && setAsked({ answer: null, progress: null, problem }));
    return () => {
      wanted = false;
    };
  }, [question, stopped]);
  const stop = (): void => {
    setLeft(question);
    const underway = asked.progress?.question;
    // Should that not arrive, the service forgets a question that nobody repeats.
    if (underway) call("DELETE", `/api/lab/questions/${underway}`).catch(() => undefined);
  };
  return { ...asked, stopped, stop, goOn: () => setLeft(null) };
}

/** The analysis of what is chosen, anew with every keystroke. While the base game is solved, its last figures are left out. */
export function useAnalysis(data: Data | null, meter: string, players: number): Asked<Analysis> {
  const [asked, setAsked] = useState<Asked<Analysis>>({ answer: null, progress: null, problem: null });
  const latest = useRef(0);
  const question = data && JSON.stringify([data, meter, players]);
  useEffect(() => {
    if (!data) return;
    const turn = ++latest.current;
    const wanted = (): boolean => latest.current === turn;
    const body = { submission: data, players, ...(meter ? { meter } : {}) };
    const timer = setTimeout(() => {
      ask<Analysis>("POST", "/api/lab/analysis", body, wanted, (part) =>
        setAsked({ answer: part, progress: part.progress, problem: null }),
      ).catch((problem: Problem) => wanted() && setAsked((before) => ({ ...before, progress: null, problem })));
    }, TYPING);
    return () => {
      clearTimeout(timer);
      latest.current += 1;
    };
  }, [question]);
  return asked;
}
