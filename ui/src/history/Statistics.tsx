import { useEffect, useState } from "preact/hooks";
import { numberFormat } from "../language/language";
import { useBooks } from "../parts/shown";
import { get, someone } from "../server/api";
import type { Shown } from "../server/types";
import { actName } from "../words/actions";
import { parseDollars, price, priceOf, signed } from "../words/money";
import { wagerName } from "../words/words";
import { place } from "./luck";
import { STATISTICS } from "./words";

interface Figures {
  hands: number;
  among: number;
  net: string;
  expected: string | null;
  deviation: string | null;
  wagers: { wager: string; hands: number; staked: string; net: string; expected: string | null }[];
  decisions: { action: string; hands: number; net: string }[];
  computing: boolean;
}

const AGAIN_AFTER = 2000;

/** The result beside what best play brings on average, with the band that luck explains. */
export function StatisticsView({ kind, rulebook, named: isNamed }: { kind: string; rulebook: string; named: boolean }) {
  const books = useBooks();
  const [figures, setFigures] = useState<Figures | null>(null);
  const query = String(new URLSearchParams({ kind, ...(rulebook && { rulebook }) }));
  useEffect(() => {
    let wanted = true;
    const look = async (): Promise<void> => {
      await someone();
      while (wanted) {
        const found = await get<Figures>(`/api/history/statistics?${query}`);
        if (wanted) setFigures(found);
        if (!found.computing) return;
        await new Promise((later) => setTimeout(later, AGAIN_AFTER));
      }
    };
    look().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, []);
  if (!figures?.hands) return null;
  // A wager has the same title in all rulebooks that have it.
  const shown = { wagers: Object.assign({}, ...(books ?? []).map((book) => book.shown.wagers)) } as Shown;
  const named = (wager: string): string => (wager === "base" ? STATISTICS.base() : wagerName(shown, wager));
  return (
    <section class="panel" aria-labelledby={`statistics-${kind}`} data-statistics={kind}>
      <div class="panel-head">
        <h2 id={`statistics-${kind}`}>{isNamed ? STATISTICS.titleOf(STATISTICS.kind(kind)) : STATISTICS.title()}</h2>
        <span class="hint">{STATISTICS.hands(figures.hands, figures.among)}</span>
      </div>
      <dl class="facts">
        <dt>{STATISTICS.net()}</dt>
        <dd>{signed(parseDollars(figures.net))}</dd>
        {figures.expected !== null && (
          <>
            <dt>{STATISTICS.expected()}</dt>
            <dd>{signed(parseDollars(figures.expected))}</dd>
          </>
        )}
      </dl>
      {figures.computing && <p role="status">{STATISTICS.computing()}</p>}
      {figures.expected !== null && figures.deviation !== null && <Luck net={figures.net} expected={figures.expected} deviation={figures.deviation} />}
      <div class="scroll" tabIndex={0} role="region" aria-label={STATISTICS.table()}>
        <table class="plain-table">
          <thead>
            <tr>
              <th scope="col">{STATISTICS.wager()}</th>
              <th scope="col">{STATISTICS.count()}</th>
              <th scope="col">{STATISTICS.staked()}</th>
              <th scope="col">{STATISTICS.net()}</th>
              <th scope="col">{STATISTICS.expected()}</th>
            </tr>
          </thead>
          <tbody>
            {figures.wagers.map((each) => (
              <tr key={each.wager}>
                <th scope="row">{named(each.wager)}</th>
                <td>{numberFormat().format(each.hands)}</td>
                <td>{priceOf(each.staked)}</td>
                <td>{signed(parseDollars(each.net))}</td>
                <td>{each.expected === null ? STATISTICS.unknown() : signed(parseDollars(each.expected))}</td>
              </tr>
            ))}
          </tbody>
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={5} class="hint">
                {STATISTICS.decision()}
              </th>
            </tr>
            {figures.decisions.map((each) => (
              <tr key={each.action}>
                <th scope="row">{actName(shown, each.action)}</th>
                <td>{numberFormat().format(each.hands)}</td>
                <td />
                <td>{signed(parseDollars(each.net))}</td>
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Luck({ net, expected, deviation }: { net: string; expected: string; deviation: string }) {
  const away = parseDollars(net) - parseDollars(expected);
  const spread = parseDollars(deviation);
  const said = STATISTICS.luck(price(Math.abs(away)), away >= 0, price(spread));
  return (
    <>
      <div class="luck" role="img" aria-label={STATISTICS.band(said)}>
        <i class="luck-band" />
        <i class="luck-mark" style={{ left: `${place(away, spread)}%` }} />
      </div>
      <p class="hint">{said}</p>
    </>
  );
}
