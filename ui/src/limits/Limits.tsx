import "./Limits.css";
import { useState } from "preact/hooks";
import { T } from "../language/T";
import { ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { usePolled } from "../parts/usePolled";
import { call, post, session } from "../server/api";
import { priceOf, parseDollars, price } from "../words/money";
import { dateAndTime } from "../words/times";
import { LIMITS, NAMES, type What } from "./words";

interface Limit {
  what: What;
  amount: string | null;
  used: string;
  next: string | null;
  next_from: number | null;
}

interface Own {
  limits: Limit[];
  break_until: number | null;
}

/** A comma stands before three digits: "12,50" is no amount here, and must not become $1,250. */
const DOLLARS = String.raw`\s*\$?(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?\s*`;
const SHAPES: Record<What, string> = { loss: DOLLARS, deposit: DOLLARS, minutes: String.raw`\s*\d{1,4}\s*` };

const HOURS = [1, 24, 7 * 24, 30 * 24];

/** The limits that a player has set for live tables, and a break. */
export function OwnLimits() {
  const { data, again } = usePolled<Own>(session.value && !session.value.guest ? "/api/limits" : null, 20_000);
  const { problem, clear, attempt } = useAttempt();
  const act = (work: () => Promise<unknown>): void => void attempt(work).then(again);
  if (!session.value || session.value.guest) return <p>{LIMITS.guests()}</p>;
  return (
    <div class="own-limits">
      <p class="hint">{LIMITS.lead()}</p>
      <ProblemNotice problem={problem} onClose={clear} />
      {data?.break_until != null && <p role="status">{LIMITS.onBreak(dateAndTime(data.break_until))}</p>}
      {data?.limits.map((limit) => (
        <OneLimit key={limit.what} limit={limit} onSet={(amount) => act(() => call("PUT", `/api/limits/${limit.what}`, { amount }))} />
      ))}
      <h3>{LIMITS.break()}</h3>
      <p class="hint">{LIMITS.breakLead()}</p>
      <Break onBegin={(hours) => act(() => post("/api/limits/break", { hours }))} />
    </div>
  );
}

/** A break cannot be shortened, so confirmation is required. */
function Break({ onBegin }: { onBegin: (hours: number) => void }) {
  const [chosen, choose] = useState<number | null>(null);
  const begin = (hours: number): void => {
    choose(null);
    onBegin(hours);
  };
  return (
    <>
      <div class="button-row">
        {HOURS.map((hours) => (
          <button key={hours} type="button" class="quiet" data-break={hours} aria-pressed={hours === chosen} onClick={() => choose(hours)}>
            {LIMITS.hours(hours)}
          </button>
        ))}
      </div>
      {chosen !== null && (
        <div class="notice notice-warn" role="alertdialog" aria-label={LIMITS.break()}>
          <p>{LIMITS.breakSure(LIMITS.hours(chosen))}</p>
          <div class="button-row">
            <button type="button" class="action" data-break="begin" onClick={() => begin(chosen)}>
              {LIMITS.breakBegin()}
            </button>
            <button type="button" class="quiet" onClick={() => choose(null)}>
              {LIMITS.breakNot()}
            </button>
          </div>
        </div>
      )}
    </>
  );
}

const shown = (what: What, amount: string | null): string => (amount === null ? LIMITS.none() : what === "minutes" ? LIMITS.session(Number(amount)) : priceOf(amount));

function OneLimit({ limit, onSet }: { limit: Limit; onSet: (amount: string | null) => void }) {
  const [typed, setTyped] = useState("");
  const { what, amount, used, next, next_from: from } = limit;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!typed.trim()) return;
    onSet(typed.trim().replace(/^\$/, "").replaceAll(",", ""));
    setTyped("");
  };
  const spent = what === "minutes" ? used : price(Math.max(0, parseDollars(used)));
  return (
    <form class="own-limit" data-limit={what} onSubmit={submit}>
      <label class="field">
        {NAMES[what]()}
        <input inputMode={what === "minutes" ? "numeric" : "decimal"} autocomplete="off" pattern={SHAPES[what]} title={LIMITS.shape(what)} placeholder={shown(what, amount)} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button type="submit" class="action">
        {LIMITS.set()}
        <span class="sr-only"> {NAMES[what]()}</span>
      </button>
      {amount !== null && (
        <button type="button" class="quiet" onClick={() => onSet(null)}>
          {LIMITS.remove()}
          <span class="sr-only"> {NAMES[what]()}</span>
        </button>
      )}
      <p class="hint">
        <T
          text={from === null ? "<strong>{limit}</strong>, {used}" : "<strong>{limit}</strong>, {used}; {next}"}
          parts={{
            strong: (inside) => <strong>{inside}</strong>,
            limit: shown(what, amount),
            used: LIMITS.used[what](spent),
            next: from !== null && LIMITS.next(shown(what, next), dateAndTime(from)),
          }}
        />
      </p>
    </form>
  );
}
