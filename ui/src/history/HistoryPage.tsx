import "./History.css";
import { useEffect, useState } from "preact/hooks";
import { t } from "../language/language";
import { HandRow } from "../cards/Hand";
import { Notice, ProblemNotice } from "../parts/Notice";
import { Page } from "../parts/Page";
import { useBooks, useShownOf } from "../parts/shown";
import { useAttempt } from "../parts/useAttempt";
import { call, get, session, someone } from "../server/api";
import { saveAs } from "../server/files";
import { ownHandName } from "../cards/hand-names";
import { actName } from "../words/actions";
import { signed } from "../words/money";
import { net, ownBoxes, ownLines } from "../words/rounds";
import { dateAndTime } from "../words/times";
import { eraseKept, fits, keepHands, keptHands, merged, type OwnHand } from "./device";
import { StatisticsView } from "./Statistics";
import { HISTORY } from "./words";

interface HandsPage {
  hands: OwnHand[];
  next: number | null;
}

/** Midnight after the chosen day, by the clock of this device; null if none was chosen. */
function endOf(day: string): number | null {
  if (!day) return null;
  const midnight = new Date(`${day}T00:00:00`);
  return midnight.setDate(midnight.getDate() + 1);
}

/** The player's own hands at all tables, with their results. */
export default function HistoryPage() {
  const books = useBooks();
  const [rulebook, setRulebook] = useState("");
  const [outcome, setOutcome] = useState("");
  const [kind, setKind] = useState("");
  const [day, setDay] = useState("");
  const [hands, setHands] = useState<OwnHand[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [turn, setTurn] = useState(0);
  const { problem, clear, attempt } = useAttempt();
  const load = (from: number | null): void => {
    const before = from ?? endOf(day);
    const query = new URLSearchParams({
      limit: "20", ...(rulebook && { rulebook }), ...(outcome && { outcome }), ...(kind && { kind }), ...(before && { before: String(before) }),
    });
    void attempt(async () => {
      const guest = (await someone()).guest;
      const found = await get<HandsPage>(`/api/history?${query}`);
      if (guest) keepHands(found.hands);
      const kept = guest && from === null ? keptHands().filter((hand) => fits(hand, { rulebook, outcome, kind, before })) : [];
      setHands((now) => (from === null ? merged(found.hands, kept) : merged(now ?? [], found.hands)));
      setNext(found.next);
    });
  };
  useEffect(() => load(null), [rulebook, outcome, kind, day, turn]);
  const filtered = [rulebook, outcome, kind, day].some((each) => each !== "");
  const guest = session.value?.guest === true;
  const kinds = guest ? ["practice"] : kind ? [kind] : Object.keys(HISTORY.kinds).filter((each) => each !== "");
  return (
    <Page title={HISTORY.title()} lead={HISTORY.lead()}>
      <ProblemNotice problem={problem} onClose={clear} />
      {guest && <Notice>{HISTORY.device()}</Notice>}
      {session.value !== undefined && kinds.map((each) => <StatisticsView key={`${turn} ${each} ${rulebook}`} kind={each} rulebook={rulebook} named={!guest} />)}
      <div class="history-filters" role="group" aria-label={HISTORY.filters()}>
        <label class="field">
          {HISTORY.game()}
          <select value={rulebook} onChange={(event) => setRulebook(event.currentTarget.value)}>
            <option value="">{HISTORY.all()}</option>
            {books?.map((book) => (
              <option key={book.id} value={book.id}>
                {book.title}, {book.jurisdiction}
              </option>
            ))}
          </select>
        </label>
        {!guest && <Choice label={HISTORY.tables()} options={HISTORY.kinds} value={kind} onChoose={setKind} />}
        <Choice label={HISTORY.outcome()} options={HISTORY.outcomes} value={outcome} onChoose={setOutcome} />
        <label class="field">
          {HISTORY.until()}
          <input type="date" value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        </label>
      </div>
      {hands && !hands.length && next === null && <p role="status">{filtered ? HISTORY.noneFound() : HISTORY.none()}</p>}
      <ul class="history-list">
        {hands?.map((hand) => (
          <Entry key={`${hand.table} ${hand.number}`} hand={hand} />
        ))}
      </ul>
      <div class="button-row">
        {next !== null && (
          <button type="button" class="action" onClick={() => load(next)}>
            {HISTORY.more()}
          </button>
        )}
        <button type="button" class="quiet" data-export onClick={() => void attempt(saveAll)}>
          {HISTORY.export()}
        </button>
        <Erase onErased={() => setTurn(turn + 1)} attempt={attempt} />
      </div>
    </Page>
  );
}

interface ChoiceProps {
  label: string;
  /** The label of each choice, marked. */
  options: Record<string, string>;
  value: string;
  onChoose: (value: string) => void;
}

function Choice({ label, options, value, onChoose }: ChoiceProps) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {Object.entries(options).map(([each, name]) => (
          <option key={each} value={each}>
            {t(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** All hands in one file: the service gives 500 at a time, and a guest's browser may have kept older ones. */
async function saveAll(): Promise<void> {
  const { guest, account } = await someone();
  let hands: readonly OwnHand[] = guest ? keptHands() : [];
  for (let before: number | null = null, more = true; more; ) {
    const found: HandsPage = await get<HandsPage>(`/api/history/export${before === null ? "" : `?before=${before}`}`);
    hands = merged(found.hands, hands);
    before = found.next;
    more = before !== null;
  }
  saveAs("houserules-history.json", new Blob([JSON.stringify({ account, hands }, null, 1)], { type: "application/json" }));
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
            {HISTORY.at(dateAndTime(hand.at ?? 0), hand.number)}
          </span>
          <span>
            {hand.void ? HISTORY.void() : ownBoxes(hand).map((box) => HISTORY.played(box.hand ? ownHandName(box.hand) : "", box.action ? actName(shown, box.action) : "")).join("; ")}
          </span>
          {hand.entered && <span class="hint">{HISTORY.entered()}</span>}
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
        {HISTORY.erase()}
      </button>
    );
  }
  return (
    <div class="notice notice-warn" role="alertdialog" aria-label={HISTORY.eraseSure()}>
      <p>
        <strong>{HISTORY.eraseSure()}</strong> {HISTORY.eraseText()} {session.value?.guest && HISTORY.eraseDevice()}
      </p>
      <div class="button-row">
        <button type="button" class="action" onClick={() => setSure(false)}>
          {HISTORY.keep()}
        </button>
        <button type="button" class="quiet" data-erase onClick={erase}>
          {HISTORY.erase()}
        </button>
      </div>
    </div>
  );
}
