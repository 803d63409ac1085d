import { useEffect, useState } from "preact/hooks";
import { listed, mark, t } from "../language/language";
import { T } from "../language/T";
import { ProblemNotice } from "../parts/Notice";
import { meterPrice } from "../words/money";
import { lineName, wagerName } from "../words/words";
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
const NAMES: Record<string, string> = { [TABLE]: mark("A pay table"), [WHEEL]: mark("The segments of the wheel"), [METER]: mark("The meter") };

const goalOf = (analysis: Analysis, wager: string, meter: boolean): Goal => {
  const figures = analysis.wagers[wager] as (Answer & { long_run?: { house_edge: Exact } | null }) | undefined;
  const edge = (meter ? figures?.long_run?.house_edge : null) ?? figures?.house_edge;
  return { edge: tenth(Number(edge?.decimal ?? 0.08) * 100), within: meter ? 0.25 : 0.1, hits: null, deviation: null };
};

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Pay tables, wheels and meters that reach the goals set by the sliders. */
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
  if (!wager) return <p class="hint">{t("No wager that is paid by a table is offered.")}</p>;
  const figures = analysis.wagers[wager];
  const found = answer?.design.what === what ? answer.design : null;
  return (
    <section class="panel lab-design" aria-labelledby="lab-design">
      <h2 id="lab-design">{t("A table to order")}</h2>
      <div class="lab-goal">
        <label class="field">
          {t("Wager")}
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
            {t("Find")}
            <select value={what} onChange={(event) => setWhat(event.currentTarget.value)}>
              {whats.map((each) => (
                <option key={each} value={each}>
                  {t(NAMES[each] ?? each)}
                </option>
              ))}
            </select>
          </label>
        )}
        <Slider id="edge" name={t(what === METER ? "House edge in the long run" : "House edge")} shown={percentage} from={-5} to={60} step={0.1} value={goal.edge} onValue={(edge) => setGoal({ ...goal, edge })} />
        <Slider id="within" name={t("Within")} shown={percentage} from={0.01} to={1} step={0.01} value={goal.within} onValue={(within) => setGoal({ ...goal, within })} />
        {what === TABLE && (
          <Optional
            id="hits" name={t("Hit frequency")} matters={t("Hit frequency matters")} shown={percentage} from={0.5} to={50} step={0.5} value={goal.hits}
            first={Math.max(0.5, Math.round(Number(figures?.hit_frequency?.decimal ?? 0.2) * 200) / 2)} onValue={(hits) => setGoal({ ...goal, hits })}
          />
        )}
        {what !== METER && (
          <Optional
            id="deviation" name={t("Standard deviation")} matters={t("Standard deviation matters")} shown={stakes} from={1} to={60} step={0.5} value={goal.deviation}
            first={Math.max(1, Math.round(Number(figures?.standard_deviation ?? 5) * 2) / 2)} onValue={(deviation) => setGoal({ ...goal, deviation })}
          />
        )}
      </div>
      <ProblemNotice problem={problem} onClose={() => undefined} />
      {!found && progress && <Working what={t("Searching")} progress={progress} />}
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

const percentage = (value: string): string => `${value} %`;
const stakes = (value: string): string => t("{value} stakes", { value });

interface SliderProps {
  id: string;
  name: string;
  /** The value with its unit. */
  shown: (value: string) => string;
  from: number;
  to: number;
  step: number;
  value: number;
  onValue: (value: number) => void;
}

/** The figure follows the handle; the search starts when the handle is released. */
function Slider({ id: goal, name, shown, from, to, step, value, onValue }: SliderProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const places = step < 0.1 ? 2 : 1;
  const id = `lab-goal-${goal}`;
  return (
    <div class="lab-slider">
      <label for={id}>{name}</label>
      <output for={id}>{shown((moved ?? value).toFixed(places).replace("-", "−"))}</output>
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
  matters: string;
  onValue: (value: number | null) => void;
}

function Optional({ value, first, matters, onValue, ...range }: OptionalProps) {
  return (
    <div class="lab-optional">
      <label class="check">
        <input type="checkbox" checked={value !== null} onChange={(event) => onValue(event.currentTarget.checked ? first : null)} /> {matters}
      </label>
      {value !== null && <Slider value={value} onValue={onValue} {...range} />}
    </div>
  );
}

interface FoundProps {
  found: Designs;
  shown: Shown;
  onUse: (answer: Answer) => void;
}

function Found({ found, shown, onUse }: FoundProps) {
  if (!found.answers.length) return <p class="hint">{t("Nothing reaches this. Allow a wider edge, or let another goal go.")}</p>;
  const facts = { shown: found.answers.length, found: found.found };
  const all = found.answers.length === found.found;
  const number = t(all ? "All {found}" : found.whole ? "{shown} of {found}" : "{shown} of {found} or more", facts);
  return (
    <>
      <p class="hint">
        {t(found.what === TABLE ? "{number}: printed tables first, then the largest top prize. Every figure is exact." : "{number}. Every figure is exact.", { number })}
      </p>
      <div class="scroll-x" tabIndex={0} role="region" aria-label={t("What was found")}>
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
          <span class="sr-only">{t("Take over")}</span>
        </th>
      </tr>
    </thead>
  );
}

function Use({ answer, onUse, name }: { answer: Answer; onUse: (answer: Answer) => void; name: string }) {
  return (
    <td>
      <button type="button" class="quiet" onClick={() => onUse(answer)}>
        <T text="Use it<more> : {name}</more>" parts={{ more: (inside) => <span class="sr-only">{inside}</span>, name }} />
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
      <Head names={[t("Edge"), t("Hits"), t("Deviation"), ...lines.map((line) => lineName(shown, line))]} />
      <tbody>
        {answers.map((each, place) => (
          <tr key={place}>
            <th scope="row" title={each.house_edge?.exact}>
              {percent(each.house_edge ?? "0")}
              {each.printed && <span class="lab-small">{t("printed as {letter}", { letter: each.printed })}</span>}
            </th>
            <td title={each.hit_frequency?.exact}>{percent(each.hit_frequency ?? "0", 2)}</td>
            <td>{Number(each.standard_deviation).toFixed(2)}</td>
            {lines.map((line) => (
              <td key={line}>{shortPay(each.paytable?.[line])}</td>
            ))}
            <Use answer={each} onUse={onUse} name={t("the table with {edge}", { edge: percent(each.house_edge ?? "0") })} />
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
      <Head names={[t("Edge"), t("Deviation"), ...symbols]} />
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
            <Use answer={each} onUse={onUse} name={t("the wheel with {edge}", { edge: percent(each.house_edge ?? "0") })} />
          </tr>
        ))}
      </tbody>
    </>
  );
}

function Meters({ answers, onUse }: RowsProps) {
  return (
    <>
      <Head names={[t("Long-run edge"), t("Rate"), t("Starts at"), t("Goes on at"), t("Edge at the start"), t("Average win")]} />
      <tbody>
        {answers.map((each, place) => (
          <tr key={place}>
            <th scope="row" title={each.long_run_edge?.exact}>
              {percent(each.long_run_edge ?? "0")}
            </th>
            <td>{listed([each.rate, each.secondary_rate].filter((rate) => rate !== undefined))}</td>
            <td>{meterPrice(each.initial ?? "0")}</td>
            <td>{each.reset === undefined ? t("the second meter") : meterPrice(each.reset)}</td>
            <td title={each.edge_at_the_start?.exact}>{percent(each.edge_at_the_start ?? "0")}</td>
            <td title={each.average_win?.exact}>{meterPrice(Number(each.average_win?.decimal ?? 0).toFixed(2))}</td>
            <Use answer={each} onUse={onUse} name={t("the meter with {edge}", { edge: percent(each.long_run_edge ?? "0") })} />
          </tr>
        ))}
      </tbody>
    </>
  );
}
