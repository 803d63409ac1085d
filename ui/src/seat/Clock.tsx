import { useEffect, useState } from "preact/hooks";
import { capital } from "../words/words";
import { serverNow } from "../server/api";
import type { TableRules, View } from "../server/types";

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
      {what} in <strong>{inWords(left)}</strong>
    </p>
  );
}

/** "4 min 20 s", or "20 s". */
const inWords = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`);

function atZero(view: View, rules: TableRules, myTurn: boolean): string {
  if (view.phase === "betting") return "Bets close";
  if (view.round?.turn == null) return "";
  const passive = rules.decision.stages.find((each) => each.stage === view.round?.stage)?.passive ?? "fold";
  return myTurn ? `You ${passive}` : `Seat ${view.round.turn}: ${capital(passive)}`;
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
