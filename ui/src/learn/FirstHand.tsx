import "./FirstHand.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { ClauseLink } from "../parts/ClauseNote";
import { Key, useKeys } from "../parts/Key";
import { ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { adviceOn } from "../seat/useCoach";
import type { Advice } from "../seat/advice";
import { go } from "../router";
import type { TableRules, View } from "../server/types";
import { ownBoxes } from "../words/rounds";
import { saidAt, STEPS, stepOf, type Step } from "./first-hand";
import { lesson } from "./lessons";
import { GUIDE } from "./words";
import { decisionsIn } from "../seat/decisions";

const known = (rulebook: string): string => `first-hand-${rulebook}`;

interface Props {
  view: View;
  rules: TableRules;
  /** From the address: null without a lesson, empty for one about to start, else the number of its round. */
  asked: string | null;
}

/** Beside the felt: a guided first hand, or the offer of one to somebody who has not played this game here. */
export function FirstHand({ view, rules, asked }: Props) {
  const seated = view.you?.seat != null && view.kind === "practice";
  if (!seated) return null;
  if (asked !== null) return <Guided key={asked} view={view} rules={rules} asked={asked} />;
  const fresh = view.rounds === 0 && !ownBoxes(view.round).length && localStorage.getItem(known(view.rulebook)) === null;
  return fresh ? <Offer view={view} /> : null;
}

const address = (table: string, number: string | null): string => `/tables/${table}${number === null ? "" : `?lesson=${number}`}`;

function Offer({ view }: { view: View }) {
  const [declined, decline] = useState(false);
  if (declined || !view.you?.own) return null;
  return (
    <aside class="first-hand first-hand-offer" aria-label={GUIDE.title}>
      <p>{GUIDE.offer(view.game)}</p>
      <div class="button-row">
        <button type="button" class="quiet" data-lesson="begin" onClick={() => go(address(view.table, ""))}>
          {GUIDE.show}
        </button>
        <button
          type="button"
          class="quiet"
          data-lesson="decline"
          onClick={() => {
            localStorage.setItem(known(view.rulebook), "yes");
            decline(true);
          }}
        >
          {GUIDE.decline}
        </button>
      </div>
    </aside>
  );
}

function Guided({ view, rules, asked }: Props & { asked: string }) {
  const [number, setNumber] = useState(Number(asked));
  const [read, setRead] = useState<readonly Step[]>([]);
  const { problem, attempt } = useAttempt();
  const rounds = useRef(view.rounds);
  rounds.current = view.rounds;
  const laying = useRef(false);
  // A player who deals before the cards are chosen plays that round first, and the lesson starts after it.
  const lay = async (): Promise<void> => {
    if (laying.current) return;
    laying.current = true;
    const before = rounds.current;
    const laid = await attempt(async () => {
      await lesson("first-hand", { table: view.table });
      const next = rounds.current + 1;
      localStorage.setItem(known(view.rulebook), "yes");
      history.replaceState(null, "", `?lesson=${next}`);
      setNumber(next);
    });
    laying.current = false;
    if (!laid && rounds.current !== before) await lay();
  };
  useEffect(() => void (number || lay()), [view.rounds]);
  const step = number ? stepOf(view, number, read) : null;
  const advice = useAdvice(view.table, step === "decision" && decisionsIn(view).length ? `${view.round?.stage}` : "");
  const toRead = step === "cards" || (step === "dealer" && view.last_round?.number === number);
  const next = (): void => void (step && setRead([...read, step]));
  useKeys({ l: toRead ? next : undefined });
  const leave = (): void => go(address(view.table, null));
  const playsFirst = problem?.code === "round_in_progress";
  if (number && step === null) return null;
  return (
    <section class="first-hand" aria-label={GUIDE.title} data-step={step ?? "laying"}>
      <header>
        <h2>{step ? GUIDE.titles(step) : GUIDE.title}</h2>
        {step && <span class="hint">{GUIDE.step(STEPS.indexOf(step) + 1, STEPS.length)}</span>}
        {toRead && (
          <button type="button" class="quiet" data-lesson="next" aria-keyshortcuts="l" onClick={next}>
            {GUIDE.next} <Key name="l" />
          </button>
        )}
        {step === "paid" && (
          <button type="button" class="quiet" data-lesson="done" onClick={leave}>
            {GUIDE.done}
          </button>
        )}
        {step !== "paid" && (
          <button type="button" class="quiet" data-lesson="end" aria-label={GUIDE.leave} onClick={leave}>
            ×
          </button>
        )}
      </header>
      {!playsFirst && <ProblemNotice problem={problem} />}
      <div role="status" class="first-hand-said">
        {!step && (!problem || playsFirst) && <p>{playsFirst ? GUIDE.after : GUIDE.laying}</p>}
        {step &&
          saidAt(step, view, rules, number, advice).map(({ text, clause }) => (
            <p key={text}>
              {text} {clause && <ClauseLink clause={clause} />}
            </p>
          ))}
        {step === "bet" && <p class="first-hand-chosen">{GUIDE.chosen}</p>}
      </div>
    </section>
  );
}

/** The values of the named decision; null while there is none. */
function useAdvice(table: string, decision: string): Advice | null {
  const [found, setFound] = useState<{ decision: string; advice: Advice } | null>(null);
  useEffect(() => {
    let wanted = decision !== "";
    if (wanted) adviceOn(table).then((advice) => wanted && setFound({ decision, advice }), () => undefined);
    return () => {
      wanted = false;
    };
  }, [table, decision]);
  return found?.decision === decision ? found.advice : null;
}
