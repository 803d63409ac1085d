import type { Progress } from "../../model/lab";

/** Something that takes a while: how far it is. */
export function Working({ what, progress }: { what: string; progress: Progress }) {
  const part = Math.round(progress.done * 100);
  return (
    <div class="lab-working" role="status">
      <span>
        {what}…{progress.ahead > 0 ? ` ${progress.ahead} before it` : part > 0 ? ` ${part} %` : ""}
      </span>
      <progress aria-label={what} value={part > 0 ? part : undefined} max={100} />
    </div>
  );
}
