import { useEffect, useRef, useState } from "preact/hooks";
import { call, Problem } from "../server/api";
import type { Analysis } from "./lab";
import type { Progress } from "../server/files";
import type { Data } from "../submission/submission";

/** Questions to the lab. A long one is asked again until its answer is ready, unless it is no longer needed. */

const PACE = 600;
const TYPING = 80;
const BUSY = 429;

interface Answered {
  progress: Progress | null;
}

/** Asks until the answer is complete. `onPart` gets every partial answer; it stops when `wanted` returns false. */
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
  /** The last complete answer; it stays while the next one is computed. */
  readonly answer: T | null;
  readonly progress: Progress | null;
  readonly problem: Problem | null;
}

/** A long question can be cancelled and resumed. */
export interface LongAsked<T> extends Asked<T> {
  readonly stopped: boolean;
  readonly stop: () => void;
  readonly goOn: () => void;
}

/** The answer to a question, kept while the question stays the same. A null path asks nothing. */
export function useAnswer<T extends Answered>(path: string | null, body?: unknown): LongAsked<T> {
  const [asked, setAsked] = useState<Asked<T>>({ answer: null, progress: null, problem: null });
  const question = path === null ? null : `${path} ${JSON.stringify(body)}`;
  const [left, setLeft] = useState<string | null>(null);
  const stopped = question !== null && left === question;
  useEffect(() => {
    if (path === null || stopped) return;
    let wanted = true;
    // The last answer stays until it is clear that the next one takes longer.
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
    // If this request is lost, the service drops a question that is not repeated.
    if (underway) call("DELETE", `/api/lab/questions/${underway}`).catch(() => undefined);
  };
  return { ...asked, stopped, stop, goOn: () => setLeft(null) };
}

/** The analysis of the choices, computed again after every keystroke. While the base game is being solved, it has no figures. */
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
