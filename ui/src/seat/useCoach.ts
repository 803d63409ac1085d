import { useEffect, useRef, useState } from "preact/hooks";
import { best, NO_TALLY, optionOf, readAdvice, slip, tallied, valueOf, type Advice, type Chances, type Tally } from "./advice";
import { lesson } from "../learn/lessons";
import { get, type Problem } from "../server/api";

/** The coach of a practice table: exact values for the current decision, and what past choices have cost. */

export interface Coach {
  readonly advice: Advice | null;
  /** Why the service could not compute the values; null if it could. */
  readonly missing: Problem | null;
  readonly tally: Tally;
  /** The last decision and the best one, as the service names them; null before the first. */
  readonly last: Judged | null;
  /** The mistake that cost most among the decisions of the last hand; null if all were right. */
  readonly slip: Judged | null;
  /** Counts a decision once the service has accepted it; one that was never delivered costs nothing. */
  readonly judge: (action: string, amount: string, taken: Promise<boolean>) => void;
  readonly startOver: () => void;
}

export interface Judged {
  /** The number of the round. */
  readonly round: number;
  readonly chosen: string;
  readonly best: string;
  /** In millionths of a dollar. */
  readonly cost: number;
  /** The base wager at that time. */
  readonly base: number;
  readonly chances: Chances | null;
}

export interface Question {
  /** Identifies the decision, so that each is asked about once. */
  readonly decision: string;
  /** Identifies the hand, which may have several decisions. */
  readonly hand: string;
  readonly round: number;
  /** The base wager. */
  readonly base: number;
}

/** A hand may have several decisions: the mistake among them that cost most is the one to learn from. */
export function costliest(before: Judged | null, judged: Judged): Judged | null {
  const worst = before?.round === judged.round ? before : null;
  return isSlip(judged) && judged.cost > (worst?.cost ?? 0) ? judged : worst;
}

/** A millionth of a dollar may be due to rounding. */
export const isSlip = ({ cost }: Judged): boolean => cost >= 1;

const KEPT = "coach";

function keptTally(): Tally {
  try {
    return { ...NO_TALLY, ...(JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as Partial<Tally>) };
  } catch {
    return NO_TALLY;
  }
}

const AGAIN_AFTER = 600;

/** The first values on a new machine take a while; the service then answers that it is computing, and is asked again. */
export async function adviceOn(table: string): Promise<Advice> {
  for (;;) {
    const answer = await get<{ computing: boolean }>(`/api/tables/${encodeURIComponent(table)}/advice`);
    if (!answer.computing) return readAdvice(answer);
    await new Promise((later) => setTimeout(later, AGAIN_AFTER));
  }
}

export function useCoach(table: string, question: Question | null): Coach {
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [missing, setMissing] = useState<Problem | null>(null);
  const [tally, setTally] = useState(keptTally);
  const [last, setLast] = useState<Judged | null>(null);
  const [worst, setWorst] = useState<Judged | null>(null);
  // A decision may be taken before its values arrive; it is counted when they do.
  const asked = useRef<Promise<Advice | null>>(Promise.resolve(null));
  useEffect(() => {
    setAdvice(null);
    setMissing(null);
    if (!question) return;
    let wanted = true;
    asked.current = adviceOn(table).then(
      (read) => {
        if (wanted) setAdvice(read);
        return read;
      },
      (error: Problem) => {
        if (wanted) setMissing(error);
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
    last,
    slip: worst,
    judge: (action, amount, taken) => {
      if (!question) return;
      const { base, hand, round } = question;
      void Promise.all([asked.current, taken]).then(([values, accepted]) => {
        if (!values || !accepted) return;
        const cost = slip(values, valueOf(values, action, amount, base)) * base;
        const chosen = optionOf(values, action, amount, base) ?? action;
        const judged = { round, chosen, best: best(values)?.action ?? chosen, cost, base, chances: values.chances ?? null };
        setLast(judged);
        setWorst((now) => costliest(now, judged));
        // A slip comes back in the drill. If this request is lost, it does not; the game goes on either way.
        if (isSlip(judged)) lesson("decisions", { table, cards: values.cards, board: values.board, action: chosen }).catch(() => undefined);
        setTally((now) => keep(tallied(now, `${table}:${hand}`, cost)));
      });
    },
    startOver: () => {
      setLast(null);
      setWorst(null);
      setTally(keep(NO_TALLY));
    },
  };
}
