import { useRef, useState } from "preact/hooks";
import { usePolled } from "../../parts/usePolled";
import { get, type Problem } from "../../server/api";
import { isOpened, type Commitment, type Opening } from "../../model/proof";
import { signed } from "../../model/money";
import { linesOf, net, ownBox } from "../../model/rounds";
import { handName } from "../../model/words";
import type { Round, View } from "../../server/types";

/** The last ten hands as one may remember them, and the proof that the cards one saw were sealed before the bets. */
export function History({ view }: { view: View }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const show = (): void => {
    dialog.current?.showModal();
    setOpen(true);
  };
  return (
    <>
      <button type="button" class="quiet" onClick={show}>
        Hands
      </button>
      <dialog ref={dialog} class="sheet" aria-label="The last hands" onClose={() => setOpen(false)}>
        <header>
          <h2>The last hands</h2>
          <form method="dialog">
            <button class="quiet">Close</button>
          </form>
        </header>
        {open && <Hands table={view.table} />}
      </dialog>
    </>
  );
}

function Hands({ table }: { table: string }) {
  const { data } = usePolled<Round[]>(`/api/tables/${encodeURIComponent(table)}/hands?limit=10`, 0);
  if (!data) return <p role="status">Looking them up…</p>;
  if (!data.length) return <p>No hand has been played here yet.</p>;
  return (
    <ul>
      {data.map((hand) => (
        <OneHand key={hand.number} table={table} hand={hand} />
      ))}
    </ul>
  );
}

function OneHand({ table, hand }: { table: string; hand: Round }) {
  const own = ownBox(hand);
  const [verdict, setVerdict] = useState("");
  const check = async (): Promise<void> => {
    try {
      const found = await get<{ commitment: Commitment; openings: Opening[] }>(
        `/api/tables/${encodeURIComponent(table)}/hands/${hand.number}/openings`,
      );
      const each = await Promise.all(found.openings.map((opening) => isOpened(found.commitment, opening)));
      setVerdict(each.every(Boolean) ? `All ${each.length} cards you saw were sealed before the bets closed.` : "The seal does not hold.");
    } catch (error) {
      setVerdict((error as Problem).message);
    }
  };
  return (
    <li class="history-item">
      <span>
        <strong>Round {hand.number}</strong>{" "}
        {hand.void ? "void" : own ? `${own.hand ? handName(own.hand) : "folded"}, ${signed(net(linesOf(hand, own.seat)))}` : "not in it"}
      </span>
      <button type="button" class="quiet" onClick={() => void check()}>
        Check the deal<span class="sr-only"> of round {hand.number}</span>
      </button>
      {verdict && <p role="status">{verdict}</p>}
    </li>
  );
}
