import { useState } from "preact/hooks";
import { usePolled } from "../../parts/usePolled";
import { ProblemNotice } from "../../parts/Notice";
import { call, newCommandId, post, Problem, session } from "../../server/api";
import { meterPrice } from "../../model/money";
import { capital, plain } from "../../model/words";

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
}

/** Progressive meters, the tables linked to them, their last hits, and corrections that need two persons. */
export function Meters() {
  const { data, again } = usePolled<Meter[]>("/api/meters", 3000);
  return (
    <section aria-labelledby="meters">
      <h2 id="meters">Meters</h2>
      <div class="floor-tables">
        {data?.map((meter) => (
          <MeterCard key={meter.meter} meter={meter} onChanged={again} />
        ))}
      </div>
    </section>
  );
}

function MeterCard({ meter, onChanged }: { meter: Meter; onChanged: () => void }) {
  const path = `/api/meters/${meter.meter}/corrections`;
  const { data, again } = usePolled<Correction[]>(path, 5000);
  const [problem, setProblem] = useState<Problem | null>(null);
  const pit = session.value?.jobs.includes("pit_manager");
  const act = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      setProblem(null);
      return true;
    } catch (error) {
      setProblem(error as Problem);
      return false;
    } finally {
      again();
      onChanged();
    }
  };
  return (
    <article class="panel meter-card" aria-labelledby={`meter-${meter.meter}`} data-meter={meter.meter}>
      <div class="panel-head">
        <h3 id={`meter-${meter.meter}`}>{meter.name}</h3>
        <strong class="gold">{meterPrice(meter.main)}</strong>
      </div>
      <p class="hint">
        {meter.tables.length > 1 ? `Linked: ${meter.tables.join(", ")}` : `Table ${meter.tables[0] ?? "none"}`}
        {Number(meter.secondary) > 0 && `; secondary ${meterPrice(meter.secondary)}`}
      </p>
      {meter.hits.length > 0 && (
        <ul class="hits">
          {meter.hits.slice(0, 5).map((hit) => (
            <li key={`${hit.table}-${hit.round}-${hit.line}`}>
              {new Date(hit.at).toLocaleString()}: {capital(plain(hit.line))}, {meterPrice(hit.paid)}
              {hit.from_meter ? " from the meter" : ""}
            </li>
          ))}
        </ul>
      )}
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      {data?.map((each) => (
        <div key={each.correction} class="correction">
          <p>
            {each.by} proposes {meterPrice(each.main)}: {each.reason}
          </p>
          <button
            type="button"
            class="action"
            onClick={() => void act(post(`${path}/${each.correction}/approval`, { command_id: newCommandId() }))}
          >
            Approve
          </button>
          <button type="button" class="quiet" onClick={() => void act(call("DELETE", `${path}/${each.correction}`))}>
            Decline
          </button>
        </div>
      ))}
      {pit && <Propose meter={meter} onPropose={(main, reason) => act(post(path, { command_id: newCommandId(), main, secondary: meter.secondary, reason }))} />}
    </article>
  );
}

function Propose({ meter, onPropose }: { meter: Meter; onPropose: (main: string, reason: string) => Promise<boolean> }) {
  const [main, setMain] = useState("");
  const [reason, setReason] = useState("");
  return (
    <details>
      <summary>Propose a correction</summary>
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
          The meter should show
          <input
            inputMode="decimal"
            required
            placeholder={meter.main}
            value={main}
            onInput={(event) => setMain(event.currentTarget.value)}
          />
        </label>
        <label>
          Reason
          <input required minLength={3} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
        <button type="submit" class="action">
          Propose
        </button>
      </form>
    </details>
  );
}
