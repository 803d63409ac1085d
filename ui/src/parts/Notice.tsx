import type { ComponentChildren } from "preact";
import type { Problem } from "../server/api";
import { explained } from "../words/refusals";
import { ClauseNote } from "./ClauseNote";
import { useShown } from "./shown";
import { T } from "../language/T";

/** What went wrong, why, and what to do about it. It never discards anything that was typed or any chips set down. */

export function ProblemNotice({ problem, onClose }: { problem: Problem | null; onClose?: () => void }) {
  const shown = useShown();
  if (!problem) return null;
  const { what, next } = explained(problem, shown);
  return (
    <div class="notice notice-problem" role="alert" data-code={problem.code}>
      <div>
        <strong>{what}</strong>
        {next && <p>{next}</p>}
        {problem.clause && <ClauseNote clause={problem.clause} />}
      </div>
      {onClose && <CloseMessage onClose={onClose} />}
    </div>
  );
}

export function CloseMessage({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" class="quiet" onClick={onClose}>
      <T text="Close<hidden> this message</hidden>" parts={{ hidden: (inside) => <span class="sr-only">{inside}</span> }} />
    </button>
  );
}

export function Notice({ children, kind = "info" }: { children: ComponentChildren; kind?: "info" | "warn" }) {
  return (
    <div class={`notice notice-${kind}`} role="status">
      {children}
    </div>
  );
}
