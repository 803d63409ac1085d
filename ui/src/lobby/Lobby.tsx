import { meterPrice, priceOf } from "../words/money";
import { phaseName, wagerName } from "../words/words";
import { useTitle } from "../parts/useTitle";
import { ProblemNotice } from "../parts/Notice";
import { SiteHeader } from "../parts/SiteHeader";
import { SuitMark } from "../cards/Card";
import { useBooks } from "../parts/shown";
import { useAttempt } from "../parts/useAttempt";
import { useOnce } from "../parts/useOnce";
import { usePolled } from "../parts/usePolled";
import { openPracticeTable } from "../server/practice";
import type { Book, Bundled, LobbyTable } from "../server/types";

const EVERY = 5000;

export function Lobby() {
  useTitle("Tables");
  const books = useBooks();
  const { data: tables, problem: lost } = usePolled<LobbyTable[]>("/api/tables", EVERY);
  const { problem: refused, clear, attempt } = useAttempt();
  const problem = refused ?? lost;
  return (
    <div class="site">
      <SiteHeader />
      <main class="lobby" id="main">
        <div class="lobby-title">
          <h1>Sit down and play</h1>
          <p>
            {games(books)} At practice tables the chips are free and the coach shows the exact value of every choice.
          </p>
        </div>
        <ProblemNotice problem={problem} onClose={clear} />
        {tables && books ? (
          <Tables tables={tables} books={books} onOpen={(submission) => void attempt(() => openPracticeTable(submission))} />
        ) : (
          !problem && <p role="status">Loading tables…</p>
        )}
      </main>
    </div>
  );
}

/** "This Game and That Game, dealt by the book." */
function games(books: readonly Book[] | null): string {
  const titles = [...new Set(books?.map((book) => book.title))];
  const last = titles.pop();
  if (!last) return "Dealt by the book.";
  return `${titles.length ? `${titles.join(", ")} and ` : ""}${last}, dealt by the book.`;
}

interface TablesProps {
  tables: LobbyTable[];
  books: readonly Book[];
  onOpen: (submission: string) => void;
}

function Tables({ tables, books, onOpen }: TablesProps) {
  const live = tables.filter((each) => each.kind === "live");
  const practice = tables.filter((each) => each.kind === "practice");
  return (
    <>
      {live.length > 0 && (
        <section aria-labelledby="live-tables">
          <h2 id="live-tables">Live tables</h2>
          <ul class="table-cards">
            {live.map((each) => (
              <TableCard key={each.table} table={each} books={books} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="practice-tables">
        <h2 id="practice-tables">Practice tables</h2>
        <ul class="table-cards">
          {practice.map((each) => (
            <TableCard key={each.table} table={each} books={books} />
          ))}
        </ul>
      </section>
      <OwnTable books={books} onOpen={onOpen} />
    </>
  );
}

function TableCard({ table, books }: { table: LobbyTable; books: readonly Book[] }) {
  const shown = books.find((book) => book.id === table.rulebook)?.shown ?? null;
  const full = table.open_seats === 0;
  const taken = table.seats - table.open_seats;
  return (
    <li class={`table-card ${shown ? `felt-${shown.felt}` : ""}`} data-table={table.table}>
      <div class="table-card-felt" aria-hidden="true">
        <span class="table-card-game">{table.game}</span>
        <span class="table-card-seats">
          {Array.from({ length: table.seats }, (_, at) => (
            <i key={at} class={at < taken ? "taken" : ""} />
          ))}
        </span>
      </div>
      <div class="table-card-text">
        <h3>{table.name}</h3>
        {!table.name.toLowerCase().startsWith(table.game.toLowerCase()) && (
          <p>
            {table.game}, {table.jurisdiction}
          </p>
        )}
        <dl>
          <div>
            <dt>{wagerName(shown, shown?.base_wager ?? "")}</dt>
            <dd>
              {priceOf(table.minimum)} to {priceOf(table.maximum)}
            </dd>
          </div>
          <div>
            <dt>Seats free</dt>
            <dd>
              {table.open_seats} of {table.seats}
            </dd>
          </div>
          {table.meter && (
            <div>
              <dt>{wagerName(shown, shown?.progressive_wager ?? "")}</dt>
              <dd class="gold">{meterPrice(table.meter.main)}</dd>
            </div>
          )}
        </dl>
        {table.kind === "live" && table.entered_cards && <p class="trouble">Cards may be entered by hand here; such deals cannot be verified.</p>}
        {table.trouble && <p class="trouble">{table.trouble}</p>}
        <div class="table-card-links">
          <a class="action action-primary" href={`/tables/${table.table}${full || table.kind === "live" ? "" : "?sit"}`}>
            {full ? "Watch" : table.kind === "live" ? "Go to the table" : "Play"}
            <span class="sr-only"> {table.name}</span>
          </a>
          {!full && (
            <a class="quiet" href={`/tables/${table.table}`}>
              Watch<span class="sr-only"> {table.name}</span>
            </a>
          )}
          <a class="quiet" href={`/sign/${table.table}`}>
            Sign<span class="sr-only"> of {table.name}</span>
          </a>
          <span class="table-card-phase">{phaseName(table.phase)}</span>
        </div>
      </div>
    </li>
  );
}

/** Opens a practice table with the chosen game and sits down at it. */
function OwnTable({ books, onOpen }: Omit<TablesProps, "tables">) {
  const { data: bundled } = useOnce<Bundled[]>("/api/submissions");
  return (
    <section aria-labelledby="own-table" class="own-table">
      <h2 id="own-table">Open a practice table of your own</h2>
      <div class="own-table-games">
        {bundled?.map(({ name, rulebook }) => {
          const book = books.find((each) => each.id === rulebook);
          return (
            <button key={name} type="button" class="action" onClick={() => onOpen(name)}>
              {book && <SuitMark suit={book.shown.suit} />}
              <span class="action-label">{book ? `${book.title}, ${book.jurisdiction}` : name}</span>
            </button>
          );
        })}
      </div>
    </section>
  );
}
