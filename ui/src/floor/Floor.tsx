import "./Floor.css";
import "./TableReport.css";
import "../charts/TheoryChart.css";
import "./Meters.css";
import "./OpenTable.css";
import { useState } from "preact/hooks";
import { usePolled } from "../parts/usePolled";
import { Page } from "../parts/Page";
import { ProblemNotice } from "../parts/Notice";
import { useShownOf } from "../parts/shown";
import { useAttempt } from "../parts/useAttempt";
import { get, post, session } from "../server/api";
import { CommandIds } from "../server/command-ids";
import type { Option, View } from "../server/types";
import { priceOf } from "../words/money";
import { fieldsOf } from "../dealer/procedure";
import { phaseName, tableName } from "../words/words";
import { alarmText, decksInWords, flaggedText, hasResult, holdText, type Alarm, type FloorTable } from "./floor";
import { ClaimSheet } from "./ClaimSheet";
import { Meters } from "./Meters";
import { OpenTable } from "./OpenTable";
import { TableReport } from "./TableReport";
import { many, t } from "../language/language";
import { T } from "../language/T";
import { said } from "../words/steps";

export type OnAsk = (table: string, type: string, fields: Record<string, unknown>) => Promise<void>;

/** What is waiting or due, what the tables hold, and their results against exact theory. */
export default function Floor() {
  const { data, problem, again } = usePolled<FloorTable[]>("/api/floor", 3000);
  const { problem: refused, clear, attempt } = useAttempt();
  const [chosen, setChosen] = useState("");
  const [ids] = useState(() => new CommandIds());
  const ask: OnAsk = async (table, type, fields) => {
    await attempt(async () => {
      await ids.use([table, type, fields], async (command) => {
        const { version } = await get<View>(`/api/tables/${table}`);
        const body = { type, command_id: command, expected_version: version, ...fields };
        await post(`/api/tables/${table}/commands?view=none`, body);
      });
    });
    again();
  };
  const shown = data?.find((table) => table.table === chosen) ?? null;
  return (
    <Page title={t("The floor")}>
      <ProblemNotice problem={refused ?? problem} onClose={clear} />
      {data && <Waiting tables={data} onAsk={ask} />}
      {data && <Tables tables={data} chosen={chosen} onChoose={setChosen} />}
      {shown && <TableReport key={shown.table} table={shown} onAsk={ask} />}
      <OpenTable onOpened={again} />
      <Meters tables={data ?? []} />
    </Page>
  );
}

/** Alarms first: they are what this page is for. */
function Waiting({ tables, onAsk }: { tables: FloorTable[]; onAsk: OnAsk }) {
  const shownOf = useShownOf();
  const waiting = tables.flatMap((table) => table.alarms.map((alarm) => ({ table, alarm })));
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" class={waiting.length ? "" : "sr-only"}>
        {t("To do")}
      </h2>
      {waiting.length === 0 && <p class="all-well">{t("✓ Nothing is waiting, and nothing is due.")}</p>}
      <ul class="alarms">
        {waiting.map(({ table, alarm }) => (
          <li key={`${table.table}-${alarm.alarm}-${alarm.seat ?? alarm.deck ?? alarm.device ?? alarm.wager ?? ""}`} class="alarm" data-alarm={alarm.alarm}>
            <span>
              <T text="<strong>{alarm}</strong> at {table}" parts={{ strong: (inside) => <strong>{inside}</strong>, alarm: alarmText(shownOf(table.rulebook), alarm), table: tableName(table.name) }} />
              {alarm.clause && <cite> {alarm.clause}</cite>}
              {alarm.since && <span class="hint"> {flaggedText(alarm)}</span>}
            </span>
            {alarm.option && alarm.claim ? (
              <ClaimSheet
                table={table}
                round={alarm.round ?? 0}
                claim={alarm.claim}
                option={alarm.option}
                shown={shownOf(table.rulebook)}
                onValidate={() => onAsk(table.table, alarm.option?.type ?? "", fieldsOf(alarm.option ?? { type: "", title: "" }, {}))}
              />
            ) : (
              alarm.option && <Remedy table={table.table} option={alarm.option} onAsk={onAsk} />
            )}
            {alarm.since && session.value?.jobs.includes("pit_manager") && (
              <PutAway alarm={alarm} onPutAway={(fields) => onAsk(table.table, "put_away_alarm", fields)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Remedy({ table, option, onAsk }: { table: string; option: Option; onAsk: OnAsk }) {
  return (
    <button type="button" class="action action-primary" onClick={() => void onAsk(table, option.type, fieldsOf(option, {}))}>
      {said(option.title)}
    </button>
  );
}

/** A flagged result stays listed until a pit manager records what was found. */
function PutAway({ alarm, onPutAway }: { alarm: Alarm; onPutAway: (fields: Record<string, unknown>) => Promise<void> }) {
  const [reason, setReason] = useState("");
  return (
    <form
      class="tray-form put-away"
      onSubmit={(event) => {
        event.preventDefault();
        void onPutAway({ wager: alarm.wager, alarm: alarm.alarm, reason });
      }}
    >
      <label>
        <span class="sr-only">{t("What was found")}</span>
        <input
          required
          minLength={3}
          maxLength={400}
          placeholder={t("What was found")}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="action action-primary">
        {t("Close the flag")}
      </button>
    </form>
  );
}

interface TablesProps {
  tables: FloorTable[];
  chosen: string;
  onChoose: (table: string) => void;
}

function Tables({ tables, chosen, onChoose }: TablesProps) {
  return (
    <section aria-labelledby="tables">
      <h2 id="tables">{t("Tables")}</h2>
      <div class="panel scroll-aside" tabIndex={0} role="group" aria-label={t("All open tables")}>
        <table class="grid-table all-tables">
          <thead>
            <tr>
              <th scope="col">{t("Table")}</th>
              <th scope="col">{t("Now")}</th>
              <th scope="col">{t("Tray")}</th>
              <th scope="col">{t("Rounds today")}</th>
              <th scope="col">{t("Drop today")}</th>
              <th scope="col">{t("Win today")}</th>
              <th scope="col">{t("Hold, month")}</th>
              <th scope="col">{t("Decks")}</th>
            </tr>
          </thead>
          <tbody>
            {tables.map((table) => (
              <Row key={table.table} table={table} chosen={table.table === chosen} onChoose={onChoose} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ table, chosen, onChoose }: { table: FloorTable; chosen: boolean; onChoose: (table: string) => void }) {
  const [day, month] = [table.drop["day"], table.drop["month"]];
  return (
    <tr class={chosen ? "row-chosen" : ""} data-table={table.table}>
      <th scope="row">
        <button type="button" class="row-button" aria-expanded={chosen} onClick={() => onChoose(chosen ? "" : table.table)}>
          {table.alarms.length > 0 && <span class="alarm-mark" title={many(table.alarms.length, "{count} to do", "{count} to do")} />}
          {tableName(table.name)}
        </button>
        {table.kind === "live" && <span class="tag tag-live">{t("live")}</span>}
      </th>
      <td data-label={t("Now")}>{phaseName(table.phase)}</td>
      <td data-label={t("Tray")} class="number">{priceOf(table.tray)}</td>
      <td data-label={t("Rounds today")} class="number">{day?.rounds || <Dash />}</td>
      <td data-label={t("Drop today")} class="number">{day && Number(day.drop) ? priceOf(day.drop) : <Dash />}</td>
      <td data-label={t("Win today")} class="number">{day && hasResult(day) ? priceOf(day.win) : <Dash />}</td>
      <td data-label={t("Hold, month")} class="number">{month?.hold ? holdText(month.hold) : <Dash />}</td>
      <td data-label={t("Decks")}>{decksInWords(table.decks)}</td>
    </tr>
  );
}

function Dash() {
  return (
    <span class="hint" aria-label={t("none")}>
      –
    </span>
  );
}
