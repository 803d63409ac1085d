import "./Law.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { inRow, many, mark, t } from "../language/language";
import { T } from "../language/T";
import { route } from "../router";
import { Page } from "../parts/Page";
import { ProblemNotice } from "../parts/Notice";
import { GameShown, useShown } from "../parts/shown";
import { useOnce } from "../parts/useOnce";
import type { Reading } from "../words/readings";
import { BundledOdds } from "../table/Odds";
import { oddsText } from "../words/pays";
import { lineName, plain, capital, wagerName } from "../words/words";
import type { Book, Bundled } from "../server/types";

interface Clause {
  id: string;
  /** Number and title of its chapter. */
  chapter: string;
  gist: string;
  kind: string;
  status: string;
}

/** What the software does about a clause. */
const STATUSES: Record<string, string> = { enforced: mark("enforced"), recorded: mark("recorded"), printed: mark("printed"), declared: mark("declared") };

type Tables = Record<string, Record<string, Record<string, string>>>;

/** What the software follows: every pay table, every clause in our words, every passage that is unclear. */
export default function Law({ id, part }: { id: string; part: string }) {
  const { data: books, problem } = useOnce<Book[]>("/api/rulebooks");
  const chosen = id || books?.[0]?.id || null;
  return (
    <Page title={t("The law")} named={part ? t("{clause}, the law", { clause: `${chosen} ${part}` }) : undefined} lead={t("The rulebooks: their pay tables, the register of readings, and every clause in our words.")}>
      <ProblemNotice problem={problem} onClose={() => undefined} />
      <nav class="tabs" aria-label={t("Rulebooks")}>
        {books?.map((book) => (
          <a key={book.id} href={`/law/${book.id}`} aria-current={book.id === chosen ? "page" : undefined}>
            {book.title}, {book.jurisdiction}
          </a>
        ))}
      </nav>
      {chosen && (
        <GameShown.Provider value={books?.find((book) => book.id === chosen)?.shown ?? null}>
          <Contents />
          <PayTables key={`p-${chosen}`} book={chosen} />
          <Costs key={`o-${chosen}`} book={chosen} />
          <Readings key={`r-${chosen}`} book={chosen} />
          <Clauses key={`c-${chosen}`} book={chosen} part={part} />
        </GameShown.Provider>
      )}
    </Page>
  );
}

const PARTS: readonly (readonly [string, string])[] = [
  ["paytables", mark("Pay tables")],
  ["costs", mark("House edges")],
  ["readings", mark("Readings")],
  ["clauses", mark("Clauses")],
];

/** Links to the parts of this long page. The router uses the address, so these are buttons. */
function Contents() {
  const go = (part: string): void => {
    const heading = document.getElementById(part);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav class="law-contents" aria-label={t("On this page")}>
      {PARTS.map(([part, name]) => (
        <button key={part} type="button" class="link" onClick={() => go(part)}>
          {t(name)}
        </button>
      ))}
    </nav>
  );
}

function Readings({ book }: { book: string }) {
  const shown = useShown();
  const { data } = useOnce<Reading[]>(`/api/rulebooks/${book}/readings`);
  return (
    <section aria-labelledby="readings">
      <h2 id="readings" tabIndex={-1}>{t("The register of readings")}</h2>
      <p class="hint">{t("Where the document contradicts itself or is silent: the possible readings, the one assumed, and why.")}</p>
      <div class="readings">
        {data?.map((reading) => (
          <details key={reading.id} class="panel">
            <summary>
              <strong>{reading.title}</strong>
              <cite>{reading.clauses.join(", ")}</cite>
              <span class="reading-turn" aria-hidden="true" />
            </summary>
            <p>{reading.question}</p>
            <dl class="facts">
              {Object.entries(reading.readings).map(([name, sense]) => (
                <div key={name}>
                  <dt>
                    {capital(plain(name))}
                    {name === reading.default && <span class="tag">{t("default")}</span>}
                  </dt>
                  <dd>{sense}</dd>
                </div>
              ))}
            </dl>
            <p>{reading.reason}</p>
            {reading.worth.length > 0 && <p class="hint">{t("Changes the value of: {wagers}", { wagers: inRow(reading.worth.map((wager) => wagerName(shown, wager))) })}</p>}
          </details>
        ))}
      </div>
    </section>
  );
}

/** The figures of the submission bundled with this rulebook; the lab has those of every printed table. */
function Costs({ book }: { book: string }) {
  const shown = useShown();
  const { data } = useOnce<Bundled[]>("/api/submissions");
  const bundled = data?.find((each) => each.rulebook === book);
  if (!bundled) return null;
  return (
    <section aria-labelledby="costs">
      <h2 id="costs" tabIndex={-1}>{t("House edges")}</h2>
      <p class="hint">
        <T text="With the pay tables that the bundled submission chooses. <a>The lab</a> has the figures of all others." parts={{ a: (inside) => <a href={`/lab/${book}`}>{inside}</a> }} />
      </p>
      <div class="panel">
        <BundledOdds name={bundled.name} shown={shown} />
      </div>
    </section>
  );
}

function PayTables({ book }: { book: string }) {
  const shown = useShown();
  const { data } = useOnce<Tables>(`/api/rulebooks/${book}/paytables`);
  return (
    <section aria-labelledby="paytables">
      <h2 id="paytables" tabIndex={-1}>{t("Pay tables")}</h2>
      {data &&
        Object.entries(data).map(([wager, tables]) => {
          const letters = Object.keys(tables);
          const lines = [...new Set(letters.flatMap((letter) => Object.keys(tables[letter] ?? {})))];
          return (
            <div key={wager} class="panel scroll" tabIndex={0} role="region" aria-label={t("Pay tables of {wager}", { wager: wagerName(shown, wager) })}>
              <table class="plain-table matrix">
                <caption>{wagerName(shown, wager)}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t("Hand")}</th>
                    {letters.map((letter) => (
                      <th key={letter} scope="col">
                        {letter}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {lines.map((line) => (
                    <tr key={line}>
                      <th scope="row">{line === "otherwise" ? t("Any lower winning hand") : capital(lineName(shown, line))}</th>
                      {letters.map((letter) => (
                        <td key={letter}>{paid(tables[letter]?.[line] ?? "")}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          );
        })}
    </section>
  );
}

/** As printed, in the displayed language; a share is of the meter, as the table's header says. */
const paid = (pays: string): string => (pays === "push" ? t("push") : oddsText(pays));

/** "MD-HCF 11.B(5)" has the address /law/MD-HCF/11.B(5). */
function addressOf(clause: string): string {
  const [book = "", ...rest] = clause.split(" ");
  return `/law/${book}/${encodeURIComponent(rest.join(" "))}`;
}

/** Every clause by chapter. The one named by the address is marked, and the page opens there. */
function Clauses({ book, part }: { book: string; part: string }) {
  const { data } = useOnce<Clause[]>(`/api/rulebooks/${book}/clauses`);
  const [wanted, setWanted] = useState("");
  const named = `${book} ${part}`;
  const found = (data ?? []).filter((clause) => `${clause.id} ${clause.gist}`.toLowerCase().includes(wanted.trim().toLowerCase()));
  const chapters = [...new Set(found.map((clause) => clause.chapter))];
  const missing = part !== "" && data !== null && !data.some((clause) => clause.id === named);
  return (
    <section aria-labelledby="clauses">
      <div class="panel-head">
        <h2 id="clauses" tabIndex={-1}>{t("Clauses")}</h2>
        <label class="search">
          <span class="sr-only">{t("Only clauses with")}</span>
          <input type="search" placeholder={t("number or word")} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        </label>
        <span class="hint" role="status">
          {data && wanted.trim() && (found.length ? many(data.length, "{found} of {count} clause", "{found} of {count} clauses", { found: found.length }) : "")}
        </span>
      </div>
      {missing && <p role="alert">{t("There is no clause {clause}.", { clause: named })}</p>}
      {data && !found.length && <p>{t("No clause has “{wanted}” in its number or in its words.", { wanted: wanted.trim() })}</p>}
      {chapters.map((chapter) => (
        <section key={chapter} class="chapter" aria-label={t("Chapter {chapter}", { chapter })}>
          <h3>{chapter}</h3>
          <ul class="clauses">
            {found
              .filter((clause) => clause.chapter === chapter)
              .map((clause) => (
                <ShownClause key={clause.id} clause={clause} named={clause.id === named} />
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function ShownClause({ clause, named }: { clause: Clause; named: boolean }) {
  const item = useRef<HTMLLIElement>(null);
  const { query } = route.value;
  useEffect(() => {
    if (!named) return;
    item.current?.scrollIntoView({ block: "center" });
    item.current?.focus({ preventScroll: true });
  }, [named, query]);
  return (
    <li ref={item} tabIndex={named ? -1 : undefined} aria-current={named || undefined} data-clause={clause.id}>
      <a href={addressOf(clause.id)}>
        <cite>{clause.id}</cite>
      </a>{" "}
      {clause.gist} <span class="tag">{t(STATUSES[clause.status] ?? clause.status)}</span>
    </li>
  );
}
