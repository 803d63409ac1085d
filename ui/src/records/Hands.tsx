import { useEffect, useState } from "preact/hooks";
import { usePolled } from "../parts/usePolled";
import { get, Problem } from "../server/api";
import { EnteredSign } from "../parts/EnteredSign";
import { ProblemNotice } from "../parts/Notice";
import type { LobbyTable, Round } from "../server/types";
import { readSought } from "../cards/entry";
import { parseDollars, signed } from "../words/money";
import { capital, tableName } from "../words/words";
import { Replay } from "./Replay";
import { many, mark, t } from "../language/language";
import { T } from "../language/T";

type FoundHand = Round & { table: string; position: number };

interface Found {
  hands: FoundHand[];
  next: number | null;
}

const ENOUGH = 20;
const AT_ONCE = 50;
const MOST_LOOKS = 20;

interface Props {
  /** A link may name a hand and a moment of it: ?table=ID&round=7&step=12. */
  query: URLSearchParams;
  onProve: (position: number) => void;
}

/** Any hand ever dealt, found by table, number, cards, player, time or progressive win. */
export function Hands({ query, onProve }: Props) {
  const { data: tables } = usePolled<LobbyTable[]>("/api/tables", 10_000);
  const [sought, setSought] = useState<Record<string, string>>({});
  const [wins, setWins] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [chosen, setChosen] = useState<FoundHand | null>(null);
  const [step, setStep] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const set = (name: string, value: string): void => setSought({ ...sought, [name]: value });
  const table = sought["table"] || tables?.[0]?.table || "";
  const number = Number(sought["number"] || "0");
  const troubles = troublesOf(sought);
  const [asked, setAsked] = useState(false);
  const search = async (before: number | null): Promise<void> => {
    try {
      const earlier = before === null ? [] : (found?.hands ?? []);
      const more = number ? { hands: [await oneHand(table, number)], next: null } : await look(queryOf(table, sought, wins), before);
      setFound({ hands: [...earlier, ...more.hands], next: more.next });
      setProblem(null);
    } catch (error) {
      setFound(null);
      setProblem(error as Problem);
    }
  };
  const choose = (hand: FoundHand, at: number | null = null): void => {
    setChosen(hand);
    setStep(at);
    onProve(hand.position);
  };
  const link = query.toString();
  useEffect(() => {
    const asked = { table: query.get("table"), round: Number(query.get("round")), step: Number(query.get("step")) };
    if (!asked.table || !asked.round) return;
    setSought({ table: asked.table, number: String(asked.round) });
    oneHand(asked.table, asked.round)
      .then((hand) => {
        setFound({ hands: [hand], next: null });
        choose(hand, asked.step || null);
      })
      .catch((error: Problem) => setProblem(error));
  }, [link]);
  return (
    <section class="panel" aria-labelledby="hands">
      <h2 id="hands">{t("Hands")}</h2>
      <form
        class="search-form"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (!Object.keys(troubles).length) void search(null);
        }}
      >
        <label class="field">
          {t("Table")}
          <select value={table} onChange={(event) => set("table", event.currentTarget.value)}>
            {tables?.map((each) => (
              <option key={each.table} value={each.table}>
                {tableName(each.name)}
              </option>
            ))}
          </select>
        </label>
        <Sought name="number" label={t("Round")} sought={sought} onSet={set} trouble={asked ? troubles["number"] : undefined} />
        <Sought name="cards" label={t("Cards, as in Ah Kh")} sought={sought} onSet={set} trouble={asked ? troubles["cards"] : undefined} />
        <Sought name="account" label={t("Account")} sought={sought} onSet={set} />
        <Sought name="since" label={t("From")} kind="datetime-local" sought={sought} onSet={set} />
        <Sought name="until" label={t("To")} kind="datetime-local" sought={sought} onSet={set} />
        <label class="switch">
          <input type="checkbox" checked={wins} onChange={(event) => setWins(event.currentTarget.checked)} />
          <span>{t("Progressive wins only")}</span>
        </label>
        <button type="submit" class="action action-primary">
          {t("Search")}
        </button>
      </form>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      {found?.hands.length === 0 && <p class="hint">{found.next ? t("No such hand among those searched.") : t("No such hand.")}</p>}
      {found && found.hands.length > 0 && (
        <ul class="hand-list" aria-label={t("Hands found")}>
          {found.hands.map((hand) => (
            <li key={hand.number}>
              <button type="button" class="quiet" aria-pressed={chosen?.number === hand.number} onClick={() => choose(hand)}>
                {t("Round {round}", { round: String(hand.number) })}
                <span class="hint">
                  <T
                    text={resultText(hand)}
                    parts={{ seats: many(hand.seats.length, "{count} seat", "{count} seats"), amount: <span class="amount">{signed(houseWin(hand))}</span> }}
                  />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found?.next && (
        <button type="button" class="quiet" onClick={() => void search(found.next)}>
          {t("Search further back")}
        </button>
      )}
      {chosen?.entered && <EnteredSign />}
      {chosen && (
        <Replay
          key={`${chosen.table}-${chosen.number}-${step}`}
          table={chosen.table}
          number={chosen.number}
          name={nameOf(tables, chosen.table)}
          step={step}
        />
      )}
    </section>
  );
}

interface SoughtProps {
  name: string;
  label: string;
  kind?: "text" | "datetime-local";
  sought: Record<string, string>;
  onSet: (name: string, value: string) => void;
  /** Why this cannot be searched for. */
  trouble?: string | undefined;
}

function Sought({ name, label, kind = "text", sought, onSet, trouble }: SoughtProps) {
  const id = `sought-${name}`;
  const shared = {
    id,
    "aria-invalid": trouble !== undefined,
    "aria-describedby": trouble && `${id}-trouble`,
    autocomplete: "off",
    value: sought[name] ?? "",
    onInput: (event: { currentTarget: HTMLInputElement }) => onSet(name, event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === "text" ? <input type="text" {...shared} /> : <input type="datetime-local" {...shared} />}
      {trouble && (
        <p id={`${id}-trouble`} class="fault" role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

/** Why what was typed cannot be searched for, by field. */
function troublesOf(sought: Record<string, string>): Record<string, string> {
  const number = sought["number"]?.trim() ?? "";
  const cards = readSought(sought["cards"] ?? "").trouble;
  return {
    ...(/^(|[1-9]\d{0,14})$/.test(number) ? {} : { number: t("“{number}” is not the number of a round", { number }) }),
    ...(cards && { cards: capital(cards) }),
  };
}

const nameOf = (tables: LobbyTable[] | null, id: string): string => tables?.find((table) => table.table === id)?.name ?? id;

const oneHand = (table: string, number: number): Promise<FoundHand> => get<FoundHand>(`/api/tables/${table}/hands/${number}`);

function queryOf(table: string, sought: Record<string, string>, wins: boolean): URLSearchParams {
  const query = new URLSearchParams({ table, limit: String(AT_ONCE) });
  const cards = readSought(sought["cards"] ?? "").cards.join(" ");
  if (cards) query.set("cards", cards);
  if (sought["account"]?.trim()) query.set("account", sought["account"].trim());
  if (sought["since"]) query.set("since", String(new Date(sought["since"]).getTime()));
  if (sought["until"]) query.set("until", String(new Date(sought["until"]).getTime() + 59_999));
  if (wins) query.set("only_progressive_wins", "true");
  return query;
}

/** The service searches a limited number of hands per request; a rare hand may take several requests. */
async function look(query: URLSearchParams, before: number | null): Promise<Found> {
  const hands: FoundHand[] = [];
  let next = before;
  for (let looks = 0; looks < MOST_LOOKS && hands.length < ENOUGH; looks++) {
    if (next !== null) query.set("before", String(next));
    const page = await get<Found>(`/api/hands?${query}`);
    hands.push(...page.hands);
    next = page.next;
    if (next === null) break;
  }
  return { hands, next };
}

/** How a hand ended for the house, with its seats. */
function resultText({ void: isVoid, entered }: Round): string {
  if (isVoid) return entered ? mark("{seats}, house {amount}, void, cards entered by hand") : mark("{seats}, house {amount}, void");
  return entered ? mark("{seats}, house {amount}, cards entered by hand") : mark("{seats}, house {amount}");
}

function houseWin(hand: Round): number {
  return hand.settled.reduce((sum, line) => sum + parseDollars(line.staked) - parseDollars(line.returned), 0);
}
