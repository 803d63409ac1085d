import { useState } from "preact/hooks";
import { percent, type Exact, type Wager } from "../lab/lab";
import { useAnswer } from "../lab/ask";
import { useOnce } from "../parts/useOnce";
import { usePolled } from "../parts/usePolled";
import type { Progress } from "../server/files";
import type { Shown } from "../server/types";
import type { Data } from "../submission/submission";
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

interface Cost {
  wager: string;
  edge: Exact;
  hits: Exact;
}

interface Told {
  wagers: Cost[];
  computing: boolean;
}

const AGAIN_AFTER = 3000;

/** The house edge of every wager of a table and how often it wins. */
export function Odds({ table, shown }: { table: string; shown: Shown | null }) {
  const { data } = usePolled<Told>(`/api/tables/${encodeURIComponent(table)}/odds`, AGAIN_AFTER);
  if (!data) return null;
  return data.computing ? <Computing /> : <Costs wagers={data.wagers} shown={shown} />;
}

interface Analysed {
  wagers: Record<string, Wager>;
  progress: Progress | null;
}

/** The same for a bundled submission, from the lab. */
export function BundledOdds({ name, shown }: { name: string; shown: Shown | null }) {
  const { data } = useOnce<{ data: Data }>(`/api/submissions/${name}`);
  const { answer, progress } = useAnswer<Analysed>(data ? "/api/lab/analysis" : null, { submission: data?.data, players: 1 });
  if (!answer) return progress ? <Computing /> : null;
  const wagers = Object.entries(answer.wagers).flatMap(([wager, { house_edge: edge, hit_frequency: hits }]) => (hits ? [{ wager, edge, hits }] : []));
  return <Costs wagers={wagers} shown={shown} />;
}

/** Shown on request; the cost of a wager is fetched only then. */
export function OddsOnRequest({ table, bundled, shown, of }: { table?: string; bundled?: string; shown: Shown | null; of: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="odds-on-request" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t(ODDS.title)}
        <span class="sr-only">: {of}</span>
      </summary>
      {open && (table ? <Odds table={table} shown={shown} /> : <BundledOdds name={bundled ?? ""} shown={shown} />)}
    </details>
  );
}

const Computing = () => <p role="status">{t(ODDS.computing)}</p>;

function Costs({ wagers, shown }: { wagers: readonly Cost[]; shown: Shown | null }) {
  if (!wagers.length) return null;
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
          {wagers.map(({ wager, edge, hits }) => (
            <tr key={wager} data-wager={wager} data-edge={edge.exact} data-hits={hits.exact}>
              <th scope="row">{wager === "base" ? t(ODDS.base) : wagerName(shown, wager)}</th>
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
