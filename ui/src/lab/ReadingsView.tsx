import { useState } from "preact/hooks";
import { many, mark, t } from "../language/language";
import { T } from "../language/T";
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
  ["switch", mark("Those you can choose")],
  ["worth", mark("Those that affect a wager")],
  ["all", mark("All")],
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
        <div class="pills" role="group" aria-label={t("Which readings")}>
          {KINDS.map(([name, label]) => (
            <button key={name} type="button" class="quiet" aria-pressed={kind === name} onClick={() => setKind(name)}>
              {t(label)}
            </button>
          ))}
        </div>
        <label class="search">
          <span class="sr-only">{t("Only readings with")}</span>
          <input type="search" placeholder={t("word, clause or wager")} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
      </div>
      <ProblemNotice problem={problem} onClose={() => undefined} />
      {progress && <Working what={t("Pricing the readings")} progress={progress} />}
      <p class="hint" role="status">
        {many(readings.length, "{shown} of {count} reading", "{shown} of {count} readings", { shown: shown.length })}
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
              {name === reading.default && <span class="tag">{t("default")}</span>}
              {name === taken && name !== reading.default && <span class="tag">{t("chosen")}</span>}
            </dt>
            <dd>{sense}</dd>
            {reading.switch && name !== taken && (
              <dd>
                <button type="button" class="quiet" onClick={() => change({ data: write(data, at, name === reading.default ? undefined : name) })}>
                  <T text="Use this reading<more>: {reading}</more>" parts={{ more: (inside) => <span class="sr-only">{inside}</span>, reading: plain(name) }} />
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
  if (!moved.length) return <>{note ?? <p class="hint">{t("“{reading}” changes no house edge.", { reading: capital(plain(price.choice)) })}</p>}</>;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("What it is worth: {reading}", { reading: plain(price.choice) })}>
        <table class="plain-table lab-table">
          <caption>{t("What “{reading}” is worth", { reading: plain(price.choice) })}</caption>
          <thead>
            <tr>
              <th scope="col">{t("Pay table")}</th>
              <th scope="col">{t("Default")}</th>
              <th scope="col">{t("This reading")}</th>
              <th scope="col">{t("Points")}</th>
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
