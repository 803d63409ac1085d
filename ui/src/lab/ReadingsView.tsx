import { useState } from "preact/hooks";
import { ProblemNotice } from "../parts/Notice";
import { useShown } from "../parts/shown";
import { percent, points, type Exact } from "./lab";
import type { Progress } from "../server/files";
import type { Reading } from "../words/readings";
import { read, write, type Data } from "../submission/submission";
import { capital, plain, wagerName } from "../words/words";
import { useAnswer } from "./ask";
import { change } from "./choices";
import { nameOf } from "./Edges";
import { Working } from "./Progress";

interface Price {
  id: string;
  choice: string;
  note: string | null;
  prices: { wager: string; paytable: string; default: Exact; other: Exact; difference: Exact }[];
}

type Kind = "switch" | "worth" | "all";
const KINDS: readonly (readonly [Kind, string])[] = [
  ["switch", "Those you can choose"],
  ["worth", "Those that affect a wager"],
  ["all", "All"],
];

/** The register of readings with the effect of each on the house edges; a reading can be chosen here. */
export function ReadingsView({ rulebook, readings, data }: { rulebook: string; readings: readonly Reading[]; data: Data }) {
  const { answer, progress, problem } = useAnswer<{ prices: Price[]; progress: Progress | null }>(`/api/lab/prices/${rulebook}`);
  const game = useShown();
  const [kind, setKind] = useState<Kind>("switch");
  const [words, setWords] = useState("");
  const wanted = words.toLowerCase();
  const shown = readings.filter(
    (each) =>
      (kind === "all" || (kind === "worth" && each.worth.length > 0) || (kind === "switch" && each.switch)) &&
      `${each.title} ${each.question} ${each.clauses.join(" ")} ${each.worth.map((wager) => wagerName(game, wager)).join(" ")}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div class="lab-bar">
        <div class="pills" role="group" aria-label="Which readings">
          {KINDS.map(([name, label]) => (
            <button key={name} type="button" class="quiet" aria-pressed={kind === name} onClick={() => setKind(name)}>
              {label}
            </button>
          ))}
        </div>
        <label class="search">
          <span class="sr-only">Only readings with</span>
          <input type="search" placeholder="word, clause or wager" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
      </div>
      <ProblemNotice problem={problem} onClose={() => undefined} />
      {progress && <Working what="Pricing the readings" progress={progress} />}
      <p class="hint" role="status">
        {shown.length} of {readings.length} readings
      </p>
      <div class="lab-register">
        {shown.map((reading) => (
          <ReadingCard key={reading.id} reading={reading} prices={(answer?.prices ?? []).filter((each) => each.id === reading.id)} data={data} />
        ))}
      </div>
    </>
  );
}

function ReadingCard({ reading, prices, data }: { reading: Reading; prices: readonly Price[]; data: Data }) {
  const at = `readings.${reading.id}`;
  const taken = String(read(data, at) ?? reading.default);
  return (
    <article class="panel" data-reading={reading.id}>
      <div class="panel-head">
        <h2>{reading.title}</h2>
        <cite>{reading.clauses.join(", ")}</cite>
      </div>
      <p>{reading.question}</p>
      <dl class="lab-senses">
        {Object.entries(reading.readings).map(([name, sense]) => (
          <div key={name} class={name === taken ? "lab-taken" : ""}>
            <dt>
              {capital(plain(name))}
              {name === reading.default && <span class="tag">default</span>}
              {name === taken && name !== reading.default && <span class="tag">chosen</span>}
            </dt>
            <dd>{sense}</dd>
            {reading.switch && name !== taken && (
              <dd>
                <button type="button" class="quiet" onClick={() => change({ data: write(data, at, name === reading.default ? undefined : name) })}>
                  Use this reading<span class="sr-only">: {plain(name)}</span>
                </button>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {prices.map((price) => (
        <PriceTable key={price.choice} price={price} />
      ))}
      <p class="hint">{reading.reason}</p>
    </article>
  );
}

function PriceTable({ price }: { price: Price }) {
  const game = useShown();
  const moved = price.prices.filter((each) => Number(each.difference.decimal) !== 0);
  const note = price.note && <p class="hint">{capital(price.note)}.</p>;
  if (!moved.length) return <>{note ?? <p class="hint">“{capital(plain(price.choice))}” changes no house edge.</p>}</>;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={`What it is worth: ${plain(price.choice)}`}>
        <table class="plain-table lab-table">
          <caption>What “{plain(price.choice)}” is worth</caption>
          <thead>
            <tr>
              <th scope="col">Pay table</th>
              <th scope="col">Default</th>
              <th scope="col">This reading</th>
              <th scope="col">Points</th>
            </tr>
          </thead>
          <tbody>
            {moved.map((each) => (
              <tr key={`${each.wager}-${each.paytable}`}>
                <th scope="row">
                  {nameOf(game, each.wager)} {each.paytable}
                </th>
                <td title={each.default.exact}>{percent(each.default)}</td>
                <td title={each.other.exact}>{percent(each.other)}</td>
                <td title={each.difference.exact} class={Number(each.difference.decimal) > 0 ? "lab-more" : "lab-less"}>
                  {points(each.difference)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note}
    </>
  );
}
