import { useState } from "preact/hooks";
import { HeatMap, type HeatCell } from "../../parts/HeatMap";
import { ProblemNotice } from "../../parts/Notice";
import { antes, heat, percent, type Exact, type Progress } from "../../model/lab";
import { capital } from "../../model/words";
import type { Data } from "../../model/submission";
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
  by: string;
  across: string;
  down: string;
  rows: string[];
  columns: string[];
  cells: Cell[];
}

interface Map extends Words {
  game: string;
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
  const chase = map.game === "chase_the_flush";
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
      <PanelView key={panel.title} panel={panel} chase={chase} />
      <RuleInWords words={map} chase={chase} />
      <ShortStrategies data={data} />
    </>
  );
}

function PanelView({ panel, chase }: { panel: Panel; chase: boolean }) {
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
          cells={panel.cells.map((each) => heatCell(each, panel, chase))}
          lowest={Math.min(...values)}
          highest={Math.max(...values)}
          chosen={chosen}
          onChoose={(row, column) => setChosen({ row, column })}
        />
        <ul class="lab-legend">
          <li>
            <i class="heat-scale" aria-hidden="true" style={{ background: gradient(Math.min(...values), Math.max(...values)) }} />
            {antes({ exact: "", decimal: String(Math.min(...values)) })} to {antes({ exact: "", decimal: String(Math.max(...values)) })} antes, under best play
          </li>
          <li>
            <i class="heat-key heat-all" aria-hidden="true" /> {chase ? "all in at once" : "always raised"}
          </li>
          <li>
            <i class="heat-key heat-some" aria-hidden="true" /> {chase ? "all in with some third cards" : "sometimes raised"}
          </li>
          <li>
            <i class="heat-key" aria-hidden="true" /> {chase ? "checked" : "folded"}
          </li>
        </ul>
      </div>
      {cell && <CellView cell={cell} panel={panel} chase={chase} />}
    </section>
  );
}

/** The colours from the lowest value to the highest. */
function gradient(lowest: number, highest: number): string {
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => heat(lowest + part * (highest - lowest), lowest, highest).background);
  return `linear-gradient(90deg, ${steps.join(", ")})`;
}

function heatCell(cell: Cell, panel: Panel, chase: boolean): HeatCell {
  const mark = cell.bet_on === 0 ? "none" : cell.bet_on === cell.hands ? "all" : "some";
  const fold = !chase && cell.bet_on === 0;
  const shown = fold ? "fold" : antes(cell.value).replace("+0.", "+.").replace("−0.", "−.");
  return {
    row: cell.row,
    column: cell.column,
    value: Number(cell.value.decimal),
    shown,
    spoken: `${shown}, ${panel.down} ${cell.row}, ${panel.across} ${cell.column}: ${doing(cell, chase)}, worth ${antes(cell.value, 4)} antes`,
    mark,
  };
}

function doing(cell: Cell, chase: boolean): string {
  const verb = chase ? "goes all in" : "raises";
  if (cell.bet_on === 0) return chase ? "checks" : "folds";
  if (cell.bet_on === cell.hands) return verb;
  return `${verb} with ${((100 * cell.bet_on) / cell.hands).toFixed(1)} % of these hands`;
}

function CellView({ cell, panel, chase }: { cell: Cell; panel: Panel; chase: boolean }) {
  const name = panel.by === "two cards" ? cell.label.replace(", ", "-") : `${cell.row}, ${panel.by === "flush" ? `${cell.column} high` : `${cell.column} higher outside`}`;
  return (
    <div class="lab-cell" aria-live="polite">
      <h2>{capital(name)}</h2>
      <p>
        Best play {doing(cell, chase)}. {cell.hands.toLocaleString("en-US")} {chase ? "holes" : "hands"}, worth <strong>{antes(cell.value, 6)}</strong> antes on average.
      </p>
      {cell.parts ? <Parts cell={cell} name={name} chase={chase} /> : <Options options={cell.options} />}
      <p class="lab-exact">
        Exactly <span class="hash">{cell.value.exact}</span>
      </p>
    </div>
  );
}

function Options({ options }: { options: Record<string, Exact> }) {
  const best = Math.max(...Object.values(options).map((value) => Number(value.decimal)));
  return (
    <dl class="figures">
      {Object.entries(options).map(([name, value]) => (
        <div key={name}>
          <dt>{capital(name)}</dt>
          <dd title={value.exact} class={Number(value.decimal) === best ? "lab-best" : ""}>
            {antes(value, 6)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The hands of a cell, told apart by their third card. */
function Parts({ cell, name, chase }: { cell: Cell; name: string; chase: boolean }) {
  const options = Object.keys(cell.options);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Values of ${name}`}>
      <table class="plain-table lab-table">
        <thead>
          <tr>
            <th scope="col">Cards</th>
            {options.map((option) => (
              <th key={option} scope="col">
                {capital(option)}
              </th>
            ))}
            <th scope="col">{chase ? "All in" : "Raised"}</th>
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
                    {value && antes(value, 5)}
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
