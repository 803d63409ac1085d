import { useState } from "preact/hooks";
import { decisionsIn } from "./decisions";
import { ProblemNotice } from "../parts/Notice";
import { usePolled } from "../parts/usePolled";
import { useSheet } from "../parts/useSheet";
import { proposedBuyIn } from "./means";
import { parseDollars, priceOf } from "../words/money";
import type { TableLink } from "../server/table";
import type { View } from "../server/types";
import { t } from "../language/language";

/** Buying chips and cashing them out at the table. */
export function ChipsSheet({ table, view }: { table: TableLink; view: View }) {
  const { dialog, open, show, closed } = useSheet();
  const begin = (): void => {
    table.problem.value = null; // An earlier refusal has nothing to do with buying chips.
    show();
  };
  return (
    <>
      <button type="button" class="quiet" onClick={begin}>
        {t("Chips")}
      </button>
      <dialog ref={dialog} class="sheet narrow-sheet" aria-label={t("Chips")} onClose={closed}>
        <header>
          <h2>{t("Chips")}</h2>
          <form method="dialog">
            <button class="quiet">{t("Close")}</button>
          </form>
        </header>
        {open && <Forms table={table} view={view} />}
      </dialog>
    </>
  );
}


function holdings(view: View, purse: Record<string, string> | null): string {
  const chips = priceOf(view.you?.chips);
  if (view.kind === "practice") return t("{chips} in chips. Practice chips are free.", { chips });
  return purse ? t("{chips} in chips, {purse} in your purse", { chips, purse: priceOf(purse["live"]) }) : t("{chips} in chips", { chips });
}

function Forms({ table, view }: { table: TableLink; view: View }) {
  const { data: purse, again } = usePolled<Record<string, string>>("/api/session/purse", 0);
  const [amount, setAmount] = useState(() => proposedBuyIn(decisionsIn(view), parseDollars(view.you?.chips ?? "0")));
  const move = async (type: "buy_in" | "cash_out"): Promise<void> => {
    if (await table.ask(type, { amount })) again();
  };
  return (
    <div class="chips-sheet">
      <p>{holdings(view, purse)}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void move("buy_in");
        }}
      >
        <label class="field">
          {t("Amount in dollars")}
          <input inputMode="decimal" required value={amount} onInput={(event) => setAmount(event.currentTarget.value)} />
        </label>
        <button type="submit" class="action action-primary">
          {t("Buy")}
        </button>
        <button type="button" class="action" onClick={() => void move("cash_out")}>
          {t("Cash out")}
        </button>
      </form>
      <ProblemNotice problem={table.problem.value} onClose={() => (table.problem.value = null)} />
    </div>
  );
}
