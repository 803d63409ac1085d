import { useState } from "preact/hooks";
import { usePolled } from "../../parts/usePolled";
import { get, Problem } from "../../server/api";
import { ProblemNotice } from "../../parts/Notice";
import type { LobbyTable, Round } from "../../server/types";
import { parseDollars, signed } from "../../model/money";
import { Replay } from "./Replay";

type FoundHand = Round & { table: string; position: number };

/** Any hand ever dealt, found by table, number, player or progressive win. */
export function Hands({ onProve }: { onProve: (position: number) => void }) {
  const { data: tables } = usePolled<LobbyTable[]>("/api/tables", 10_000);
  const [table, setTable] = useState("");
  const [account, setAccount] = useState("");
  const [number, setNumber] = useState("");
  const [wins, setWins] = useState(false);
  const [hands, setHands] = useState<FoundHand[] | null>(null);
  const [chosen, setChosen] = useState<FoundHand | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const where = table || tables?.[0]?.table || "";
  const search = async (event: Event): Promise<void> => {
    event.preventDefault();
    const query = new URLSearchParams({ table: where, limit: number ? "1" : "20" });
    if (account.trim()) query.set("account", account.trim());
    if (wins) query.set("only_progressive_wins", "true");
    if (number) query.set("before", String(Number(number) + 1));
    try {
      const found = number
        ? { hands: [await get<FoundHand>(`/api/tables/${where}/hands/${Number(number)}`)] }
        : await get<{ hands: FoundHand[] }>(`/api/hands?${query}`);
      setHands(found.hands);
      setProblem(null);
    } catch (error) {
      setProblem(error as Problem);
    }
  };
  return (
    <section class="panel" aria-labelledby="hands">
      <h2 id="hands">Hands</h2>
      <form class="search-form" onSubmit={search}>
        <label class="field">
          Table
          <select value={where} onChange={(event) => setTable(event.currentTarget.value)}>
            {tables?.map((each) => (
              <option key={each.table} value={each.table}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          Round
          <input inputMode="numeric" pattern="[0-9]*" value={number} onInput={(event) => setNumber(event.currentTarget.value)} />
        </label>
        <label class="field">
          Account
          <input value={account} onInput={(event) => setAccount(event.currentTarget.value)} />
        </label>
        <label class="switch">
          <input type="checkbox" checked={wins} onChange={(event) => setWins(event.currentTarget.checked)} />
          <span>Progressive wins only</span>
        </label>
        <button type="submit" class="action">
          Search
        </button>
      </form>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      {hands?.length === 0 && <p class="hint">No such hand.</p>}
      {hands && hands.length > 0 && (
        <ul class="hand-list">
          {hands.map((hand) => (
            <li key={hand.number}>
              <button
                type="button"
                class="quiet"
                aria-pressed={chosen?.number === hand.number}
                onClick={() => {
                  setChosen(hand);
                  onProve(hand.position);
                }}
              >
                Round {hand.number}
                <span class="hint">
                  {hand.seats.length === 1 ? "1 seat" : `${hand.seats.length} seats`}, house {signed(houseWin(hand))}
                  {hand.void ? ", void" : ""}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen && <Replay key={`${chosen.table}-${chosen.number}`} table={chosen.table} number={chosen.number} />}
    </section>
  );
}

function houseWin(hand: Round): number {
  return hand.settled.reduce((sum, line) => sum + parseDollars(line.staked) - parseDollars(line.returned), 0);
}
