import "./Dealer.css";
import "./Procedure.css";
import "./StepForm.css";
import "./SettleSeats.css";
import "./SeatPayouts.css";
import "./TableNow.css";
import "./Training.css";
import "./Irregularities.css";
import { useEffect, useState } from "preact/hooks";
import { useClauses } from "../parts/ClauseNote";
import { usePolled } from "../parts/usePolled";
import { EnteredSign } from "../parts/EnteredSign";
import { KeysSwitch } from "../parts/Key";
import { Page } from "../parts/Page";
import { ProblemNotice, Notice } from "../parts/Notice";
import { GameShown } from "../parts/shown";
import { openTable, type TableLink } from "../server/table";
import type { LobbyTable, Shown, TableRules, View } from "../server/types";
import { baseLimits } from "../words/layout";
import { fromOutside } from "../words/rounds";
import { meterPrice, priceOf } from "../words/money";
import { phaseName, tableName, wagerName } from "../words/words";
import { Irregularities } from "./Irregularities";
import { Procedure } from "./Procedure";
import { TableNow } from "./TableNow";
import { LastRound, TestSwitch } from "./Training";
import { mark, t } from "../language/language";

/** The dealer's console: the steps of the dealing method one by one, each with its clause. */
export default function Dealer({ id }: { id: string }) {
  return id ? <Console key={id} id={id} /> : <ChooseTable />;
}

const KINDS: Record<string, string> = { live: mark("live"), practice: mark("practice") };

function ChooseTable() {
  const { data, problem } = usePolled<LobbyTable[]>("/api/tables");
  return (
    <Page title={t("The dealer's console")} lead={t("Choose the table that you deal at.")}>
      <ProblemNotice problem={problem} onClose={() => undefined} />
      <ul class="choose-table">
        {(data ?? [])
          .filter((table) => !table.closed)
          .map((table) => (
            <li key={table.table}>
              <a href={`/dealer/${table.table}`}>
                <strong>{tableName(table.name)}</strong>
                <span class={`tag tag-${table.kind}`}>{t(KINDS[table.kind] ?? table.kind)}</span>
                <span class="hint">
                  {t("{phase}, {taken} of {seats} seats taken", { phase: phaseName(table.phase), taken: table.seats - table.open_seats, seats: table.seats })}
                </span>
              </a>
            </li>
          ))}
      </ul>
    </Page>
  );
}

function Console({ id }: { id: string }) {
  const [table, setTable] = useState<TableLink | null>(null);
  useEffect(() => {
    const opened = openTable(id, "dealer");
    setTable(opened);
    return opened.close;
  }, [id]);
  const view = table?.view.value ?? null;
  const rules = table?.rules.value ?? null;
  // A clause whose meaning arrives later would move the buttons below it under the pointer.
  const clauses = useClauses(view?.rulebook ?? null);
  const head = view && rules && <ConsoleHead view={view} rules={rules} />;
  return (
    <GameShown.Provider value={rules?.shown ?? null}>
      <Page title={view ? tableName(view.name) : t("The dealer's console")} named={view ? t("Dealing at {table}", { table: tableName(view.name) }) : undefined} beside={head}>
        {table && <ProblemNotice problem={table.problem.value} onClose={() => (table.problem.value = null)} />}
        {table?.link.value === "lost" && <Notice kind="warn">{t("Connection lost. This page keeps trying.")}</Notice>}
        {view && fromOutside(view, view.round) && <EnteredSign />}
        {table && view?.desk && rules && clauses && (
          <div class="console">
            <div class="console-steps">
              <Procedure table={table} view={view} />
            </div>
            <div class="console-state">
              <TableNow view={view} />
              <Irregularities table={table} view={view} />
              <LastRound view={view} />
            </div>
          </div>
        )}
      </Page>
    </GameShown.Provider>
  );
}

function ConsoleHead({ view, rules }: { view: View; rules: TableRules }) {
  const { shown } = rules;
  const limits = baseLimits(rules);
  return (
    <div class="console-head">
      <p>
        {t("{wager} {minimum} to {maximum}", { wager: wagerName(shown, shown.base_wager), minimum: priceOf(limits?.minimum), maximum: priceOf(limits?.maximum) })}
        <Meter view={view} shown={shown} />
      </p>
      <TestSwitch />
      <KeysSwitch />
    </div>
  );
}

function Meter({ view, shown }: { view: View; shown: Shown }) {
  const main = view.meters["main"];
  return main ? (
    <>
      {` · ${wagerName(shown, shown.progressive_wager ?? "")} `}
      <strong class="gold">{meterPrice(main)}</strong>
    </>
  ) : null;
}
