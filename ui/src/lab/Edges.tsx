import { useState } from "preact/hooks";
import { many, t } from "../language/language";
import { T } from "../language/T";
import { ClauseNote } from "../parts/ClauseNote";
import { actionName } from "../words/actions";
import { chance, oneIn, percent, printedAlike, units, type Analysis, type Progressive, type Tables, type Wager } from "./lab";
import type { Reading } from "../words/readings";
import { meterPrice, priceOf, roundPrice } from "../words/money";
import { oddsText } from "../words/pays";
import { lineName, plain, unitOf, wagerName } from "../words/words";
import type { Book, Shown } from "../server/types";
import type { Data } from "../submission/submission";
import { read } from "../submission/submission";
import { Working } from "./Progress";

export const nameOf = (shown: Shown | null, wager: string): string => (wager === "base" ? t("Base game") : wagerName(shown, wager));

interface Props {
  analysis: Analysis;
  book: Book;
  readings: readonly Reading[] | null;
  data: Data;
  tables: Tables | null;
  /** What is typed now cannot be read: these are the previous figures. */
  old: boolean;
}

/** Every wager and its house edge; a wager opens to its lines and the readings behind it. */
export function Edges({ analysis, book, readings, data, tables, old }: Props) {
  const { shown } = book;
  const [open, setOpen] = useState<string | null>(null);
  const order = ["base", ...Object.keys(analysis.wagers).filter((name) => name !== "base")];
  return (
    <div class="lab-edges">
      <ul class="lab-wagers">
        {order.map((name) => {
          const wager = analysis.wagers[name];
          if (!wager) return <Awaited key={name} name={nameOf(shown, name)} analysis={analysis} />;
          return (
            <li key={name} data-wager={name} class={Number(wager.house_edge.decimal) < 0 ? "lab-loses" : ""}>
              <button type="button" class="lab-row" aria-expanded={open === name} onClick={() => setOpen(open === name ? null : name)}>
                <span class="lab-row-name">
                  {nameOf(shown, name)}
                  {wager.paytable && <span class="tag">{wager.paytable === "invented" ? invented(data, book, tables, name) : wager.paytable}</span>}
                </span>
                <span class="lab-row-edge">
                  <span class="lab-small">{t(old ? "Previous house edge" : "House edge")}</span>
                  <strong data-exact={wager.house_edge.exact}>{percent(wager.house_edge)}</strong>
                </span>
                <span class="lab-row-more">
                  <span class="lab-small">{t(wager.element_of_risk ? "Element of risk" : "Wins")}</span>
                  <span>{wager.element_of_risk ? percent(wager.element_of_risk) : wager.hit_frequency && chance(wager.hit_frequency)}</span>
                </span>
                <span class="lab-row-more">
                  <span class="lab-small">{t("Deviation")}</span>
                  <span>{Number(wager.standard_deviation).toFixed(4)}</span>
                </span>
                <span class="lab-turn" aria-hidden="true" />
              </button>
              {open === name && (
                <div class="lab-opened">
                  <Details name={name} wager={wager} shown={shown} />
                  <Why wagers={name === "base" ? Object.keys(wager.parts ?? {}) : [name]} readings={readings} data={data} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <Limits analysis={analysis} />
    </div>
  );
}

/** "my own", or with the letter of the printed table that it is equal to. */
function invented(data: Data, book: Book, tables: Tables | null, wager: string): string {
  const letter = tables && printedAlike(data, book, tables, wager);
  return letter ? t("my own, as {letter}", { letter }) : t("my own");
}

function Awaited({ name, analysis }: { name: string; analysis: Analysis }) {
  return (
    <li class="lab-awaited">
      <span class="lab-row-name">{name}</span>
      {analysis.progress && <Working what={t("Solving every deal")} progress={analysis.progress} />}
    </li>
  );
}

function Details({ name, wager, shown }: { name: string; wager: Wager; shown: Shown }) {
  const base = name === "base";
  return (
    <>
      <p class="lab-exact">
        {wager.per ? (
          <T
            text={base ? "House edge exactly {edge} of the {unit}, under best play over all deals." : "House edge exactly {edge} of the {unit}."}
            parts={{ edge: <span class="hash">{wager.house_edge.exact}</span>, unit: unitOf(shown) }}
          />
        ) : (
          <T
            text={base ? "House edge exactly {edge} of the wager, under best play over all deals." : "House edge exactly {edge} of the wager."}
            parts={{ edge: <span class="hash">{wager.house_edge.exact}</span> }}
          />
        )}
      </p>
      {name === "base" && <BaseFigures wager={wager} shown={shown} />}
      {wager.lines && <LineTable name={nameOf(shown, name)} wager={wager} shown={shown} />}
      {name === shown.progressive_wager && <MeterFigures wager={wager as Progressive} />}
      {wager.at_maximum && (
        <p class="hint">
          {t("At a stake of {stake}, because a line pays an amount. At {most} the house edge is {edge}.", {
            stake: priceOf(wager.stake),
            most: priceOf(wager.at_maximum.stake),
            edge: percent(wager.at_maximum.house_edge),
          })}
        </p>
      )}
    </>
  );
}

function BaseFigures({ wager, shown }: { wager: Wager; shown: Shown }) {
  const unit = unitOf(shown);
  return (
    <dl class="figures">
      {wager.average_wager && (
        <div>
          <dt>{t("Average wager, {unit}s", { unit })}</dt>
          <dd>{Number(wager.average_wager.decimal).toFixed(6)}</dd>
        </div>
      )}
      {wager.dealer_qualifies && (
        <div>
          <dt>{t("Dealer qualifies")}</dt>
          <dd>{percent(wager.dealer_qualifies)}</dd>
        </div>
      )}
      {Object.entries(wager.actions ?? {}).map(([action, part]) => (
        <div key={action}>
          <dt>{actionName(shown, action)}</dt>
          <dd>{percent(part)}</dd>
        </div>
      ))}
      {Object.entries(wager.parts ?? {}).map(([part, figures]) => (
        <div key={part}>
          <dt>{t("{wager} wins or loses, {unit}s", { wager: wagerName(shown, part), unit })}</dt>
          <dd>{units(figures.net, 6)}</dd>
        </div>
      ))}
    </dl>
  );
}

function LineTable({ name, wager, shown }: { name: string; wager: Wager; shown: Shown }) {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Lines of the {wager}", { wager: name })}>
      <table class="plain-table lab-table">
        <thead>
          <tr>
            <th scope="col">{t("Hand")}</th>
            <th scope="col">{t("Pays")}</th>
            <th scope="col">{t("Probability")}</th>
            <th scope="col">{t("How often")}</th>
            <th scope="col">{t("Return")}</th>
            <th scope="col">{t("Clause")}</th>
          </tr>
        </thead>
        <tbody>
          {wager.lines?.map((line) => (
            <tr key={line.hand}>
              <th scope="row">{lineName(shown, line.hand)}</th>
              <td>{oddsText(line.odds ?? line.pays ?? "")}</td>
              <td title={line.probability.exact}>{chance(line.probability)}</td>
              <td>{oneIn(line.probability)}</td>
              <td title={line.return.exact}>{percent(line.return)}</td>
              <td>
                <cite>{line.clause}</cite>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MeterFigures({ wager }: { wager: Progressive }) {
  return (
    <dl class="figures">
      {wager.at_meter && (
        <div>
          <dt>{t("At a meter of")}</dt>
          <dd>{meterPrice(wager.at_meter)}</dd>
        </div>
      )}
      {wager.break_even_meter && (
        <div>
          <dt>{t("Breaks even at")}</dt>
          <dd>{roundPrice(Number(wager.break_even_meter.decimal))}</dd>
        </div>
      )}
      {wager.long_run && (
        <div>
          <dt>{t("House edge in the long run")}</dt>
          <dd>{percent(wager.long_run.house_edge)}</dd>
        </div>
      )}
      {wager.other_amounts?.map((other) => (
        <div key={other.amount}>
          <dt>{t("House edge at a wager of {amount}", { amount: priceOf(other.amount) })}</dt>
          <dd>{percent(other.house_edge)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The readings that affect the wager. */
function Why({ wagers, readings, data }: { wagers: readonly string[]; readings: readonly Reading[] | null; data: Data }) {
  const found = (readings ?? []).filter((each) => each.worth.some((wager) => wagers.includes(wager)));
  if (!found.length) return null;
  return (
    <details class="lab-why">
      <summary>
        <T
          text="Why: <hint>{readings}</hint>"
          parts={{ hint: (inside) => <span class="hint">{inside}</span>, readings: many(found.length, "{count} reading affects it", "{count} readings affect it") }}
        />
      </summary>
      <ul>
        {found.map((reading) => {
          const taken = String(read(data, `readings.${reading.id}`) ?? reading.default);
          return (
            <li key={reading.id}>
              <p>
                <strong>{reading.title}</strong>: {plain(taken)}
                {taken !== reading.default && <span class="tag">{t("changed")}</span>}. {reading.readings[taken]}
              </p>
              <ClauseNote clause={reading.clauses[0] ?? ""} />
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Limits({ analysis }: { analysis: Analysis }) {
  const most = analysis.payout_limit?.at(-1);
  if (!most) return null;
  const [least, largest] = [most.taken.least, most.taken.most].map((each) => Number(each.decimal));
  const limit = priceOf(most.limit);
  if (!largest) return <p class="hint">{t("The payout limit of {limit} has no effect, even at the largest stakes.", { limit })}</p>;
  const facts = { limit, least: `$${least?.toFixed(6)}`, most: `$${largest.toFixed(6)}` };
  return (
    <p class="hint">
      {t(
        most.exact
          ? "At the largest stakes the payout limit of {limit} reduces the payout of a hand by {most} on average."
          : "At the largest stakes the payout limit of {limit} reduces the payout of a hand by between {least} and {most} on average.",
        facts,
      )}
    </p>
  );
}
