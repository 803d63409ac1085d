import { useState } from "preact/hooks";
import { ProblemNotice } from "../../parts/Notice";
import { percent, points, type Exact, type Progress } from "../../model/lab";
import { capital, plain } from "../../model/words";
import type { Data } from "../../model/submission";
import { useAnswer } from "./ask";
import { aside } from "./choices";
import { nameOf } from "./Edges";
import { LongWork } from "./Progress";

interface Difference {
  key: string;
  a: string;
  b: string;
  clauses: string[];
  worth: { wager: string; difference: Exact }[] | null;
  note: string | null;
}

interface Comparison {
  wagers: Record<string, { a: Exact | null; b: Exact | null; difference: Exact | null }>;
  differences: Difference[];
}

const BUNDLED: readonly (readonly [string, string])[] = [
  ["md-high-card-flush", "High Card Flush, Maryland, as bundled"],
  ["md-chase-the-flush", "Chase the Flush, Maryland, as bundled"],
  ["ma-high-card-flush", "High Card Flush, Massachusetts, as bundled"],
];
const ASIDE = "aside";
/** The same game elsewhere: what an unchanged submission is first compared with. */
const COUNTERPART: Record<string, string> = { "md-high-card-flush": "ma-high-card-flush", "ma-high-card-flush": "md-high-card-flush" };

/** A wager's name, or one of the comparison's own headings, which are sentences already. */
const heading = (wager: string): string => (wager.includes(" ") ? capital(wager) : nameOf(wager));

/** Two columns, and what every difference is worth. A is what is chosen on this page. */
export function Compare({ data, bundled, changed }: { data: Data; bundled: string; changed: boolean }) {
  const [other, setOther] = useState(changed ? bundled : (COUNTERPART[bundled] ?? bundled));
  const [priced, setPriced] = useState(true);
  const b = other === ASIDE && aside.value ? aside.value.data : other === ASIDE ? bundled : other;
  const asked = useAnswer<{ comparison: Comparison; progress: Progress | null }>("/api/lab/comparison", { a: data, b });
  const { answer, progress, problem } = asked;
  return (
    <>
      <div class="lab-bar">
        <label class="field">
          A, what is chosen here, against B
          <select value={other} onChange={(event) => setOther(event.currentTarget.value)}>
            {BUNDLED.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
            {aside.value && <option value={ASIDE}>{aside.value.name}</option>}
          </select>
        </label>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            aside.value = { name: `Put aside at ${new Date().toLocaleTimeString("en-GB")}`, data };
            setOther(ASIDE);
          }}
        >
          Put A aside as B
        </button>
      </div>
      <ProblemNotice problem={problem} onClose={() => undefined} />
      {!answer && (progress || asked.stopped) && <LongWork what="House edges of A and B, and what each difference is worth" asked={asked} />}
      {answer && (
        <>
          <section class="panel" aria-labelledby="compared-edges">
            <h2 id="compared-edges">House edges</h2>
            <EdgeTable comparison={answer.comparison} />
          </section>
          <Differences all={answer.comparison.differences} priced={priced} onPriced={setPriced} />
        </>
      )}
    </>
  );
}

function EdgeTable({ comparison }: { comparison: Comparison }) {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="House edges of A and B">
      <table class="plain-table lab-table lab-compared">
        <thead>
          <tr>
            <th scope="col">Wager</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col">B − A, points</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(comparison.wagers).map(([wager, { a, b, difference }]) => (
            <tr key={wager} data-compared={wager}>
              <th scope="row">{heading(wager)}</th>
              <td title={a?.exact}>{a ? percent(a) : "not offered"}</td>
              <td title={b?.exact}>{b ? percent(b) : "not offered"}</td>
              <td title={difference?.exact} class={change(difference)}>
                {difference ? (Number(difference.decimal) === 0 ? "none" : points(difference)) : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const change = (difference: Exact | null): string =>
  !difference || Number(difference.decimal) === 0 ? "even" : Number(difference.decimal) > 0 ? "lab-more" : "lab-less";

function Differences({ all, priced, onPriced }: { all: readonly Difference[]; priced: boolean; onPriced: (on: boolean) => void }) {
  const shown = priced ? all.filter((each) => each.worth?.length) : all;
  return (
    <section class="panel" aria-labelledby="differences">
      <div class="panel-head">
        <h2 id="differences">{all.length === 1 ? "One difference" : `${all.length || "No"} differences`}</h2>
        {all.length > 0 && (
          <label class="switch">
            <input type="checkbox" checked={priced} onChange={(event) => onPriced(event.currentTarget.checked)} />
            <span>Only those that move a house edge</span>
          </label>
        )}
      </div>
      {shown.length === 0 && all.length > 0 && <p class="hint">None of them moves a house edge.</p>}
      <ul class="lab-differences">
        {shown.map((each) => (
          <li key={each.key}>
            <p>
              <strong>{capital(plain(each.key).replaceAll(".", ", "))}</strong> {each.clauses.length > 0 && <cite>{each.clauses.join(", ")}</cite>}
            </p>
            <p class="lab-two">
              <span>{plain(each.a)}</span>
              <span>{plain(each.b)}</span>
            </p>
            {each.worth?.map((part) => (
              <p key={part.wager} class={change(part.difference)}>
                {points(part.difference)} points of house edge on {heading(part.wager).toLowerCase()}
              </p>
            ))}
            {each.note && <p class="hint">{capital(each.note)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
