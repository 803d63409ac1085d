import type { ComponentChildren } from "preact";
import type { Problem } from "../server/api";
import { capital } from "../model/words";
import { ClauseNote } from "./ClauseNote";

/** What went wrong, why, and what to do about it. It never takes anything away that was typed or set down. */

const ADVICE: Record<string, string> = {
  offline: "Check that the service is running. Your chips are as you left them.",
  stale_version: "The table moved on while you were thinking. Look again and repeat what you want.",
  not_signed_in: "Sign in again; what you set down stays here.",
  seat_taken: "Choose another seat, or open a practice table of your own in the lobby.",
  not_enough_chips: "Buy more chips, or make the wager smaller.",
  not_enough_money: "Your purse does not cover that. The cage can add to it.",
  no_more_bets: "Betting has closed for this round. Your chips wait for the next one.",
  too_much: "Wait a moment and try again.",
  no_such_table: "The table may have been closed. The lobby shows those that are open.",
  own_act: "A second person has to do this.",
};

export function ProblemNotice({ problem, onClose }: { problem: Problem | null; onClose: () => void }) {
  if (!problem) return null;
  return (
    <div class="notice notice-problem" role="alert">
      <div>
        <strong>{capital(problem.message)}</strong>
        {ADVICE[problem.code] && <p>{ADVICE[problem.code]}</p>}
        {problem.clause && <ClauseNote clause={problem.clause} />}
      </div>
      <button type="button" class="quiet" onClick={onClose} aria-label="Dismiss">
        Close
      </button>
    </div>
  );
}

export function Notice({ children, kind = "info" }: { children: ComponentChildren; kind?: "info" | "warn" }) {
  return (
    <div class={`notice notice-${kind}`} role="status">
      {children}
    </div>
  );
}
