import { useState } from "preact/hooks";
import { usePolled } from "../parts/usePolled";
import { Page } from "../parts/Page";
import { ProblemNotice } from "../parts/Notice";
import { TheoryChart } from "../parts/TheoryChart";
import { get, newCommandId, post, Problem, session } from "../server/api";
import type { View } from "../server/types";
import { meterPrice, priceOf } from "../model/money";
import { capital, phaseName, plain } from "../model/words";
import { alarmText, asksFor, type Alarm, type FloorTable } from "../model/floor";
import { Meters } from "./floor/Meters";

/** What waits, what is due, what the tables hold, and how they do against exact theory. */
export default function Floor() {
  const { data, problem, again } = usePolled<FloorTable[]>("/api/floor", 3000);
  const [refused, setRefused] = useState<Problem | null>(null);
  const ask = async (table: string, type: string, fields: Record<string, unknown>): Promise<void> => {
    try {
      const now = await get<View>(`/api/tables/${table}`);
      await post(`/api/tables/${table}/commands`, {
        type,
        command_id: newCommandId(),
        expected_version: now.version,
        ...fields,
      });
      setRefused(null);
    } catch (error) {
      setRefused(error as Problem);
    }
    again();
  };
  return (
    <Page title="The floor" lead="Validations, decks and stubs due, inventories, meters, results against theory.">
      <ProblemNotice problem={refused ?? problem} onClose={() => setRefused(null)} />
      {data && <Waiting tables={data} onAsk={ask} />}
      <div class="floor-tables">
        {data?.map((table) => (
          <FloorCard key={table.table} table={table} onAsk={ask} />
        ))}
      </div>
      <Meters />
    </Page>
  );
}

type OnAsk = (table: string, type: string, fields: Record<string, unknown>) => Promise<void>;

function Waiting({ tables, onAsk }: { tables: FloorTable[]; onAsk: OnAsk }) {
  const waiting = tables.flatMap((table) => table.alarms.map((alarm) => ({ table, alarm })));
  return (
    <section class="panel" aria-labelledby="waiting">
      <h2 id="waiting">To see to</h2>
      {waiting.length === 0 && <p class="hint">Nothing waits.</p>}
      <ul class="alarms">
        {waiting.map(({ table, alarm }) => (
          <li key={`${table.table}-${JSON.stringify(alarm)}`} class="alarm" data-alarm={alarm.alarm}>
            <span>
              <strong>{alarmText(alarm)}</strong> at {table.name}
              {alarm.clause && <cite> {alarm.clause}</cite>}
            </span>
            <AlarmButtons alarm={alarm} table={table} onAsk={onAsk} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AlarmButtons({ alarm, table, onAsk }: { alarm: Alarm; table: FloorTable; onAsk: OnAsk }) {
  return (
    <>
      {asksFor(alarm).map((each) => (
        <button key={each.type} type="button" class="action" onClick={() => void onAsk(table.table, each.type, each.fields)}>
          {each.label}
        </button>
      ))}
    </>
  );
}

function FloorCard({ table, onAsk }: { table: FloorTable; onAsk: OnAsk }) {
  const day = table.drop["day"];
  const month = table.drop["month"];
  const [amount, setAmount] = useState("1000");
  const pit = session.value?.jobs.includes("pit_manager");
  return (
    <article class="panel floor-card" aria-labelledby={`floor-${table.table}`}>
      <div class="panel-head">
        <h2 id={`floor-${table.table}`}>
          {table.name}
          <span class={`tag tag-${table.kind}`}>{table.kind}</span>
        </h2>
        <span class="hint">{phaseName(table.phase)}</span>
      </div>
      <dl class="figures">
        <div>
          <dt>Tray</dt>
          <dd>{priceOf(table.tray)}</dd>
        </div>
        <div>
          <dt>Drop today</dt>
          <dd>{priceOf(day?.drop ?? "0")}</dd>
        </div>
        <div>
          <dt>Win today</dt>
          <dd>{priceOf(day?.win ?? "0")}</dd>
        </div>
        <div>
          <dt>Hold, month</dt>
          <dd>{month?.hold ?? "none yet"}</dd>
        </div>
        <div>
          <dt>Rounds today</dt>
          <dd>{day?.rounds ?? 0}</dd>
        </div>
        <div>
          <dt>Decks</dt>
          <dd>{table.decks.map((deck) => plain(deck.status)).join(", ") || "none"}</dd>
        </div>
      </dl>
      <TheoryChart wagers={table.wagers} name={table.name} />
      {table.hits.length > 0 && (
        <ul class="hits">
          {table.hits.map((hit) => (
            <li key={`${hit.round}-${hit.seat}`}>
              Round {hit.round}, seat {hit.seat}: {capital(plain(hit.line))}, {meterPrice(hit.paid)}
            </li>
          ))}
        </ul>
      )}
      <div class="floor-doors">
        <a class="quiet" href={`#/dealer/${table.table}`}>
          Dealer's console
        </a>
        {pit && (
          <form
            class="tray-form"
            onSubmit={(event) => {
              event.preventDefault();
              void onAsk(table.table, "fill_tray", { amount });
            }}
          >
            <label>
              <span class="sr-only">Amount for the tray of {table.name}</span>
              <input inputMode="decimal" value={amount} onInput={(event) => setAmount(event.currentTarget.value)} />
            </label>
            <button type="submit" class="quiet">
              Fill
            </button>
            <button type="button" class="quiet" onClick={() => void onAsk(table.table, "credit_tray", { amount })}>
              Credit
            </button>
          </form>
        )}
      </div>
    </article>
  );
}
