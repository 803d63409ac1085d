import "../styles/sign.css";
import { useEffect, useState } from "preact/hooks";
import { openTable, type TableLink } from "../server/table";
import { useCounted } from "../parts/useCounted";
import { feltOf } from "../model/layout";
import { DOLLAR, meterPrice, parseDollars, priceOf } from "../model/money";
import { signColumns, type SignTable } from "../model/sign";
import type { TableRules, View } from "../server/types";
import { Loading } from "../parts/Loading";

/** What hangs over the table: the meter, live, and everything the table pays. */
export default function Sign({ id }: { id: string }) {
  const [table, setTable] = useState<TableLink | null>(null);
  useEffect(() => {
    const opened = openTable(id, "player");
    setTable(opened);
    return opened.close;
  }, [id]);
  const view = table?.view.value;
  const rules = table?.rules.value;
  if (table?.problem.value && !view) return <NoSign what={table.problem.value.message} />;
  if (!view || !rules) return <Loading what="the sign" />;
  return <Board view={view} rules={rules} lost={table?.link.value === "lost"} />;
}

function NoSign({ what }: { what: string }) {
  return (
    <main class="sign" id="main">
      <h1>No sign</h1>
      <p role="alert">{what}</p>
      <a href="#/">The lobby</a>
    </main>
  );
}

function Board({ view, rules, lost }: { view: View; rules: TableRules; lost: boolean }) {
  const ante = rules.wagers.find((wager) => wager.wager === "ante");
  const columns = signColumns(rules);
  return (
    <main class={`sign felt-${feltOf(view.rulebook)}`} id="main" data-link={lost ? "lost" : "live"}>
      <header class="sign-head">
        <p class="sign-operator">{rules.operator}</p>
        <h1>{rules.game}</h1>
        <p>
          Ante {priceOf(ante?.minimum)} to {priceOf(ante?.maximum)}
        </p>
      </header>
      {view.meters["main"] !== undefined && <Meters meters={view.meters} />}
      <div class="sign-tables" style={{ "--columns": String(columns.length) }}>
        {columns.map((column) => (
          <div key={column[0]?.name} class="sign-column">
            {column.map((paytable) => (
              <PayTable key={paytable.name} table={paytable} />
            ))}
          </div>
        ))}
      </div>
      {lost && (
        <p class="sign-lost" role="status">
          The line to the house is lost; the meter may have moved on.
        </p>
      )}
      <button type="button" class="quiet sign-full" onClick={() => void document.documentElement.requestFullscreen()}>
        Full screen
      </button>
    </main>
  );
}

function Meters({ meters }: { meters: Record<string, string> }) {
  const secondary = meters["secondary"];
  return (
    <div class="sign-meter">
      <span>Progressive</span>
      <Counting amount={meters["main"] ?? "0"} />
      {secondary !== undefined && parseDollars(secondary) > 0 && (
        <span class="sign-secondary">
          Next <strong>{meterPrice(secondary)}</strong>
        </span>
      )}
    </div>
  );
}

/** Counts up to the new amount; a meter that was won goes back at once. */
function Counting({ amount }: { amount: string }) {
  const shown = useCounted(parseDollars(amount));
  return <strong data-meter="main">{meterPrice((shown / DOLLAR).toFixed(6))}</strong>;
}

function PayTable({ table }: { table: SignTable }) {
  return (
    <table>
      <caption>{table.title}</caption>
      <tbody>
        {table.lines.map((line) => (
          <tr key={line.name}>
            <th scope="row">{line.name}</th>
            <td>{line.pays}</td>
          </tr>
        ))}
        {table.asShown.length > 0 && (
          <tr>
            <td class="sign-wheel" colSpan={2}>
              {table.asShown.map((amount) => (
                <span key={amount}>{amount}</span>
              ))}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
