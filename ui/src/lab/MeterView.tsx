import { many, t } from "../language/language";
import { T } from "../language/T";
import { LineChart, Shape, type Mark } from "../charts/LineChart";
import { usePolled } from "../parts/usePolled";
import { edgeAt, meterLines, percent, progressiveOf, ticks, type Analysis, type MeterLine, type Progressive } from "./lab";
import { meterPrice, roundPrice } from "../words/money";
import type { LobbyTable, Shown } from "../server/types";
import { change } from "./choices";

const short = (value: number): string => (value >= 1e6 ? `$${value / 1e6}M` : value >= 1000 ? `$${value / 1000}k` : `$${value}`);
const percentage = (value: number): string => `${(value * 100).toFixed(0)} %`.replace("-", "−");

/** The house edge against the meter: its current value and where it breaks even. */
export function MeterView({ analysis, shown }: { analysis: Analysis; shown: Shown }) {
  const wager = progressiveOf(analysis, shown);
  const { data: tables } = usePolled<LobbyTable[]>("/api/tables", 5000);
  if (!wager) return <p class="hint">{t("No progressive is offered.")}</p>;
  if (!wager.break_even_meter || wager.at_meter === null) return <p class="hint">{t("This progressive pays fixed amounts: the meter does not matter.")}</p>;
  const here = (tables ?? []).filter((table) => table.rulebook === analysis.submission.rulebook && table.meter);
  return (
    <>
      <section class="panel" aria-labelledby="meter-chart">
        <h2 id="meter-chart">{t("House edge against the meter")}</h2>
        <Chart wager={wager} tables={here} />
        <Numbers wager={wager} />
      </section>
      {here.length > 0 && (
        <section class="panel" aria-labelledby="meters-here">
          <h2 id="meters-here">{t("Meters in this house")}</h2>
          <ul class="lab-meters">
            {here.map((table) => (
              <li key={table.table}>
                <span>{table.name}</span>
                <strong>{meterPrice(table.meter?.main ?? "0")}</strong>
                <button type="button" class="quiet" onClick={() => change({ meter: table.meter?.main ?? "" })}>
                  <T text="Use it<more> : the meter of {table}</more>" parts={{ more: (inside) => <span class="sr-only">{inside}</span>, table: table.name }} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Chart({ wager, tables }: { wager: Progressive; tables: readonly LobbyTable[] }) {
  const lines = meterLines(wager);
  const first = lines[0];
  if (!first) return null;
  const marks = marksOf(wager, lines, tables);
  const last = Math.max(...marks.map((mark) => mark.x), 1000) * 1.18;
  const own = lines.find((line) => line.players === wager.players) ?? first;
  const top = Math.max(0.05, ...lines.map((line) => edgeAt(line, 0)));
  const bottom = Math.min(-0.05, ...lines.map((line) => edgeAt(line, last)));
  const name = t("House edge of the progressive from a meter of $0 ({first}) to {meter} ({last}). The numbers are in the table below.", {
    first: percentage(edgeAt(own, 0)),
    meter: roundPrice(last),
    last: percentage(edgeAt(own, last)),
  });
  return (
    <>
      <LineChart
        name={name}
        x={{ from: 0, to: last, ticks: ticks(0, last, 4), shown: short, name: t("meter") }}
        y={{ from: bottom, to: top, ticks: ticks(bottom, top, 6), shown: percentage, name: t("house edge") }}
        lines={lines.map((line) => ({
          name: `${line.players}`,
          at: (meter: number) => edgeAt(line, meter),
          dashed: line.players !== wager.players,
        }))}
        marks={marks}
      />
      <ul class="lab-legend">
        {lines.map((line) => (
          <li key={`line-${line.players}`}>
            <svg width="26" height="12" aria-hidden="true">
              <line class={`chart-line ${line.players !== wager.players ? "chart-line-other" : ""}`} x1="1" x2="25" y1="6" y2="6" />
            </svg>
            {many(line.players, "One player", "{count} players")}
          </li>
        ))}
        {marks.map((mark) => (
          <li key={mark.name}>
            <svg width="20" height="20" aria-hidden="true" class={`mark mark-${mark.kind}`}>
              <Shape kind={mark.kind} x={10} y={10} />
            </svg>
            {mark.name}: {roundPrice(mark.x)}
          </li>
        ))}
      </ul>
    </>
  );
}

function marksOf(wager: Progressive, lines: readonly MeterLine[], tables: readonly LobbyTable[]): Mark[] {
  const own = lines.find((line) => line.players === wager.players) ?? lines[0];
  if (!own) return [];
  const place = (x: number, name: string, kind: Mark["kind"]): Mark => ({ x, y: edgeAt(own, x), name, kind });
  const even = wager.by_players.find((each) => each.players === wager.players)?.break_even_meter;
  const table = tables[0];
  const marks = table?.meter ? [place(Number(table.meter.main), t("Now at {table}", { table: table.name }), "table")] : [];
  marks.push(place(Number(wager.at_meter), t("This analysis"), "now"));
  if (even && Number(even.decimal) > 0) marks.push(place(Number(even.decimal), t("Breaks even"), "even"));
  if (wager.long_run) marks.push(place(Number(wager.long_run.average_meter.decimal), t("Average win of the whole meter"), "average"));
  return marks;
}

function Numbers({ wager }: { wager: Progressive }) {
  return (
    <>
      <p class="lab-exact">
        <T
          text="House edge = {edge} − {less} % for each dollar on the meter; exactly {exact} and {exactly}."
          parts={{
            edge: percent(wager.at_no_meter),
            less: (Number(wager.per_dollar_of_meter.decimal) * -100).toPrecision(6),
            exact: <span class="hash">{wager.at_no_meter.exact}</span>,
            exactly: <span class="hash">{wager.per_dollar_of_meter.exact}</span>,
          }}
        />
      </p>
      <table class="plain-table lab-table">
        <caption class="sr-only">{t("House edge and break-even by the number of players")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Players")}</th>
            <th scope="col">{t("House edge at {meter}", { meter: meterPrice(wager.at_meter ?? "0") })}</th>
            <th scope="col">{t("Breaks even at")}</th>
          </tr>
        </thead>
        <tbody>
          {wager.by_players.map((each) => (
            <tr key={each.players}>
              <th scope="row">{each.players}</th>
              <td title={each.house_edge.exact}>{percent(each.house_edge)}</td>
              <td title={each.break_even_meter?.exact}>{each.break_even_meter && meterPrice(Number(each.break_even_meter.decimal).toFixed(2))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
