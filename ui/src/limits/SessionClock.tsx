import { useEffect, useState } from "preact/hooks";
import { useSheet } from "../parts/useSheet";
import { OwnLimits } from "./Limits";
import { LIMITS } from "./words";

const BEGAN = "session-began";

/** When play in this window started; it keeps counting across tables. */
function began(): number {
  const kept = Number(sessionStorage.getItem(BEGAN));
  if (kept) return kept;
  const now = Date.now();
  sessionStorage.setItem(BEGAN, String(now));
  return now;
}

/** How long the player has been playing; a press opens the player's limits. */
export function SessionClock() {
  const { dialog, open, show, closed } = useSheet();
  const [since] = useState(began);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(0, Math.floor((now - since) / 60_000));
  const time = LIMITS.session(minutes);
  return (
    <>
      <button type="button" class="quiet session-clock" aria-label={`${LIMITS.clock(minutes)}: ${LIMITS.left(time)}`} title={LIMITS.sessionNow(time)} onClick={show}>
        {LIMITS.clock(minutes)}
      </button>
      <dialog ref={dialog} class="sheet" aria-label={LIMITS.title()} onClose={closed}>
        <header>
          <h2>{LIMITS.title()}</h2>
          <form method="dialog">
            <button class="quiet">{LIMITS.close()}</button>
          </form>
        </header>
        <p>{LIMITS.sessionNow(LIMITS.session(minutes))}</p>
        {open && <OwnLimits />}
      </dialog>
    </>
  );
}
