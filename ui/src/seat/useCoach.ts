import { useEffect, useRef, useState } from "preact/hooks";
import { NO_TALLY, readAdvice, slip, tallied, valueOf, type Advice, type Tally } from "./advice";
import { get } from "../server/api";

/** The coach of a practice table: exact values for the decision at hand, and what one's choices have cost so far. */

export interface Coach {
  readonly advice: Advice | null;
  /** The service could not work it out; it says why. */
  readonly missing: string;
  readonly tally: Tally;
  /** What the last decision cost, in millionths of a dollar; null before the first. */
  readonly lastCost: number | null;
  /** Judges a decision once the service has taken it: what was never delivered costs nothing. */
  readonly judge: (action: string, amount: string, taken: Promise<boolean>) => void;
  readonly startOver: () => void;
}

export interface Question {
  /** Names the decision, so that each is asked about once. */
  readonly decision: string;
  /** Names the hand: one hand may be decided in several streets. */
  readonly hand: string;
  /** The base wager. */
  readonly base: number;
}

const KEPT = "coach";

function keptTally(): Tally {
  try {
    return { ...NO_TALLY, ...(JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as Partial<Tally>) };
  } catch {
    return NO_TALLY;
  }
}

const AGAIN_AFTER = 600;

/** A service that is new on its machine needs its time for the first values, and says so: then one asks again. */
async function adviceOn(table: string): Promise<Advice> {
  for (;;) {
    const answer = await get<{ computing: boolean }>(`/api/tables/${encodeURIComponent(table)}/advice`);
    if (!answer.computing) return readAdvice(answer);
    await new Promise((later) => setTimeout(later, AGAIN_AFTER));
  }
}

export function useCoach(table: string, question: Question | null): Coach {
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [missing, setMissing] = useState("");
  const [tally, setTally] = useState(keptTally);
  const [lastCost, setLastCost] = useState<number | null>(null);
  // A decision may be taken before its values are there; it is judged when they come.
  const asked = useRef<Promise<Advice | null>>(Promise.resolve(null));
  useEffect(() => {
    setAdvice(null);
    setMissing("");
    if (!question) return;
    let wanted = true;
    asked.current = adviceOn(table).then(
      (read) => {
        if (wanted) setAdvice(read);
        return read;
      },
      (error: Error) => {
        if (wanted) setMissing(error.message);
        return null;
      },
    );
    return () => {
      wanted = false;
    };
  }, [table, question?.decision]);
  const keep = (next: Tally): Tally => {
    sessionStorage.setItem(KEPT, JSON.stringify(next));
    return next;
  };
  return {
    advice,
    missing,
    tally,
    lastCost,
    judge: (action, amount, taken) => {
      if (!question) return;
      const { base, hand } = question;
      void Promise.all([asked.current, taken]).then(([values, accepted]) => {
        if (!values || !accepted) return;
        const cost = slip(values, valueOf(values, action, amount, base)) * base;
        setLastCost(cost);
        setTally((now) => keep(tallied(now, `${table}:${hand}`, cost)));
      });
    },
    startOver: () => {
      setLastCost(null);
      setTally(keep(NO_TALLY));
    },
  };
}
