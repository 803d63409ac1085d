import "./Sign.css";
import { inEnglish, t } from "../language/language";
import { usePolled } from "../parts/usePolled";
import { useTitle } from "../parts/useTitle";
import { useCounted } from "../parts/useCounted";
import { inscriptions } from "../words/layout";
import { DOLLAR, meterPrice, parseDollars, priceOf } from "../words/money";
import { signColumns, type SignTable } from "./sign";
import { wagerName } from "../words/words";
import type { LobbyTable, TableRules } from "../server/types";
import { Loading } from "../parts/Loading";

interface Meter {
  main: string;
  secondary: string;
}

/** The sign over a table: the meter, live, and everything the table pays. It needs no sign-in. */
export default function Sign({ id }: { id: string }) {
  const { data: rules, problem } = usePolled<TableRules>(`/api/tables/${encodeURIComponent(id)}/rules`, 30_000);
  const { data: tables, problem: lost } = usePolled<LobbyTable[]>("/api/tables", 5000);
  const table = tables?.find((each) => each.table === id);
  const { data: meter, problem: unheard } = usePolled<Meter>(table?.meter ? `/api/meters/${table.meter.id}` : null, 1000);
  if (problem?.status === 404) return <NoSign what={problem.message} />;
  if (!rules || !table) return <Loading what={t("the sign")} />;
  return <Board table={table} rules={rules} meter={meter} lost={lost !== null || unheard !== null} />;
}

function NoSign({ what }: { what: string }) {
  useTitle(t("No sign"));
  return (
    <main class="sign" id="main">
      <h1>{t("No sign")}</h1>
      <p role="alert">{what}</p>
      <a href="/">{t("The lobby")}</a>
    </main>
  );
}

interface BoardProps {
  table: LobbyTable;
  rules: TableRules;
  meter: Meter | null;
  lost: boolean;
}

function Board({ table, rules, meter, lost }: BoardProps) {
  const columns = signColumns(rules);
  useTitle(t("The sign of {table}", { table: table.name }));
  return (
    <main class={`sign felt-${rules.shown.felt}`} id="main" data-link={lost ? "lost" : "live"}>
      <header class="sign-head" lang="en">
        <p class="sign-operator">{rules.operator}</p>
        <h1>{rules.game}</h1>
        <p>{inEnglish(() => `${wagerName(rules.shown, rules.shown.base_wager)} ${priceOf(table.minimum)} to ${priceOf(table.maximum)}`)}</p>
      </header>
      {meter && <Meters meter={meter} title={wagerName(rules.shown, rules.shown.progressive_wager ?? "")} />}
      <div class="sign-tables" lang="en" style={{ "--columns": String(columns.length) }}>
        {columns.map((column) => (
          <div key={column[0]?.name} class="sign-column">
            {column.map((paytable) => (
              <PayTable key={paytable.name} table={paytable} />
            ))}
          </div>
        ))}
      </div>
      <ul class="sign-words" lang="en" aria-label={inEnglish(() => "Also note")}>
        {inscriptions(rules).map(({ about, text }) => (
          <li key={about} data-inscription={about}>
            {text}
          </li>
        ))}
      </ul>
      {lost && (
        <p class="sign-lost" role="status">
          {t("Connection lost; the meter may have changed.")}
        </p>
      )}
      <a class="sign-back" href="/">
        {t("The lobby")}
      </a>
      <button type="button" class="quiet sign-full" onClick={() => void document.documentElement.requestFullscreen()}>
        {t("Full screen")}
      </button>
    </main>
  );
}

function Meters({ meter, title }: { meter: Meter; title: string }) {
  return (
    <div class="sign-meter" lang="en">
      <span>{title}</span>
      <Counting amount={meter.main} />
      {parseDollars(meter.secondary) > 0 && (
        <span class="sign-secondary">
          {inEnglish(() => "Next")} <strong>{meterPrice(meter.secondary)}</strong>
        </span>
      )}
    </div>
  );
}

/** Counts up to the new amount; a meter that was won is reset at once. */
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
