import { usePolled } from "../parts/usePolled";
import { feltOf } from "../model/layout";
import { meterPrice, priceOf } from "../model/money";
import { lineName, wagerName } from "../model/words";
import type { LobbyTable, TableRules } from "../server/types";
import { Loading } from "../parts/Loading";

/** What hangs over the table: the meter, live, and everything the table pays. */
export default function Sign({ id }: { id: string }) {
  const { data: tables } = usePolled<LobbyTable[]>("/api/tables", 1000);
  const { data: rules } = usePolled<TableRules>(`/api/tables/${encodeURIComponent(id)}/rules`, 0);
  const table = tables?.find((each) => each.table === id);
  if (!rules || !table) return <Loading what="the sign" />;
  const progressive = rules.paytables["progressive"];
  return (
    <main class={`sign felt-${feltOf(table.rulebook)}`} id="main">
      <header>
        <p class="sign-operator">{rules.operator}</p>
        <h1>{rules.game}</h1>
        <p>
          Ante {priceOf(table.minimum)} to {priceOf(table.maximum)}
        </p>
      </header>
      {table.meter && (
        <p class="sign-meter" role="status">
          <span>Progressive</span>
          <strong data-meter="main">{meterPrice(table.meter.main)}</strong>
        </p>
      )}
      <div class="sign-tables">
        {Object.entries(rules.paytables).map(([name, paytable]) => (
          <table key={name} class={paytable === progressive ? "sign-main" : ""}>
            <caption>{wagerName(name)}</caption>
            <tbody>
              {paytable.lines.map((line) => (
                <tr key={line.line}>
                  <th scope="row">{lineName(line.line)}</th>
                  <td>{line.pays}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <button type="button" class="quiet sign-full" onClick={() => void document.documentElement.requestFullscreen()}>
        Full screen
      </button>
    </main>
  );
}
