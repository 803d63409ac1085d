import { useRef, useState } from "preact/hooks";
import { ProblemNotice } from "../parts/Notice";
import { usePolled } from "../parts/usePolled";
import { proposedBuyIn } from "./means";
import { parseDollars, priceOf } from "../words/money";
import type { TableLink } from "../server/table";
import type { Option, View } from "../server/types";

/** Buying chips and cashing them out at the table. */
export function ChipsSheet({ table, view }: { table: TableLink; view: View }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const show = (): void => {
    table.problem.value = null; // An earlier refusal has nothing to do with buying chips.
    dialog.current?.showModal();
    setOpen(true);
  };
  return (
    <>
      <button type="button" class="quiet" onClick={show}>
        Chips
      </button>
      <dialog ref={dialog} class="sheet narrow-sheet" aria-label="Chips" onClose={() => setOpen(false)}>
        <header>
          <h2>Chips</h2>
          <form method="dialog">
            <button class="quiet">Close</button>
          </form>
        </header>
        {open && <Forms table={table} view={view} />}
      </dialog>
    </>
  );
}

const actsOf = (view: View): Option[] => (view.you?.options ?? []).filter((each) => each.type === "act");

function Forms({ table, view }: { table: TableLink; view: View }) {
  const { data: purse, again } = usePolled<Record<string, string>>("/api/session/purse", 0);
  const [amount, setAmount] = useState(() => proposedBuyIn(actsOf(view), parseDollars(view.you?.chips ?? "0")));
  const move = async (type: "buy_in" | "cash_out"): Promise<void> => {
    if (await table.ask(type, { amount })) again();
  };
  return (
    <div class="chips-sheet">
      <p>
        {priceOf(view.you?.chips)} in chips
        {purse && view.kind === "live" && `, ${priceOf(purse["live"])} in your purse`}
        {view.kind === "practice" && ". Practice chips are free."}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void move("buy_in");
        }}
      >
        <label class="field">
          Amount in dollars
          <input inputMode="decimal" required value={amount} onInput={(event) => setAmount(event.currentTarget.value)} />
        </label>
        <button type="submit" class="action action-primary">
          Buy
        </button>
        <button type="button" class="action" onClick={() => void move("cash_out")}>
          Cash out
        </button>
      </form>
      <ProblemNotice problem={table.problem.value} onClose={() => (table.problem.value = null)} />
    </div>
  );
}
