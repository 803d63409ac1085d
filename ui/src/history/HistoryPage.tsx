import "./History.css";
import { useEffect, useState } from "preact/hooks";
import { HandRow } from "../cards/Hand";
import { Notice, ProblemNotice } from "../parts/Notice";
import { Page } from "../parts/Page";
import { useBooks, useShownOf } from "../parts/shown";
import { useAttempt } from "../parts/useAttempt";
import { call, get, session, someone } from "../server/api";
import { ownHandName } from "../cards/hand-names";
import { actName } from "../words/actions";
import { signed } from "../words/money";
import { net, ownBoxes, ownLines } from "../words/rounds";
import { dateAndTime } from "../words/times";
import { eraseKept, keepHands, keptHands, merged, type OwnHand } from "./device";
import { StatisticsView } from "./Statistics";
import { HISTORY } from "./words";

interface HandsPage {
  hands: OwnHand[];
  next: number | null;
}

/** One's own hands over all tables, with what they came to. */
export default function HistoryPage() {
  const books = useBooks();
  const [rulebook, setRulebook] = useState("");
  const [outcome, setOutcome] = useState("");
  const [hands, setHands] = useState<OwnHand[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [turn, setTurn] = useState(0);
  const { problem, clear, attempt } = useAttempt();
  const load = (before: number | null): void => {
    const query = new URLSearchParams({ limit: "20", ...(rulebook && { rulebook }), ...(outcome && { outcome }), ...(before && { before: String(before) }) });
    void attempt(async () => {
      const guest = (await someone()).guest;
      const found = await get<HandsPage>(`/api/history?${query}`);
      if (guest) keepHands(found.hands);
      const kept = guest && !before && !rulebook && !outcome ? keptHands() : [];
      setHands((now) => (before ? [...(now ?? []), ...found.hands] : merged(found.hands, kept)));
      setNext(found.next);
    });
  };
  useEffect(() => load(null), [rulebook, outcome, turn]);
  const filtered = rulebook !== "" || outcome !== "";
  return (
    <Page title={HISTORY.title} lead={HISTORY.lead}>
      <ProblemNotice problem={problem} onClose={clear} />
      {session.value?.guest && <Notice>{HISTORY.device}</Notice>}
      <StatisticsView key={turn} />
      <div class="history-filters" role="group" aria-label={HISTORY.filters}>
        <label class="field">
          {HISTORY.game}
          <select value={rulebook} onChange={(event) => setRulebook(event.currentTarget.value)}>
            <option value="">{HISTORY.all}</option>
            {books?.map((book) => (
              <option key={book.id} value={book.id}>
                {book.title}, {book.jurisdiction}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {HISTORY.outcome}
          <select value={outcome} onChange={(event) => setOutcome(event.currentTarget.value)}>
            {Object.entries(HISTORY.outcomes).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {hands && !hands.length && <p role="status">{filtered ? HISTORY.noneFound : HISTORY.none}</p>}
      <ul class="history-list">
        {hands?.map((hand) => (
          <Entry key={`${hand.table} ${hand.number}`} hand={hand} />
        ))}
      </ul>
      <div class="button-row">
        {next !== null && (
          <button type="button" class="action" onClick={() => load(next)}>
            {HISTORY.more}
          </button>
        )}
        <a class="quiet" href="/api/history/export" download>
          {HISTORY.export}
        </a>
        <Erase onErased={() => setTurn(turn + 1)} attempt={attempt} />
      </div>
    </Page>
  );
}

function Entry({ hand }: { hand: OwnHand }) {
  const shown = useShownOf()(hand.rulebook);
  const sum = net(ownLines(hand));
  return (
    <li class={`history-hand felt-${shown?.felt ?? "green"}`} data-hand={`${hand.table} ${hand.number}`}>
      <a href={`/hands/${hand.table}/${hand.number}`}>
        <span class="history-cards">
          {ownBoxes(hand).map((box) => (
            <HandRow key={box.seat} cards={box.cards} hand={box.hand} label={HISTORY.round(hand.number)} />
          ))}
        </span>
        <span class="history-text">
          <strong>{shown?.short ?? hand.rulebook}</strong>
          <span class="hint">
            {dateAndTime(hand.at ?? 0)}, {HISTORY.round(hand.number)}
          </span>
          <span>
            {hand.void ? HISTORY.void : ownBoxes(hand).map((box) => `${box.hand ? ownHandName(box.hand) : ""}${box.action ? `, ${actName(shown, box.action)}` : ""}`).join("; ")}
          </span>
        </span>
        <strong class={sum > 0 ? "gain" : "even"}>{signed(sum)}</strong>
      </a>
    </li>
  );
}

function Erase({ onErased, attempt }: { onErased: () => void; attempt: (work: () => Promise<unknown>) => Promise<boolean> }) {
  const [sure, setSure] = useState(false);
  const erase = (): void =>
    void attempt(async () => {
      await call("DELETE", "/api/history");
      eraseKept();
    }).then(() => {
      setSure(false);
      onErased();
    });
  if (!sure) {
    return (
      <button type="button" class="quiet" onClick={() => setSure(true)}>
        {HISTORY.erase}
      </button>
    );
  }
  return (
    <div class="notice notice-warn" role="alertdialog" aria-label={HISTORY.eraseSure}>
      <p>
        <strong>{HISTORY.eraseSure}</strong> {HISTORY.eraseText} {session.value?.guest && HISTORY.eraseDevice}
      </p>
      <div class="button-row">
        <button type="button" class="action" onClick={() => setSure(false)}>
          {HISTORY.keep}
        </button>
        <button type="button" class="quiet" data-erase onClick={erase}>
          {HISTORY.erase}
        </button>
      </div>
    </div>
  );
}
