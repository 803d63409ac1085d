import { many, t } from "../language/language";
import type { Progress } from "../server/files";

interface Stoppable {
  readonly progress: Progress | null;
  readonly stopped: boolean;
  readonly stop: () => void;
  readonly goOn: () => void;
}

/** Long work, which can be cancelled. */
export function LongWork({ what, asked }: { what: string; asked: Stoppable }) {
  if (asked.stopped) {
    return (
      <div class="panel lab-long">
        <p role="status">{t("Cancelled: {what}.", { what: what.charAt(0).toLowerCase() + what.slice(1) })}</p>
        <button type="button" class="quiet" onClick={asked.goOn}>
          {t("Compute it after all")}
        </button>
      </div>
    );
  }
  return (
    <div class="panel lab-long">
      <Working what={what} progress={asked.progress ?? { done: 0, ahead: 0 }} />
      <button type="button" class="quiet" onClick={asked.stop}>
        {t("Cancel")}
      </button>
    </div>
  );
}

/** The progress of work that takes a while. */
export function Working({ what, progress }: { what: string; progress: Progress }) {
  const part = Math.round(progress.done * 100);
  return (
    <div class="lab-working" role="status">
      <span>{progress.ahead > 0 ? many(progress.ahead, "{what}… {count} before it", "{what}… {count} before it", { what }) : `${what}…${part > 0 ? ` ${part} %` : ""}`}</span>
      <progress aria-label={what} value={part > 0 ? part : undefined} max={100} />
    </div>
  );
}
