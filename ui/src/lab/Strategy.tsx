import { useState } from "preact/hooks";
import { mark, numberFormat, t } from "../language/language";
import { T } from "../language/T";
import { HeatMap, type HeatCell } from "../charts/HeatMap";
import { ProblemNotice } from "../parts/Notice";
import { useShown } from "../parts/shown";
import type { Shown } from "../server/types";
import { actionName, parseAction } from "../words/actions";
import { heat, percent, units, type Exact } from "./lab";
import type { Progress } from "../server/files";
import { strategyPlace } from "../words/strategies";
import { capital, unitOf, wagerName } from "../words/words";
import type { Data } from "../submission/submission";
import { useAnswer } from "./ask";
import { LongWork } from "./Progress";
import { RuleInWords, type Words } from "./RuleInWords";
import { ShortStrategies } from "./ShortStrategies";

interface Cell {
  row: string;
  column: string;
  label: string;
  hands: number;
  bet_on: number;
  value: Exact;
  options: Record<string, Exact>;
  parts?: Cell[];
}

interface Panel {
  title: string;
  across: string;
  down: string;
  rows: string[];
  columns: string[];
  cells: Cell[];
}

interface Map extends Words {
  panels: Panel[];
}

/** Best play as a map of all starting hands: what each is worth, and what to do with it. */
export function Strategy({ data }: { data: Data }) {
  const asked = useAnswer<{ strategy: Map; progress: Progress | null }>("/api/lab/strategy", { submission: data });
  const { answer, problem } = asked;
  const [place, setPlace] = useState(0);
  if (problem) return <ProblemNotice problem={problem} onClose={() => undefined} />;
  if (!answer) return <LongWork what={t("Best play of every starting hand")} asked={asked} />;
  const map = answer.strategy;
  const panels = map.panels.map(inLanguage);
  const panel = panels[place] ?? panels[0];
  if (!panel) return null;
  return (
    <>
      <div class="pills" role="group" aria-label={t("Map")}>
        {panels.map((each, number) => (
          <button key={each.title} type="button" class="quiet" aria-pressed={each === panel} onClick={() => setPlace(number)}>
            {each.title}
          </button>
        ))}
      </div>
      <PanelView key={panel.title} panel={panel} />
      <RuleInWords words={map} />
      <ShortStrategies data={data} />
    </>
  );
}

/** A map with its words in the language that is shown. */
function inLanguage(panel: Panel): Panel {
  const cells = panel.cells.map((cell) => ({ ...cellInLanguage(cell), row: strategyPlace(cell.row), column: strategyPlace(cell.column) }));
  const places = { title: strategyPlace(panel.title), across: strategyPlace(panel.across), down: strategyPlace(panel.down) };
  return { ...panel, ...places, rows: panel.rows.map(strategyPlace), columns: panel.columns.map(strategyPlace), cells };
}

const cellInLanguage = <C extends { label: string; parts?: readonly C[] }>(cell: C): C =>
  ({ ...cell, label: strategyPlace(cell.label), ...(cell.parts && { parts: cell.parts.map((part) => cellInLanguage(part)) }) });

/** The words for the hands of a map: the wager, the action without it, and the unit of the values. */
interface Terms {
  /** The title of the wager that is made with the better ones. */
  readonly bet: string;
  /** What is done with the others: "fold" or "check". */
  readonly passive: string;
  readonly unit: string;
}

function termsOf(shown: Shown | null, panel: Panel): Terms {
  const actions = Object.keys(panel.cells[0]?.options ?? {}).map(parseAction);
  const bet = actions.find((action) => action.times > 0);
  return {
    bet: bet ? wagerName(shown, bet.word) : "",
    passive: actions.find((action) => action.times === 0)?.word ?? "",
    unit: unitOf(shown),
  };
}

function PanelView({ panel }: { panel: Panel }) {
  const terms = termsOf(useShown(), panel);
  const [chosen, setChosen] = useState<{ row: string; column: string } | null>(null);
  const values = panel.cells.map((each) => Number(each.value.decimal));
  const cell = panel.cells.find((each) => each.row === chosen?.row && each.column === chosen.column) ?? panel.cells[0];
  return (
    <section class="panel lab-map" aria-label={panel.title}>
      <div>
        <HeatMap
          name={panel.title}
          rows={panel.rows}
          columns={panel.columns}
          across={panel.across}
          down={panel.down}
          cells={panel.cells.map((each) => heatCell(each, panel, terms))}
          lowest={Math.min(...values)}
          highest={Math.max(...values)}
          chosen={chosen}
          onChoose={(row, column) => setChosen({ row, column })}
        />
        <ul class="lab-legend">
          <li>
            <i class="heat-scale" aria-hidden="true" style={{ background: gradient(Math.min(...values), Math.max(...values)) }} />
            {t("{least} to {most} {unit}s, under best play", {
              least: units({ exact: "", decimal: String(Math.min(...values)) }),
              most: units({ exact: "", decimal: String(Math.max(...values)) }),
              unit: terms.unit,
            })}
          </li>
          <li>
            <i class="heat-key heat-all" aria-hidden="true" /> {t("{action} with all", { action: terms.bet })}
          </li>
          <li>
            <i class="heat-key heat-some" aria-hidden="true" /> {t("{action} with some", { action: terms.bet })}
          </li>
          <li>
            <i class="heat-key" aria-hidden="true" /> {t("{action} with all", { action: capital(passiveName(terms.passive)) })}
          </li>
        </ul>
      </div>
      {cell && <CellView cell={cell} terms={terms} />}
    </section>
  );
}

/** The colours from the lowest value to the highest. */
function gradient(lowest: number, highest: number): string {
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => heat(lowest + part * (highest - lowest), lowest, highest).background);
  return `linear-gradient(90deg, ${steps.join(", ")})`;
}

function heatCell(cell: Cell, panel: Panel, terms: Terms): HeatCell {
  const bets = cell.bet_on === 0 ? "none" : cell.bet_on === cell.hands ? "all" : "some";
  // All folded hands have the same value, so the cell says "fold" instead: a text of its own, for the cell is narrow.
  const shown = terms.passive === FOLD && cell.bet_on === 0 ? t("fold{short}", { short: "" }) : units(cell.value).replace("+0.", "+.").replace("−0.", "−.");
  return {
    row: cell.row,
    column: cell.column,
    value: Number(cell.value.decimal),
    shown,
    spoken: t("{shown}, {down} {row}, {across} {column}: {action}, worth {value} {unit}s", {
      shown,
      down: panel.down,
      row: cell.row,
      across: panel.across,
      column: cell.column,
      action: doing(cell, terms),
      value: units(cell.value, 4),
      unit: terms.unit,
    }),
    mark: bets,
  };
}

const FOLD = "fold";
/** Actions without chips, as the service writes them. */
const PASSIVE: Readonly<Record<string, string>> = { [FOLD]: mark("fold"), check: mark("check") };
const passiveName = (action: string): string => t(PASSIVE[action] ?? action);

function doing(cell: Cell, { bet, passive }: Terms): string {
  if (cell.bet_on === 0) return passiveName(passive);
  if (cell.bet_on === cell.hands) return bet;
  return t("{action} with {part} % of these hands", { action: bet, part: ((100 * cell.bet_on) / cell.hands).toFixed(1) });
}

function CellView({ cell, terms }: { cell: Cell; terms: Terms }) {
  return (
    <div class="lab-cell" aria-live="polite">
      <h2>{capital(cell.label)}</h2>
      <p>
        <T
          text="Best play: {action}. {hands} hands, worth {value} {unit}s on average."
          parts={{ action: doing(cell, terms), hands: numberFormat().format(cell.hands), value: <strong>{units(cell.value, 6)}</strong>, unit: terms.unit }}
        />
      </p>
      {cell.parts ? <Parts cell={cell} bet={terms.bet} /> : <Options options={cell.options} />}
      <p class="lab-exact">
        <T text="Exactly {value}" parts={{ value: <span class="hash">{cell.value.exact}</span> }} />
      </p>
    </div>
  );
}

function Options({ options }: { options: Record<string, Exact> }) {
  const shown = useShown();
  const best = Math.max(...Object.values(options).map((value) => Number(value.decimal)));
  return (
    <dl class="figures">
      {Object.entries(options).map(([name, value]) => (
        <div key={name}>
          <dt>{actionName(shown, name)}</dt>
          <dd title={value.exact} class={Number(value.decimal) === best ? "lab-best" : ""}>
            {units(value, 6)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The hands of a cell, by their third card. */
function Parts({ cell, bet }: { cell: Cell; bet: string }) {
  const shown = useShown();
  const options = Object.keys(cell.options);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("Values of {hands}", { hands: cell.label })}>
      <table class="plain-table lab-table">
        <thead>
          <tr>
            <th scope="col">{t("Cards")}</th>
            {options.map((option) => (
              <th key={option} scope="col">
                {actionName(shown, option)}
              </th>
            ))}
            <th scope="col">{bet}</th>
          </tr>
        </thead>
        <tbody>
          {[{ ...cell, label: t("All of these") }, ...(cell.parts ?? [])].map((each) => (
            <tr key={each.label}>
              <th scope="row">{each.label}</th>
              {options.map((option) => {
                const value = each.options[option];
                const best = Math.max(...Object.values(each.options).map((other) => Number(other.decimal)));
                return (
                  <td key={option} title={value?.exact} class={value && Number(value.decimal) === best ? "lab-best" : ""}>
                    {value && units(value, 5)}
                  </td>
                );
              })}
              <td>{percent({ exact: "", decimal: String(each.bet_on / each.hands) }, each.bet_on === 0 || each.bet_on === each.hands ? 0 : 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
