import { useEffect } from "preact/hooks";
import { isEnglish, listed, t } from "../language/language";
import { T } from "../language/T";
import { pit } from "../pit";
import { meterPrice, priceOf } from "../words/money";
import { phaseName, tableName, wagerName } from "../words/words";
import { useTitle } from "../parts/useTitle";
import { ProblemNotice } from "../parts/Notice";
import { SiteHeader } from "../parts/SiteHeader";
import { SuitMark } from "../cards/Card";
import { OddsOnRequest } from "../table/Odds";
import { useBooks } from "../parts/shown";
import { useAttempt } from "../parts/useAttempt";
import { useOnce } from "../parts/useOnce";
import { usePolled } from "../parts/usePolled";
import { GUIDE } from "../learn/words";
import { learnAtOwnTable, playAtOwnTable } from "../server/practice";
import type { Book, Bundled, LobbyTable } from "../server/types";

const EVERY = 5000;

export function Lobby() {
  useTitle(t("Tables"));
  const books = useBooks();
  // What the parts below show is requested together with the tables, not after them.
  useOnce("/api/submissions");
  useOnce("/api/pits");
  const { data: tables, problem: lost } = usePolled<LobbyTable[]>("/api/tables", EVERY);
  const { problem: refused, clear, attempt } = useAttempt();
  const problem = refused ?? lost;
  return (
    <div class="site">
      <SiteHeader />
      <main class="lobby" id="main">
        <div class="lobby-title">
          <h1>{t("Sit down and play")}</h1>
          <p>{lead(books)}</p>
        </div>
        <ProblemNotice problem={problem} onClose={clear} />
        {tables && books ? (
          <Tables
            tables={tables}
            books={books}
            onPlay={({ name, rulebook }) => void attempt(() => playAtOwnTable(name, rulebook))}
            onLearn={({ name, rulebook }) => void attempt(() => learnAtOwnTable(name, rulebook))}
          />
        ) : (
          !problem && <p role="status">{t("Loading tables…")}</p>
        )}
      </main>
    </div>
  );
}

/** "This Game and That Game, dealt by the book." And how practice tables differ. */
function lead(books: readonly Book[] | null): string {
  const titles = [...new Set(books?.map((book) => book.title))];
  return titles.length
    ? t("{games}, dealt by the book. At practice tables the chips are free and the coach shows the exact value of every choice.", { games: listed(titles) })
    : t("Dealt by the book. At practice tables the chips are free and the coach shows the exact value of every choice.");
}

interface TablesProps {
  tables: LobbyTable[];
  books: readonly Book[];
  onPlay: (game: Bundled) => void;
  onLearn: (game: Bundled) => void;
}

/** The player's own seats first, then the player's own table, then other people's tables that are occupied. */
function Tables({ tables, books, onPlay, onLearn }: TablesProps) {
  const seats = tables.filter((each) => each.seat !== null);
  const others = tables.filter((each) => each.seat === null);
  return (
    <>
      <Pits />
      <Cards id="your-seats" title={t("Your seats")} tables={seats} books={books} />
      <OwnTable books={books} onPlay={onPlay} onLearn={onLearn} />
      <Cards id="live-tables" title={t("Live tables")} tables={others.filter((each) => each.kind === "live")} books={books} />
      <Cards
        id="practice-tables"
        title={t("Practice tables with players")}
        tables={others.filter((each) => each.kind === "practice" && (each.own || each.open_seats < each.seats))}
        books={books}
      />
    </>
  );
}

/** Links to all pits; a house without any shows nothing. In a house with pits every table is in one of them. */
function Pits() {
  const { data: pits } = useOnce<string[]>("/api/pits");
  const first = pits?.[0];
  useEffect(() => {
    if (first && !pit) location.replace(`/pits/${first}/`);
  }, [first]);
  if (!pits?.length) return null;
  return (
    <nav class="tabs" aria-label={t("Pits")}>
      {pits.map((name) => (
        <a key={name} href={`/pits/${name}/`} aria-current={pit === `/pits/${name}` ? "page" : undefined}>
          {t("Pit {name}", { name })}
        </a>
      ))}
    </nav>
  );
}

function Cards({ id, title, tables, books }: { id: string; title: string; tables: readonly LobbyTable[]; books: readonly Book[] }) {
  if (!tables.length) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="table-cards">
        {tables.map((each) => (
          <TableCard key={each.table} table={each} books={books} />
        ))}
      </ul>
    </section>
  );
}

/** What the first button of a table does, and where it leads. */
function wayIn(table: LobbyTable): { text: string; address: string } {
  const address = `/tables/${table.table}`;
  if (table.seat !== null) return { text: t("Return to your seat"), address };
  if (table.open_seats === 0) return { text: t("Watch"), address };
  return table.kind === "live" ? { text: t("Go to the table"), address } : { text: t("Sit down"), address: `${address}?sit` };
}

function TableCard({ table, books }: { table: LobbyTable; books: readonly Book[] }) {
  const shown = books.find((book) => book.id === table.rulebook)?.shown ?? null;
  const { text, address } = wayIn(table);
  const taken = table.seats - table.open_seats;
  const name = tableName(table.name);
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
        <h3>{name}</h3>
        {!table.name.toLowerCase().startsWith(table.game.toLowerCase()) && (
          <p>
            {table.game}, {table.jurisdiction}
          </p>
        )}
        <dl>
          <div>
            <dt>{wagerName(shown, shown?.base_wager ?? "")}</dt>
            <dd>{t("{least} to {most}", { least: priceOf(table.minimum), most: priceOf(table.maximum) })}</dd>
          </div>
          <div>
            <dt>{t("Seats free")}</dt>
            <dd>{t("{open} of {seats}", { open: table.open_seats, seats: table.seats })}</dd>
          </div>
          {table.meter && (
            <div>
              <dt>{wagerName(shown, shown?.progressive_wager ?? "")}</dt>
              <dd class="gold">{meterPrice(table.meter.main)}</dd>
            </div>
          )}
        </dl>
        {table.kind === "live" && table.entered_cards && <p class="trouble">{t("Cards may be entered by hand here; such deals cannot be verified.")}</p>}
        {table.trouble && <p class="trouble">{isEnglish() ? table.trouble : t("The table cannot deal at the moment.")}</p>}
        <OddsOnRequest table={table.table} shown={shown} of={name} />
        <div class="table-card-links">
          <a class="action action-primary" href={address}>
            {text}
            <span class="sr-only"> {name}</span>
          </a>
          {table.seat === null && table.open_seats > 0 && (
            <a class="quiet" href={`/tables/${table.table}`}>
              {t("Watch")}
              <span class="sr-only"> {name}</span>
            </a>
          )}
          <a class="quiet" href={`/sign/${table.table}`}>
            <T text="Sign<more> of {table}</more>" parts={{ more: (inside) => <span class="sr-only">{inside}</span>, table: name }} />
          </a>
          <span class="table-card-phase">{phaseName(table.phase)}</span>
        </div>
      </div>
    </li>
  );
}

/** Sits down at a practice table of the player's own with the chosen game. */
function OwnTable({ books, onPlay, onLearn }: Omit<TablesProps, "tables">) {
  const { data: bundled } = useOnce<Bundled[]>("/api/submissions");
  return (
    <section aria-labelledby="own-table" class="own-table">
      <h2 id="own-table">{t("Play")}</h2>
      <p class="hint">{t("At a practice table of your own. Anybody you send its address to can join you.")}</p>
      <div class="own-table-games">
        {bundled?.map((game) => {
          const book = books.find((each) => each.id === game.rulebook);
          return (
            <div key={game.name} class="own-game">
              <button type="button" class={`action game-card ${book ? `felt-${book.shown.felt}` : ""}`} onClick={() => onPlay(game)}>
                {book && <SuitMark suit={book.shown.suit} />}
                <span class="action-label">{book ? `${book.title}, ${book.jurisdiction}` : game.name}</span>
                <span class="game-card-play" aria-hidden="true">
                  {t("Play")}
                </span>
              </button>
              <button type="button" class="link" data-lesson={game.name} onClick={() => onLearn(game)}>
                {GUIDE.learn}
                <span class="sr-only">: {book ? `${book.title}, ${book.jurisdiction}` : game.name}</span>
              </button>
              <OddsOnRequest bundled={game.name} shown={book?.shown ?? null} of={book ? `${book.title}, ${book.jurisdiction}` : game.name} />
            </div>
          );
        })}
      </div>
    </section>
  );
}
