import "./Lab.css";
import "./ChoicesPanel.css";
import "./Edges.css";
import "./Progress.css";
import "../charts/Chart.css";
import "./MeterView.css";
import "../charts/HeatMap.css";
import "./Strategy.css";
import "./Compare.css";
import "./ReadingsView.css";
import "./Downloads.css";
import "./Design.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { mark, t } from "../language/language";
import { useMedia } from "../parts/useMedia";
import { cautionText, faultText } from "../words/faults";
import { Page } from "../parts/Page";
import { ProblemNotice } from "../parts/Notice";
import { ClauseNote } from "../parts/ClauseNote";
import { GameShown, useShown } from "../parts/shown";
import { useOnce } from "../parts/useOnce";
import { chooseTable, chosenTable, isAmount, OWN, paidByTable, percent, tablesOf, unreadText, WANTED_AMOUNT, type Analysis, type Tables } from "./lab";
import type { Reading } from "../words/readings";
import { faultsOfForm, type Data, type Fault } from "../submission/submission";
import { capital, wagerName } from "../words/words";
import { get, Problem } from "../server/api";
import type { Book, Bundled } from "../server/types";
import { useAnalysis } from "./ask";
import { AMOUNTS, choices, choose, unreadable, type AmountName, type Choices } from "./choices";
import { ChoicesPanel } from "./ChoicesPanel";
import { Compare, type Offered } from "./Compare";
import { Design } from "./Design";
import { Distribution } from "./Distribution";
import { Downloads } from "./Downloads";
import { Edges } from "./Edges";
import { MeterView } from "./MeterView";
import { ReadingsView } from "./ReadingsView";
import { Strategy } from "./Strategy";
import { Working } from "./Progress";
import { pit } from "../pit";

type Tab = readonly [name: string, label: string];

const TABS: readonly Tab[] = [
  ["edges", mark("Edges")],
  ["distribution", mark("Distribution")],
  ["meter", mark("Meter")],
  ["strategy", mark("Strategy")],
  ["design", mark("Design")],
  ["compare", mark("Compare")],
  ["readings", mark("Readings")],
  ["download", mark("Download")],
];

/** A game without a progressive has no meter to show. */
const tabsFor = (book: Book): readonly Tab[] => TABS.filter(([name]) => name !== "meter" || book.shown.progressive_wager !== null);

/** The mathematics of every wager, for the chosen pay tables and readings. */
export default function Lab({ id, query }: { id: string; query: URLSearchParams }) {
  const { data: books, problem: lost } = useOnce<Book[]>("/api/rulebooks");
  const { data: bundled } = useOnce<Bundled[]>("/api/submissions");
  const [problem, setProblem] = useState<Problem | null>(null);
  const before = books?.find((each) => each.id === choices.value?.rulebook) ?? books?.[0];
  const rulebook = id || before?.id || "";
  const book = books?.find((each) => each.id === rulebook) ?? null;
  const { data: tables } = useOnce<Tables>(rulebook ? `/api/rulebooks/${rulebook}/paytables` : null);
  const { data: readings } = useOnce<Reading[]>(rulebook ? `/api/rulebooks/${rulebook}/readings` : null);
  const name = bundled?.find((each) => each.rulebook === rulebook)?.name ?? null;
  const asked = [...query.keys()].some((key) => key !== "view");
  useEffect(() => {
    if (!name || !tables || !book) return;
    const kept = choices.value;
    if (kept?.rulebook === rulebook && !asked) return;
    get<{ data: Data }>(`/api/submissions/${name}`)
      .then((found) => {
        choose(startWith(book, found.data, tables, query));
        // The choices in a link are taken over once; a reload then keeps later changes.
        if (asked) history.replaceState(null, "", `${pit}/lab/${rulebook}`);
      })
      .catch((error: Problem) => setProblem(error));
  }, [name, tables, book, asked]);
  const chosen = choices.value?.rulebook === rulebook ? choices.value : null;
  const shown = problem ?? lost;
  return (
    <Page title={t("The lab")} lead={t("The exact mathematics of every wager, for the printed pay tables and for your own.")}>
      <nav class="tabs lab-books" aria-label={t("Rulebooks")}>
        {books?.map((book) => (
          <a key={book.id} href={`/lab/${book.id}`} aria-current={book.id === rulebook ? "page" : undefined}>
            {book.title}, {book.jurisdiction}
          </a>
        ))}
      </nav>
      <ProblemNotice problem={shown} onClose={() => setProblem(null)} />
      {chosen && name && book && (
        <GameShown.Provider value={book.shown}>
          <Workspace
            chosen={chosen}
            book={book}
            tables={tables}
            readings={readings}
            bundled={name}
            offered={offeredOf(bundled ?? [], books ?? [])}
            view={query.get("view") ?? "edges"}
          />
        </GameShown.Provider>
      )}
    </Page>
  );
}

const offeredOf = (bundled: readonly Bundled[], books: readonly Book[]): Offered[] =>
  bundled.flatMap(({ name, rulebook }) => books.filter((book) => book.id === rulebook).map((book) => ({ name, book })));

/** The bundled submission with the choices in the link: the pay tables of a table, and its meter. */
function startWith(book: Book, bundled: Data, tables: Tables, query: URLSearchParams): Choices {
  let data = bundled;
  for (const [wager, letter] of query) {
    if (tablesOf(book, tables, wager)[letter]) data = chooseTable(data, book, tables, wager, letter, bundled);
  }
  const meter = query.get("meter") ?? "";
  return { rulebook: book.id, bundled, data, meter: isAmount(meter) ? meter : "", players: 1 };
}

interface WorkspaceProps {
  chosen: Choices;
  book: Book;
  tables: Tables | null;
  readings: Reading[] | null;
  bundled: string;
  offered: readonly Offered[];
  view: string;
}

function Workspace({ chosen, book, tables, readings, bundled, offered, view: first }: WorkspaceProps) {
  const { answer, problem } = useAnalysis(chosen.data, chosen.meter, chosen.players);
  const tabs = tabsFor(book);
  const [chosenView, setView] = useState(first);
  const view = tabs.some(([name]) => name === chosenView) ? chosenView : "edges";
  const wide = useMedia("(min-width: 901px)");
  const analysis = answer?.submission.rulebook === chosen.rulebook ? answer : null;
  const old = problem !== null || unreadable.value.length > 0;
  const unread = problem?.code === "malformed_submission" ? faultsOfForm(problem.message) : null;
  return (
    <div class="lab">
      <details class="lab-side" open={wide}>
        <summary>
          <span>{summary(chosen.data, book)}</span>
        </summary>
        <ChoicesPanel chosen={chosen} book={book} tables={tables} readings={readings} faults={unread ?? analysis?.check.faults ?? []} />
      </details>
      <div class="lab-main">
        <Tabs tabs={tabs} view={view} onView={setView} />
        <div id="lab-view" role="tabpanel" aria-labelledby={`lab-tab-${view}`} class="lab-view" data-old={old ? "" : undefined}>
          <Wrong book={book} problem={problem} unread={unread} />
          <NoAmount names={unreadable.value} />
          {analysis ? (
            <>
              <Verdict analysis={analysis} />
              <View view={view} analysis={analysis} chosen={chosen} book={book} readings={readings} tables={tables} bundled={bundled} offered={offered} old={old} />
            </>
          ) : (
            !problem && <Working what={t("Counting hands")} progress={{ done: 0, ahead: 0 }} />
          )}
        </div>
      </div>
    </div>
  );
}

/** "Flush Bonus A, Progressive D": the summary of the closed panel. */
function summary(data: Data, book: Book): string {
  const chosen = paidByTable(book).map((wager) => {
    const [name, table] = [wagerName(book.shown, wager), chosenTable(data, wager)];
    if (table === OWN) return t("{wager} (my own)", { wager: name });
    return table ? `${name} ${table}` : t("{wager} (not offered)", { wager: name });
  });
  return chosen.join(", ");
}

/** Lists the unreadable input. The last figures stay. */
function Wrong({ book, problem, unread }: { book: Book; problem: Problem | null; unread: readonly Fault[] | null }) {
  if (!problem) return null;
  if (problem.code !== "malformed_submission") return <ProblemNotice problem={problem} onClose={() => undefined} />;
  return (
    <div class="notice notice-problem" role="alert">
      <div>
        <strong>{t("This cannot be computed yet; these are the previous figures")}</strong>
        {unread
          ? unread.map((fault) => <p key={fault.key}>{unreadText(book.shown, fault)}</p>)
          : problem.message.split("; ").map((line) => <p key={line}>{capital(line.replace(/^submission: /, ""))}</p>)}
      </div>
    </div>
  );
}

/** An amount that cannot be read is not sent to the service. */
function NoAmount({ names }: { names: readonly AmountName[] }) {
  if (!names.length) return null;
  return (
    <div class="notice notice-problem" role="alert">
      <div>
        <strong>{t("This cannot be computed yet; these are the previous figures")}</strong>
        {names.map((name) => (
          <p key={name}>{t("{name}: this is not an amount. {wanted}", { name: t(AMOUNTS[name]), wanted: t(WANTED_AMOUNT) })}</p>
        ))}
      </div>
    </div>
  );
}

function Tabs({ tabs, view, onView }: { tabs: readonly Tab[]; view: string; onView: (view: string) => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector("[aria-selected=true]");
    // If they do not all fit, the chosen one is scrolled into view.
    if (tab && list.current) list.current.scrollLeft += tab.getBoundingClientRect().left - list.current.getBoundingClientRect().left - 16;
  }, [view]);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const place = (tabs.findIndex(([name]) => name === view) + step + tabs.length) % tabs.length;
    onView(tabs[place]?.[0] ?? view);
    list.current?.querySelectorAll<HTMLButtonElement>("[role=tab]")[place]?.focus();
  };
  return (
    <div ref={list} class="lab-tabs" role="tablist" aria-label={t("Views of the lab")} onKeyDown={move}>
      {tabs.map(([name, label]) => (
        <button
          key={name}
          id={`lab-tab-${name}`}
          type="button"
          role="tab"
          aria-selected={view === name}
          aria-controls="lab-view"
          tabIndex={view === name ? 0 : -1}
          onClick={() => onView(name)}
        >
          {t(label)}
        </button>
      ))}
    </div>
  );
}

function Verdict({ analysis }: { analysis: Analysis }) {
  const shown = useShown();
  const rest = analysis.check.faults.filter((fault) => !fault.key.startsWith("wagers."));
  return (
    <>
      {analysis.warnings.map((warning) => (
        <div key={`${warning.code}-${warning.wager}`} class="notice notice-warn">
          <div>
            <strong>
              {cautionText(warning, wagerName(shown, warning.wager))}: {percent(warning.player_edge)}
            </strong>
            <ClauseNote clause={warning.clause} />
          </div>
        </div>
      ))}
      {rest.map((fault) => (
        <p key={`${fault.key}-${fault.code}`} class="fault">
          <strong>{fault.key}</strong> {faultText(fault)} {fault.clause && <cite>{fault.clause}</cite>}
        </p>
      ))}
    </>
  );
}

interface ViewProps {
  view: string;
  analysis: Analysis;
  chosen: Choices;
  book: Book;
  readings: Reading[] | null;
  tables: Tables | null;
  bundled: string;
  offered: readonly Offered[];
  old: boolean;
}

function View({ view, analysis, chosen, book, readings, tables, bundled, offered, old }: ViewProps) {
  if (view === "distribution") return <Distribution analysis={analysis} />;
  if (view === "meter") return <MeterView analysis={analysis} shown={book.shown} />;
  if (view === "strategy") return <Strategy data={chosen.data} />;
  if (view === "design") return <Design analysis={analysis} data={chosen.data} book={book} />;
  if (view === "compare") {
    const changed = JSON.stringify(chosen.data) !== JSON.stringify(chosen.bundled);
    return <Compare data={chosen.data} bundled={bundled} offered={offered} changed={changed} />;
  }
  if (view === "readings") return <ReadingsView rulebook={chosen.rulebook} readings={readings ?? []} data={chosen.data} />;
  if (view === "download") return <Downloads analysis={analysis} data={chosen.data} meter={chosen.meter} players={chosen.players} />;
  return <Edges analysis={analysis} book={book} readings={readings} data={chosen.data} tables={tables} old={old} />;
}
