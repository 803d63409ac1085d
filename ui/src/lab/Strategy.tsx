import { useState } from "preact/hooks";
import { HeatMap, type HeatCell } from "../charts/HeatMap";
import { ProblemNotice } from "../parts/Notice";
import { useShown } from "../parts/shown";
import type { Shown } from "../server/types";
import { actionName, parseAction } from "../words/actions";
import { heat, percent, units, type Exact } from "./lab";
import type { Progress } from "../server/files";
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
  if (!answer) return <LongWork what="Best play of every starting hand" asked={asked} />;
  const map = answer.strategy;
  const panel = map.panels[place] ?? map.panels[0];
  if (!panel) return null;
  return (
    <>
      <div class="pills" role="group" aria-label="Map">
        {map.panels.map((each, number) => (
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
    unit: `${unitOf(shown)}s`,
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
            {units({ exact: "", decimal: String(Math.min(...values)) })} to {units({ exact: "", decimal: String(Math.max(...values)) })} {terms.unit}, under
            best play
          </li>
          <li>
            <i class="heat-key heat-all" aria-hidden="true" /> {terms.bet} with all
          </li>
          <li>
            <i class="heat-key heat-some" aria-hidden="true" /> {terms.bet} with some
          </li>
          <li>
            <i class="heat-key" aria-hidden="true" /> {capital(terms.passive)} with all
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
  const mark = cell.bet_on === 0 ? "none" : cell.bet_on === cell.hands ? "all" : "some";
  // All folded hands have the same value, so the cell says "fold" instead.
  const shown = terms.passive === FOLD && cell.bet_on === 0 ? FOLD : units(cell.value).replace("+0.", "+.").replace("−0.", "−.");
  return {
    row: cell.row,
    column: cell.column,
    value: Number(cell.value.decimal),
    shown,
    spoken: `${shown}, ${panel.down} ${cell.row}, ${panel.across} ${cell.column}: ${doing(cell, terms)}, worth ${units(cell.value, 4)} ${terms.unit}`,
    mark,
  };
}

const FOLD = "fold";

function doing(cell: Cell, { bet, passive }: Terms): string {
  if (cell.bet_on === 0) return passive;
  if (cell.bet_on === cell.hands) return bet;
  return `${bet} with ${((100 * cell.bet_on) / cell.hands).toFixed(1)} % of these hands`;
}

function CellView({ cell, terms }: { cell: Cell; terms: Terms }) {
  return (
    <div class="lab-cell" aria-live="polite">
      <h2>{capital(cell.label)}</h2>
      <p>
        Best play: {doing(cell, terms)}. {cell.hands.toLocaleString("en-US")} hands, worth <strong>{units(cell.value, 6)}</strong> {terms.unit} on average.
      </p>
      {cell.parts ? <Parts cell={cell} bet={terms.bet} /> : <Options options={cell.options} />}
      <p class="lab-exact">
        Exactly <span class="hash">{cell.value.exact}</span>
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
    <div class="scroll" tabIndex={0} role="region" aria-label={`Values of ${cell.label}`}>
      <table class="plain-table lab-table">
        <thead>
          <tr>
            <th scope="col">Cards</th>
            {options.map((option) => (
              <th key={option} scope="col">
                {actionName(shown, option)}
              </th>
            ))}
            <th scope="col">{bet}</th>
          </tr>
        </thead>
        <tbody>
          {[{ ...cell, label: "All of these" }, ...(cell.parts ?? [])].map((each) => (
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
