import { DealCheck } from "../proof/DealCheck";
import { EnteredSign } from "../parts/EnteredSign";
import { usePolled } from "../parts/usePolled";
import { useSheet } from "../parts/useSheet";
import { signed } from "../words/money";
import { net, ownBoxes, ownLines } from "../words/rounds";
import { ownHandName } from "../cards/hand-names";
import type { Round, View } from "../server/types";
import { t } from "../language/language";
import { T } from "../language/T";

/** The last ten hands and the proof of each deal. */
export function History({ view }: { view: View }) {
  const { dialog, open, show, closed } = useSheet();
  return (
    <>
      <button type="button" class="quiet" onClick={show}>
        {t("Hands")}
      </button>
      <dialog ref={dialog} class="sheet" aria-label={t("The last hands")} onClose={closed}>
        <header>
          <h2>{t("The last hands")}</h2>
          <form method="dialog">
            <button class="quiet">{t("Close")}</button>
          </form>
        </header>
        {open && <Hands table={view.table} />}
      </dialog>
    </>
  );
}

function Hands({ table }: { table: string }) {
  const { data } = usePolled<Round[]>(`/api/tables/${encodeURIComponent(table)}/hands?limit=10`, 0);
  if (!data) return <p role="status">{t("Loading…")}</p>;
  if (!data.length) return <p>{t("No hand has been played here yet.")}</p>;
  return (
    <ul>
      {data.map((hand) => (
        <li class="history-item" key={hand.number}>
          <span>
            <strong>{t("Round {number}", { number: String(hand.number) })}</strong> <InWords hand={hand} />
          </span>
          <a class="quiet" href={`/hands/${table}/${hand.number}`}>
            <T text="Look at it<more>: round {number}</more>" parts={{ more: (inside) => <span class="sr-only">{inside}</span>, number: String(hand.number) }} />
          </a>
          {hand.entered && <EnteredSign />}
          <DealCheck table={table} round={hand} receipts />
        </li>
      ))}
    </ul>
  );
}

function InWords({ hand }: { hand: Round }) {
  const own = ownBoxes(hand);
  if (hand.void || !own.length) return <>{t(hand.void ? "void" : "did not play")}</>;
  const names = own.map((box) => (box.hand ? ownHandName(box.hand) : t("folded")));
  return <T text="{hands}, {result}" parts={{ hands: names.join("; "), result: <span class="amount">{signed(net(ownLines(hand)))}</span> }} />;
}
