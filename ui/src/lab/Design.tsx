import { useEffect, useState } from "preact/hooks";
import { ProblemNotice } from "../parts/Notice";
import { meterPrice } from "../words/money";
import { capital, lineName, wagerName } from "../words/words";
import { write, type Data } from "../submission/submission";
import type { Book, Shown } from "../server/types";
import { useAnswer } from "./ask";
import { change } from "./choices";
import type { Progress } from "../server/files";
import { bookWager, paidByTable, percent, type Analysis, type Exact } from "./lab";
import { Working } from "./Progress";

interface Answer {
  paytable?: Record<string, string>;
  printed?: string | null;
  segments?: { symbol: string; count: number }[];
  rate?: string;
  secondary_rate?: string;
  initial?: string;
  reset?: string;
  house_edge?: Exact;
  hit_frequency?: Exact;
  standard_deviation?: string;
  long_run_edge?: Exact | null;
  edge_at_the_start?: Exact;
  average_win?: Exact;
}

interface Designs {
  what: "table" | "wheel" | "meter";
  found: number;
  whole: boolean;
  answers: Answer[];
}

interface Goal {
  edge: number;
  within: number;
  hits: number | null;
  deviation: number | null;
}

const TABLE = "table";
const WHEEL = "wheel";
const METER = "meter";
const NAMES: Record<string, string> = { [TABLE]: "a pay table", [WHEEL]: "the segments of the wheel", [METER]: "the meter" };

const goalOf = (analysis: Analysis, wager: string, meter: boolean): Goal => {
  const figures = analysis.wagers[wager] as (Answer & { long_run?: { house_edge: Exact } | null }) | undefined;
  const edge = (meter ? figures?.long_run?.house_edge : null) ?? figures?.house_edge;
  return { edge: tenth(Number(edge?.decimal ?? 0.08) * 100), within: meter ? 0.25 : 0.1, hits: null, deviation: null };
};

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Pay tables, wheels and meters that reach what the sliders say. */
export function Design({ analysis, data, book }: { analysis: Analysis; data: Data; book: Book }) {
  const wagers = paidByTable(book).filter((wager) => analysis.wagers[wager]);
  const [picked, setWager] = useState(wagers.find((wager) => bookWager(book, wager)?.offer !== "required") ?? "");
  const wager = wagers.includes(picked) ? picked : (wagers[0] ?? "");
  const whats = whatsOf(book, wager);
  const [chosen, setWhat] = useState<string>(TABLE);
  const what = whats.includes(chosen) ? chosen : (whats[0] ?? TABLE);
  const [goal, setGoal] = useState<Goal>(() => goalOf(analysis, wager, what === METER));
  useEffect(() => setGoal(goalOf(analysis, wager, what === METER)), [wager, what]);
  const body = {
    submission: data,
    wager,
    what,
    edge: `${goal.edge}%`,
    within: `${goal.within}%`,
    ...(goal.hits === null || what !== TABLE ? {} : { hits: `${goal.hits}%` }),
    ...(goal.deviation === null || what === METER ? {} : { deviation: `${goal.deviation}` }),
    answers: 30,
  };
  const { answer, progress, problem } = useAnswer<{ design: Designs; progress: Progress | null }>(wager ? "/api/lab/design" : null, body);
  if (!wager) return <p class="hint">No wager that is paid by a table is offered.</p>;
  const figures = analysis.wagers[wager];
  const found = answer?.design.what === what ? answer.design : null;
  return (
    <section class="panel lab-design" aria-labelledby="lab-design">
      <h2 id="lab-design">A table to order</h2>
      <div class="lab-goal">
        <label class="field">
          Wager
          <select value={wager} onChange={(event) => setWager(event.currentTarget.value)}>
            {wagers.map((each) => (
              <option key={each} value={each}>
                {wagerName(book.shown, each)}
              </option>
            ))}
          </select>
        </label>
        {whats.length > 1 && (
          <label class="field">
            Find
            <select value={what} onChange={(event) => setWhat(event.currentTarget.value)}>
              {whats.map((each) => (
                <option key={each} value={each}>
                  {capital(NAMES[each] ?? each)}
                </option>
              ))}
            </select>
          </label>
        )}
        <Slider name={what === METER ? "House edge in the long run" : "House edge"} unit=" %" from={-5} to={60} step={0.1} value={goal.edge} onValue={(edge) => setGoal({ ...goal, edge })} />
        <Slider name="Within" unit=" %" from={0.01} to={1} step={0.01} value={goal.within} onValue={(within) => setGoal({ ...goal, within })} />
        {what === TABLE && (
          <Optional
            name="Hit frequency" unit=" %" from={0.5} to={50} step={0.5} value={goal.hits}
            first={Math.max(0.5, Math.round(Number(figures?.hit_frequency?.decimal ?? 0.2) * 200) / 2)} onValue={(hits) => setGoal({ ...goal, hits })}
          />
        )}
        {what !== METER && (
          <Optional
            name="Standard deviation" unit=" stakes" from={1} to={60} step={0.5} value={goal.deviation}
            first={Math.max(1, Math.round(Number(figures?.standard_deviation ?? 5) * 2) / 2)} onValue={(deviation) => setGoal({ ...goal, deviation })}
          />
        )}
      </div>
      <ProblemNotice problem={problem} onClose={() => undefined} />
      {!found && progress && <Working what="Searching" progress={progress} />}
      {found && <Found found={found} shown={book.shown} onUse={(each) => change({ data: withAnswer(data, wager, each) })} />}
    </section>
  );
}

/** What can be designed for a wager: a wheel's symbols are printed, and only the progressive has a meter. */
function whatsOf(book: Book, wager: string): string[] {
  const first = bookWager(book, wager)?.wheel ? WHEEL : TABLE;
  return wager === book.shown.progressive_wager ? [first, METER] : [first];
}

/** The choices with an answer taken over. */
export function withAnswer(data: Data, wager: string, answer: Answer): Data {
  const at = `wagers.${wager}`;
  if (answer.paytable) return write(data, `${at}.paytable`, answer.printed ?? answer.paytable);
  if (answer.segments) return write(data, `${at}.segments`, answer.segments);
  let next = data;
  for (const key of ["rate", "secondary_rate", "initial", "reset"] as const) {
    if (answer[key] !== undefined) next = write(next, `${at}.${key}`, answer[key]);
  }
  return next;
}

interface SliderProps {
  name: string;
  unit: string;
  from: number;
  to: number;
  step: number;
  value: number;
  onValue: (value: number) => void;
}

/** The figure follows the handle; the search begins when it is let go. */
function Slider({ name, unit, from, to, step, value, onValue }: SliderProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const places = step < 0.1 ? 2 : 1;
  const id = `lab-goal-${name.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <div class="lab-slider">
      <label for={id}>{name}</label>
      <output for={id}>
        {(moved ?? value).toFixed(places).replace("-", "−")}
        {unit}
      </output>
      <input
        id={id}
        type="range"
        min={from}
        max={to}
        step={step}
        value={moved ?? value}
        onInput={(event) => setMoved(Number(event.currentTarget.value))}
        onChange={(event) => {
          setMoved(null);
          onValue(Number(event.currentTarget.value));
        }}
      />
    </div>
  );
}

interface OptionalProps extends Omit<SliderProps, "value" | "onValue"> {
  value: number | null;
  first: number;
  onValue: (value: number | null) => void;
}

function Optional({ name, value, first, onValue, ...range }: OptionalProps) {
  return (
    <div class="lab-optional">
      <label class="check">
        <input type="checkbox" checked={value !== null} onChange={(event) => onValue(event.currentTarget.checked ? first : null)} /> {name} matters
      </label>
      {value !== null && <Slider name={name} value={value} onValue={onValue} {...range} />}
    </div>
  );
}

interface FoundProps {
  found: Designs;
  shown: Shown;
  onUse: (answer: Answer) => void;
}

function Found({ found, shown, onUse }: FoundProps) {
  if (!found.answers.length) return <p class="hint">Nothing reaches this. Allow a wider edge, or let another goal go.</p>;
  const many = found.found.toLocaleString("en-US");
  return (
    <>
      <p class="hint">
        {found.answers.length === found.found ? `All ${many}` : `${found.answers.length} of ${many}${found.whole ? "" : " or more"}`}
        {found.what === TABLE ? ": printed tables first, then the largest top prize. " : ". "}
        Every figure is exact.
      </p>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="What was found">
        <table class="plain-table lab-table lab-designs">
          {found.what === TABLE && <Tables answers={found.answers} shown={shown} onUse={onUse} />}
          {found.what === WHEEL && <Wheels answers={found.answers} onUse={onUse} />}
          {found.what === METER && <Meters answers={found.answers} onUse={onUse} />}
        </table>
      </div>
    </>
  );
}

interface RowsProps {
  answers: readonly Answer[];
  onUse: (answer: Answer) => void;
}

function Head({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        <th scope="col">
          <span class="sr-only">Take over</span>
        </th>
      </tr>
    </thead>
  );
}

function Use({ answer, onUse, name }: { answer: Answer; onUse: (answer: Answer) => void; name: string }) {
  return (
    <td>
      <button type="button" class="quiet" onClick={() => onUse(answer)}>
        Use it<span class="sr-only"> : {name}</span>
      </button>
    </td>
  );
}

/** "300 to 1" as "300"; other pays in full. */
const shortPay = (pay: string | undefined): string => (pay ?? "").replace(/ to 1$/, "");

function Tables({ answers, shown, onUse }: RowsProps & { shown: Shown }) {
  const lines = [...new Set(answers.flatMap((each) => Object.keys(each.paytable ?? {})))];
  return (
    <>
      <Head names={["Edge", "Hits", "Deviation", ...lines.map((line) => lineName(shown, line))]} />
      <tbody>
        {answers.map((each, place) => (
          <tr key={place}>
            <th scope="row" title={each.house_edge?.exact}>
              {percent(each.house_edge ?? "0")}
              {each.printed && <span class="lab-small">printed as {each.printed}</span>}
            </th>
            <td title={each.hit_frequency?.exact}>{percent(each.hit_frequency ?? "0", 2)}</td>
            <td>{Number(each.standard_deviation).toFixed(2)}</td>
            {lines.map((line) => (
              <td key={line}>{shortPay(each.paytable?.[line])}</td>
            ))}
            <Use answer={each} onUse={onUse} name={`the table with ${percent(each.house_edge ?? "0")}`} />
          </tr>
        ))}
      </tbody>
    </>
  );
}

function Wheels({ answers, onUse }: RowsProps) {
  const symbols = answers[0]?.segments?.map((each) => each.symbol) ?? [];
  return (
    <>
      <Head names={["Edge", "Deviation", ...symbols]} />
      <tbody>
        {answers.map((each, place) => (
          <tr key={place}>
            <th scope="row" title={each.house_edge?.exact}>
              {percent(each.house_edge ?? "0")}
            </th>
            <td>{Number(each.standard_deviation).toFixed(2)}</td>
            {(each.segments ?? []).map((part) => (
              <td key={part.symbol}>{part.count}</td>
            ))}
            <Use answer={each} onUse={onUse} name={`the wheel with ${percent(each.house_edge ?? "0")}`} />
          </tr>
        ))}
      </tbody>
    </>
  );
}

function Meters({ answers, onUse }: RowsProps) {
  return (
    <>
      <Head names={["Long-run edge", "Rate", "Starts at", "Goes on at", "Edge at the start", "Average win"]} />
      <tbody>
        {answers.map((each, place) => (
          <tr key={place}>
            <th scope="row" title={each.long_run_edge?.exact}>
              {percent(each.long_run_edge ?? "0")}
            </th>
            <td>{each.secondary_rate ? `${each.rate} and ${each.secondary_rate}` : each.rate}</td>
            <td>{meterPrice(each.initial ?? "0")}</td>
            <td>{each.reset === undefined ? "the second meter" : meterPrice(each.reset)}</td>
            <td title={each.edge_at_the_start?.exact}>{percent(each.edge_at_the_start ?? "0")}</td>
            <td title={each.average_win?.exact}>{meterPrice(Number(each.average_win?.decimal ?? 0).toFixed(2))}</td>
            <Use answer={each} onUse={onUse} name={`the meter with ${percent(each.long_run_edge ?? "0")}`} />
          </tr>
        ))}
      </tbody>
    </>
  );
}
