import { useState } from "preact/hooks";
import { many, mark, t } from "../language/language";
import { ProblemNotice } from "../parts/Notice";
import { useShown } from "../parts/shown";
import { percent, points, type Exact } from "./lab";
import type { Progress } from "../server/files";
import { timeOf } from "../words/times";
import { capital, plain } from "../words/words";
import type { Data } from "../submission/submission";
import type { Book, Shown } from "../server/types";
import { useAnswer } from "./ask";
import { saved } from "./choices";
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

/** A bundled submission, and the rulebook it is made under. */
export interface Offered {
  readonly name: string;
  readonly book: Book;
}

const SAVED = "saved";

/** The same game in another jurisdiction: an unchanged submission is first compared with it. */
function counterpart(offered: readonly Offered[], bundled: string): string {
  const own = offered.find((each) => each.name === bundled);
  return offered.find((each) => each !== own && each.book.game === own?.book.game)?.name ?? bundled;
}

/** Headings of the comparison that are not names of wagers, as the service writes them. */
const PHRASES: Record<string, string> = {
  "progressive, in the long run": mark("progressive, in the long run"),
  "progressive, for each other player": mark("progressive, for each other player"),
  "progressive, winners folded with the base game's best play": mark("progressive, winners folded with the base game's best play"),
  "payout limit at the maximum stakes": mark("payout limit at the maximum stakes"),
};
const phrase = (heading: string): string => t(PHRASES[heading] ?? heading);

/** The title of a wager, or a heading of the comparison, which is a phrase already. */
function heading(books: readonly Shown[], wager: string): string {
  if (wager.includes(" ")) return capital(phrase(wager));
  return nameOf(books.find((each) => each.wagers[wager]) ?? null, wager);
}

/** What a difference is worth, on a wager or on the subject of a heading. */
function worth(books: readonly Shown[], { wager, difference }: { wager: string; difference: Exact }): string {
  const facts = { points: points(difference), wager: wager.includes(" ") ? phrase(wager) : heading(books, wager) };
  if (wager === "base") return t("{points} points of house edge on the base game", facts);
  return t(wager.includes(" ") ? "{points} points of house edge on {wager}" : "{points} points of house edge on the {wager}", facts);
}

interface Props {
  data: Data;
  bundled: string;
  offered: readonly Offered[];
  changed: boolean;
}

/** Two columns, and what every difference is worth. A is the choices on this page. */
export function Compare({ data, bundled, offered, changed }: Props) {
  const [other, setOther] = useState(changed ? bundled : counterpart(offered, bundled));
  const [priced, setPriced] = useState(true);
  const b = other === SAVED && saved.value ? saved.value.data : other === SAVED ? bundled : other;
  const asked = useAnswer<{ comparison: Comparison; progress: Progress | null }>("/api/lab/comparison", { a: data, b });
  const { answer, progress, problem } = asked;
  // The titles of A's rulebook come first; B may have wagers that A does not have.
  const own = useShown();
  const books = [...(own ? [own] : []), ...offered.map((each) => each.book.shown)];
  return (
    <>
      <div class="lab-bar">
        <label class="field">
          {t("A, the choices on this page, against B")}
          <select value={other} onChange={(event) => setOther(event.currentTarget.value)}>
            {offered.map(({ name, book }) => (
              <option key={name} value={name}>
                {t("{game}, {jurisdiction}, as bundled", { game: book.title, jurisdiction: book.jurisdiction })}
              </option>
            ))}
            {saved.value && <option value={SAVED}>{t("Saved at {time}", { time: timeOf(saved.value.at) })}</option>}
          </select>
        </label>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            saved.value = { at: Date.now(), data };
            setOther(SAVED);
          }}
        >
          {t("Save A as B")}
        </button>
      </div>
      <ProblemNotice problem={problem} onClose={() => undefined} />
      {!answer && (progress || asked.stopped) && <LongWork what={t("House edges of A and B, and what each difference is worth")} asked={asked} />}
      {answer && (
        <>
          <section class="panel" aria-labelledby="compared-edges">
            <h2 id="compared-edges">{t("House edges")}</h2>
            <EdgeTable comparison={answer.comparison} books={books} />
          </section>
          <Differences all={answer.comparison.differences} books={books} priced={priced} onPriced={setPriced} />
        </>
      )}
    </>
  );
}

function EdgeTable({ comparison, books }: { comparison: Comparison; books: readonly Shown[] }) {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={t("House edges of A and B")}>
      <table class="plain-table lab-table lab-compared">
        <thead>
          <tr>
            <th scope="col">{t("Wager")}</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col">{t("B − A, points")}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(comparison.wagers).map(([wager, { a, b, difference }]) => (
            <tr key={wager} data-compared={wager}>
              <th scope="row">{heading(books, wager)}</th>
              <td title={a?.exact}>{a ? percent(a) : t("not offered")}</td>
              <td title={b?.exact}>{b ? percent(b) : t("not offered")}</td>
              <td title={difference?.exact} class={change(difference)}>
                {difference ? (Number(difference.decimal) === 0 ? t("none") : points(difference)) : ""}
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

interface DifferencesProps {
  all: readonly Difference[];
  books: readonly Shown[];
  priced: boolean;
  onPriced: (on: boolean) => void;
}

function Differences({ all, books, priced, onPriced }: DifferencesProps) {
  const shown = priced ? all.filter((each) => each.worth?.length) : all;
  return (
    <section class="panel" aria-labelledby="differences">
      <div class="panel-head">
        <h2 id="differences">{all.length ? many(all.length, "One difference", "{count} differences") : t("No differences")}</h2>
        {all.length > 0 && (
          <label class="switch">
            <input type="checkbox" checked={priced} onChange={(event) => onPriced(event.currentTarget.checked)} />
            <span>{t("Only those that change a house edge")}</span>
          </label>
        )}
      </div>
      {shown.length === 0 && all.length > 0 && <p class="hint">{t("None of them changes a house edge.")}</p>}
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
                {worth(books, part)}
              </p>
            ))}
            {each.note && <p class="hint">{capital(each.note)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
