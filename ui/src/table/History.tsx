import { useRef, useState } from "preact/hooks";
import { DealCheck } from "../proof/DealCheck";
import { EnteredSign } from "../parts/EnteredSign";
import { usePolled } from "../parts/usePolled";
import { signed } from "../words/money";
import { net, ownBoxes, ownLines } from "../words/rounds";
import { ownHandName } from "../cards/hand-names";
import type { Round, View } from "../server/types";

/** The last ten hands and the proof of each deal. */
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
  if (!data) return <p role="status">Loading…</p>;
  if (!data.length) return <p>No hand has been played here yet.</p>;
  return (
    <ul>
      {data.map((hand) => (
        <li class="history-item" key={hand.number}>
          <span>
            <strong>Round {hand.number}</strong> <InWords hand={hand} />
          </span>
          {hand.entered && <EnteredSign />}
          <DealCheck table={table} round={hand} receipts />
        </li>
      ))}
    </ul>
  );
}

function InWords({ hand }: { hand: Round }) {
  const own = ownBoxes(hand);
  if (hand.void || !own.length) return <>{hand.void ? "void" : "did not play"}</>;
  const names = own.map((box) => (box.hand ? ownHandName(box.hand) : "folded"));
  return (
    <>
      {names.join("; ")}, <span class="amount">{signed(net(ownLines(hand)))}</span>
    </>
  );
}
