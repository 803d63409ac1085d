import { useEffect, useState } from "preact/hooks";
import { actName } from "../words/actions";
import { serverNow } from "../server/api";
import type { TableRules, View } from "../server/types";
import { mark, t } from "../language/language";
import { T } from "../language/T";

const SHOWN_BELOW = 60;
const SHORT = 10;

/** The time left, and what the table does when it is up. */
export function Clock({ view, rules, myTurn }: { view: View; rules: TableRules; myTurn: boolean }) {
  const left = useSecondsLeft(view.deadline);
  if (left === null || (myTurn && left > SHOWN_BELOW)) return null;
  const what = atZero(view, rules, myTurn);
  if (!what) return null;
  return (
    <p class={`clock ${left <= SHORT && (myTurn || view.phase === "betting") ? "clock-short" : ""}`} role="timer">
      <T text={what.text} parts={{ ...what.facts, time: <strong>{inWords(left)}</strong> }} />
    </p>
  );
}

/** "4 min 20 s", or "20 s". */
const inWords = (seconds: number): string =>
  seconds < 60 ? t("{seconds} s", { seconds }) : t("{minutes} min {seconds} s", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });

const YOU: Record<string, string> = { fold: mark("You fold in {time}"), check: mark("You check in {time}") };

/** A text with {time} in it; null if nothing happens. */
function atZero(view: View, rules: TableRules, myTurn: boolean): { text: string; facts: Record<string, string> } | null {
  if (view.phase === "betting") return { text: mark("Bets close in {time}"), facts: {} };
  if (view.round?.turn == null) return null;
  const passive = rules.decision.stages.find((each) => each.stage === view.round?.stage)?.passive ?? "fold";
  if (myTurn) return { text: YOU[passive] ?? mark("You {act} in {time}"), facts: { act: passive } };
  return { text: mark("Seat {seat}: {act} in {time}"), facts: { seat: String(view.round.turn), act: actName(null, passive) } };
}

/** Runs only while there is a deadline. */
function useSecondsLeft(deadline: number | null): number | null {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (deadline === null) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 500);
    return () => clearInterval(timer);
  }, [deadline]);
  return deadline === null ? null : Math.max(0, Math.ceil((deadline - now) / 1000));
}
