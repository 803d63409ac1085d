import { useEffect, useRef, useState } from "preact/hooks";
import { GameShown, useShown, useShownOf } from "../parts/shown";
import { usePolled } from "../parts/usePolled";
import { BandStrip, TheoryChart } from "../charts/TheoryChart";
import { RoundPapers } from "../papers/Papers";
import { session } from "../server/api";
import { exactPrice, meterPrice, parseDollars, priceOf } from "../words/money";
import { timeOf } from "../words/times";
import { lineName, tableName } from "../words/words";
import { comparedName, holdText, incidentText, type Compared, type FloorTable, type Incident, type Period } from "./floor";
import type { OnAsk } from "./Floor";
import { mark, t } from "../language/language";
import { T } from "../language/T";

/** Pixels of a report of which one sees that it has opened. */
const HEAD = 140;

/** One table in full: results by period and against theory, its tray, and what went wrong there. */
export function TableReport({ table, onAsk }: { table: FloorTable; onAsk: OnAsk }) {
  const shown = useShownOf()(table.rulebook);
  const whole = useRef<HTMLElement>(null);
  // Below a long list of tables, a report that opens out of sight would look as if nothing had happened.
  useEffect(() => {
    if ((whole.current?.getBoundingClientRect().top ?? 0) > innerHeight - HEAD) whole.current?.scrollIntoView();
  }, []);
  return (
    <GameShown.Provider value={shown}>
      <article class="panel table-report" aria-labelledby="report" data-report={table.table} ref={whole}>
        <div class="panel-head">
          <h2 id="report">{tableName(table.name)}</h2>
          <a class="quiet" href={`/dealer/${table.table}`}>
            {t("Dealer's console")}
          </a>
        </div>
        <div class="report-columns">
          <div>
            <Results table={table} />
            <Against table={table} />
          </div>
          <div>
            <Tray table={table} onAsk={onAsk} />
            <Hits table={table} />
            <Incidents table={table} />
          </div>
        </div>
      </article>
    </GameShown.Provider>
  );
}

const SPANS: Record<string, string> = { day: mark("Today"), month: mark("This month"), year: mark("This year") };

function Results({ table }: { table: FloorTable }) {
  const spans = Object.entries(table.drop);
  const earlier = table.periods.filter((each) => each.period.length === 10 && each.period !== table.drop["day"]?.period).reverse();
  return (
    <section aria-label={t("Drop, win and hold")} tabIndex={0}>
      <table class="grid-table">
        <thead>
          <tr>
            <th scope="col">{t("Results")}</th>
            <th scope="col">{t("Rounds")}</th>
            <th scope="col">{t("Drop")}</th>
            <th scope="col">{t("Staked")}</th>
            <th scope="col">{t("Win")}</th>
            <th scope="col">{t("Hold")}</th>
          </tr>
        </thead>
        <tbody>
          {spans.map(([span, period]) => (
            <PeriodRow key={span} name={t(SPANS[span] ?? span)} period={period} />
          ))}
          {earlier.slice(0, 7).map((period) => (
            <PeriodRow key={period.period} name={period.period} period={period} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PeriodRow({ name, period }: { name: string; period: Period }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{period.rounds}</td>
      <td class="number">{priceOf(period.drop)}</td>
      <td class="number">{priceOf(period.staked)}</td>
      <td class="number">{priceOf(period.win)}</td>
      <td class="number">{period.hold ? holdText(period.hold) : "–"}</td>
    </tr>
  );
}

function Against({ table }: { table: FloorTable }) {
  const { data } = usePolled<{ wagers: Record<string, Compared[]> }>(`/api/floor/${table.table}/course`, 6000);
  const shown = useShown();
  const [chosen, setChosen] = useState("base");
  if (table.theory_computing) return <p class="hint">{t("The exact theory of this table is being computed.")}</p>;
  if (!table.wagers.length) return <p class="hint">{t("No settled wagers to compare with theory yet.")}</p>;
  const wager = table.wagers.some((each) => each.wager === chosen) ? chosen : (table.wagers[0]?.wager ?? "");
  return (
    <section aria-label={t("Results against theory")}>
      <table class="grid-table theory">
        <thead>
          <tr>
            <th scope="col">{t("Against theory")}</th>
            <th scope="col">{t("Hands")}</th>
            <th scope="col">{t("Players won")}</th>
            <th scope="col">{t("Expected")}</th>
            <th scope="col">{t("In its band")}</th>
          </tr>
        </thead>
        <tbody>
          {table.wagers.map((each) => (
            <tr key={each.wager} class={each.alarm ? "out" : ""}>
              <th scope="row">
                <button type="button" class="row-button" aria-pressed={each.wager === wager} onClick={() => setChosen(each.wager)}>
                  {comparedName(shown, each.wager)}
                </button>
              </th>
              <td class="number">{each.hands}</td>
              <td class="number">{exactPrice(parseDollars(each.net))}</td>
              <td class="number">{exactPrice(parseDollars(each.expected))}</td>
              <td>
                <BandStrip each={each} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data && <TheoryChart wager={wager} course={data.wagers[wager] ?? []} />}
    </section>
  );
}

function Tray({ table, onAsk }: { table: FloorTable; onAsk: OnAsk }) {
  const [amount, setAmount] = useState("1000");
  const pit = session.value?.jobs.includes("pit_manager");
  return (
    <section aria-labelledby="tray">
      <h3 id="tray">
        <T text="Table inventory {amount}" parts={{ amount: <strong data-tray={table.tray}>{priceOf(table.tray)}</strong> }} />
      </h3>
      {pit ? (
        <form
          class="tray-form"
          onSubmit={(event) => {
            event.preventDefault();
            void onAsk(table.table, "fill_tray", { amount });
          }}
        >
          <label class="tray-amount">
            <span class="sr-only">{t("Amount for the inventory")}</span>$
            <input inputMode="decimal" required value={amount} onInput={(event) => setAmount(event.currentTarget.value)} />
          </label>
          <button type="submit" class="action">
            {t("Fill")}
          </button>
          <button type="button" class="action" onClick={() => void onAsk(table.table, "credit_tray", { amount })}>
            {t("Credit")}
          </button>
        </form>
      ) : (
        <p class="hint">{t("Only a pit manager fills and credits.")}</p>
      )}
    </section>
  );
}

function Hits({ table }: { table: FloorTable }) {
  const shown = useShown();
  if (!table.hits.length) return null;
  return (
    <section aria-labelledby="hits">
      <h3 id="hits">{t("Progressive wins")}</h3>
      <ul class="timeline">
        {[...table.hits].reverse().map((hit) => (
          <li key={`${hit.round}-${hit.seat}`}>
            <span>
              {lineName(shown, hit.line)} <strong>{meterPrice(hit.paid)}</strong>
            </span>
            <span class="hint">{t("round {round}, seat {seat}", { round: String(hit.round), seat: hit.seat })}</span>
            <RoundPapers table={table.table} round={hit.round} slip />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Incidents({ table }: { table: FloorTable }) {
  const shown = useShown();
  const { data } = usePolled<Incident[]>(`/api/floor/${table.table}/incidents`, 4000);
  return (
    <section aria-labelledby="incidents">
      <h3 id="incidents">{t("Irregularities, fills and credits")}</h3>
      {data?.length === 0 && <p class="hint">{t("None so far.")}</p>}
      <ul class="timeline">
        {data?.slice(0, 12).map((each) => (
          <li key={each.position} data-incident={each.event}>
            <span>{incidentText(shown, each)}</span>
            <span class="hint">
              {each.clauses[0] && <cite>{each.clauses[0]} </cite>}
              {each.actor}, {timeOf(each.at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
