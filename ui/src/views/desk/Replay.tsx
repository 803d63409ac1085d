import { useEffect, useState } from "preact/hooks";
import { get, Problem } from "../../server/api";
import { HandRow } from "../../parts/Hand";
import { ProblemNotice } from "../../parts/Notice";
import { Settlement } from "../../parts/Settlement";
import type { Round } from "../../server/types";
import { isOpened, type Commitment, type Opening } from "../../model/proof";
import { capital, phaseName, plain } from "../../model/words";
import { Verdict } from "./AuditHead";

interface Frame {
  version: number;
  position: number;
  at: number;
  actor: string;
  event: string;
  clauses: string[];
  round: Round | null;
  hands?: Record<string, string[]>;
  dealer?: string[];
  burned?: string[];
  stub?: string[];
  felt?: string;
}

interface Stub {
  commitment: Commitment;
  openings: Opening[];
  seed: string | null;
}

/** A finished hand, scrubbed to and fro event by event, and the seal of its deck opened and checked. */
export function Replay({ table, number }: { table: string; number: number }) {
  const [frames, setFrames] = useState<Frame[] | null>(null);
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    get<{ frames: Frame[] }>(`/api/hands/${table}/${number}/replay`)
      .then(({ frames: found }) => {
        setFrames(found);
        setAt(found.length - 1);
      })
      .catch((error: Problem) => setProblem(error));
  }, [table, number]);
  const frame = frames?.[at] ?? null;
  return (
    <div class="replay">
      <h3>
        {table}, round {number}
      </h3>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      {frames && frame && (
        <>
          <div class="scrub">
            <button type="button" class="quiet" disabled={at === 0} onClick={() => setAt(at - 1)}>
              Back
            </button>
            <input
              type="range"
              min={0}
              max={frames.length - 1}
              value={at}
              aria-label="Event of the round"
              aria-valuetext={`${at + 1} of ${frames.length}: ${frame.event}`}
              onInput={(event) => setAt(Number(event.currentTarget.value))}
            />
            <button type="button" class="quiet" disabled={at === frames.length - 1} onClick={() => setAt(at + 1)}>
              On
            </button>
          </div>
          <p class="replay-event">
            <strong>{frame.event}</strong> by {frame.actor}, {new Date(frame.at).toLocaleString()}
            {frame.clauses.length > 0 && <cite> {frame.clauses.join(", ")}</cite>}
          </p>
          <FrameCards frame={frame} />
        </>
      )}
      <Seal table={table} number={number} />
      <a class="quiet" href={`/api/hands/${table}/${number}/export`} download={`${table}-${number}.json`}>
        Export this hand
      </a>
    </div>
  );
}

function FrameCards({ frame }: { frame: Frame }) {
  const round = frame.round;
  if (!round) return <p class="hint">The table is being prepared.</p>;
  return (
    <div class="frame">
      <p class="hint">
        {phaseName(round.phase)}; on the felt ${frame.felt}
      </p>
      {frame.dealer && frame.dealer.length > 0 && (
        <Row name="Dealer" cards={frame.dealer} hand={round.dealer_hand} />
      )}
      {round.board.length > 0 && <Row name="Board" cards={round.board} hand={null} />}
      {round.seats.map((box) => (
        <Row
          key={box.seat}
          name={`Seat ${box.seat}${box.action ? `, ${capital(plain(box.action))}` : ""}`}
          cards={frame.hands?.[String(box.seat)] ?? []}
          hand={box.hand}
        />
      ))}
      <Settlement lines={round.settled} title="Settled so far" />
      <p class="hint">{frame.stub?.length ?? 0} cards in the stub</p>
    </div>
  );
}

function Row({ name, cards, hand }: { name: string; cards: string[]; hand: Round["dealer_hand"] }) {
  return (
    <div class="frame-row">
      <span>{name}</span>
      {cards.length > 0 ? <HandRow cards={cards} hand={hand} label={name} /> : <span class="hint">no cards yet</span>}
    </div>
  );
}

/** Every place of the sealed deck is hashed again here and must lead to the root published before betting closed. */
function Seal({ table, number }: { table: string; number: number }) {
  const [state, setState] = useState<{ holds: boolean; places: number; root: string } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const verify = async (): Promise<void> => {
    try {
      const stub = await get<Stub>(`/api/hands/${table}/${number}/stub`);
      const each = await Promise.all(stub.openings.map((opening) => isOpened(stub.commitment, opening)));
      setState({
        holds: each.every(Boolean) && each.length === stub.commitment.count,
        places: each.length,
        root: stub.commitment.root,
      });
    } catch (error) {
      setProblem(error as Problem);
    }
  };
  return (
    <div class="seal">
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      <button type="button" class="action" onClick={() => void verify()}>
        Open and check the seal
      </button>
      {state && (
        <p role="status" data-seal={String(state.holds)}>
          <Verdict value={state.holds} yes={`all ${state.places} places lead to the root`} no="the seal does not hold" />{" "}
          <span class="hash">{state.root}</span>
        </p>
      )}
    </div>
  );
}
