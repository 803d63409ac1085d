import { percent, type Exact } from "../lab/lab";
import { usePolled } from "../parts/usePolled";
import type { TableRules } from "../server/types";
import { wagerName } from "../words/words";
import { mark, t } from "../language/language";

/** All text of this part. */
const ODDS = {
  title: mark("What it costs"),
  base: mark("The main game"),
  edge: mark("House edge"),
  hits: mark("Wins"),
  computing: mark("Computing exact odds…"),
  note: mark("Exact, with best play. The main game per base wager; a progressive at its initial amount."),
};

interface Told {
  wagers: { wager: string; edge: Exact; hits: Exact }[];
  computing: boolean;
}

const AGAIN_AFTER = 3000;

/** The house edge of every wager and how often it wins. */
export function Odds({ table, rules }: { table: string; rules: TableRules }) {
  const { data } = usePolled<Told>(`/api/tables/${encodeURIComponent(table)}/odds`, AGAIN_AFTER);
  if (!data) return null;
  if (data.computing) return <p role="status">{t(ODDS.computing)}</p>;
  if (!data.wagers.length) return null;
  return (
    <div class="paytables" data-part="odds">
      <table>
        <caption>{t(ODDS.title)}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t(ODDS.edge)}</th>
            <th scope="col">{t(ODDS.hits)}</th>
          </tr>
        </thead>
        <tbody>
          {data.wagers.map(({ wager, edge, hits }) => (
            <tr key={wager} data-wager={wager}>
              <th scope="row">{wager === "base" ? t(ODDS.base) : wagerName(rules.shown, wager)}</th>
              <td>{percent(edge, 2)}</td>
              <td>{percent(hits, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="clause">{t(ODDS.note)}</p>
    </div>
  );
}
