import { useState } from "preact/hooks";
import { useShownOf } from "../parts/shown";
import { usePolled } from "../parts/usePolled";
import { ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { call, newCommandId, post, session } from "../server/api";
import { meterPrice } from "../words/money";
import { dateAndTime } from "../words/times";
import { lineName, tableName } from "../words/words";
import type { FloorTable } from "./floor";
import type { Shown } from "../server/types";
import { many, t } from "../language/language";
import { T } from "../language/T";

interface Meter {
  meter: string;
  name: string;
  main: string;
  secondary: string;
  tables: string[];
  hits: { at: number; table: string; round: number; line: string; paid: string; from_meter: boolean }[];
}

interface Correction {
  correction: string;
  by: string;
  main: string;
  secondary: string;
  reason: string;
  seconded_by: string;
  approvals: number;
}

/** Progressive meters, the tables linked to them, their last hits, and corrections that need two persons. */
export function Meters({ tables }: { tables: readonly FloorTable[] }) {
  const { data, again } = usePolled<Meter[]>("/api/meters", 3000);
  const names = new Map(tables.map((table) => [table.table, tableName(table.name)]));
  const shownOf = useShownOf();
  const shownAt = (meter: Meter): Shown | null => shownOf(tables.find((table) => meter.tables.includes(table.table))?.rulebook ?? "");
  return (
    <section aria-labelledby="meters">
      <h2 id="meters">{t("Meters")}</h2>
      <div class="meter-grid">
        {data
          ?.filter((meter) => meter.tables.some((table) => names.has(table)))
          .map((meter) => (
            <MeterCard key={meter.meter} meter={meter} names={names} shown={shownAt(meter)} onChanged={again} />
          ))}
      </div>
    </section>
  );
}

interface CardProps {
  meter: Meter;
  names: ReadonlyMap<string, string>;
  shown: Shown | null;
  onChanged: () => void;
}

function MeterCard({ meter, names, shown, onChanged }: CardProps) {
  const path = `/api/meters/${meter.meter}/corrections`;
  const { data, again } = usePolled<Correction[]>(path, 5000);
  const { problem, clear, attempt } = useAttempt();
  const jobs = session.value?.jobs ?? [];
  const approves = jobs.includes("pit_manager") || jobs.includes("floorperson");
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    const done = await attempt(work);
    again();
    onChanged();
    return done;
  };
  const linked = meter.tables.map((table) => names.get(table) ?? table);
  const hit = meter.hits[0];
  return (
    <article class="panel meter-card" aria-labelledby={`meter-${meter.meter}`} data-meter={meter.meter}>
      <h3 id={`meter-${meter.meter}`} class="meter-amount">
        {meterPrice(meter.main)}
      </h3>
      <p>
        {linked.length > 1 && <span class="tag">{many(linked.length, "{count} table linked", "{count} tables linked")}</span>} {linked.join(", ")}
      </p>
      {Number(meter.secondary) > 0 && <p class="hint">{t("Secondary meter {amount}", { amount: meterPrice(meter.secondary) })}</p>}
      <p class="hint">
        {hit ? lastWon(shown, hit) : t("Not won yet")}
      </p>
      <ProblemNotice problem={problem} onClose={clear} />
      {data?.map((each) => (
        <div key={each.correction} class="correction" data-correction={each.correction}>
          <p>
            <T
              text={
                each.secondary === meter.secondary
                  ? "<strong>{name}</strong> proposes <strong>{amount}</strong>: {reason}"
                  : "<strong>{name}</strong> proposes <strong>{amount}</strong>, secondary meter {secondary}: {reason}"
              }
              parts={{
                strong: (inside) => <strong>{inside}</strong>,
                name: each.by,
                amount: meterPrice(each.main),
                secondary: meterPrice(each.secondary),
                reason: each.reason,
              }}
            />
            {each.approvals > 1 && <span class="hint"> {t("Two other persons must approve this: it changes the meter by more than the house's bound.")}</span>}
            {each.seconded_by && <span class="hint"> {t("Approved by {name}; one more person must approve it.", { name: each.seconded_by })}</span>}
          </p>
          {approves && (
            <div class="tray-form">
              <button
                type="button"
                class="action action-primary"
                onClick={() => void act(() => post(`${path}/${each.correction}/approval`, { command_id: newCommandId() }))}
              >
                {t("Approve")}
              </button>
              <button type="button" class="action" onClick={() => void act(() => call("DELETE", `${path}/${each.correction}`))}>
                {t("Decline")}
              </button>
            </div>
          )}
        </div>
      ))}
      {jobs.includes("pit_manager") && (
        <Propose
          meter={meter}
          onPropose={(main, reason) => act(() => post(path, { command_id: newCommandId(), main, reason }))}
        />
      )}
    </article>
  );
}

function lastWon(shown: Shown | null, hit: Meter["hits"][number]): string {
  const facts = { line: lineName(shown, hit.line), amount: meterPrice(hit.paid), time: dateAndTime(hit.at) };
  return hit.from_meter ? t("Last won: {line}, {amount} from the meter, {time}", facts) : t("Last won: {line}, {amount}, {time}", facts);
}

function Propose({ meter, onPropose }: { meter: Meter; onPropose: (main: string, reason: string) => Promise<boolean> }) {
  const [main, setMain] = useState("");
  const [reason, setReason] = useState("");
  return (
    <details>
      <summary>{t("Propose a correction")}</summary>
      <form
        class="sign-in-form"
        onSubmit={(event) => {
          event.preventDefault();
          void onPropose(main, reason).then((done) => {
            if (!done) return;
            setMain("");
            setReason("");
          });
        }}
      >
        <label>
          {t("The meter should show")}
          <input
            inputMode="decimal"
            required
            placeholder={meter.main}
            value={main}
            onInput={(event) => setMain(event.currentTarget.value)}
          />
        </label>
        <label>
          {t("Reason")}
          <input required minLength={3} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
        <button type="submit" class="action">
          {t("Propose")}
        </button>
      </form>
    </details>
  );
}
