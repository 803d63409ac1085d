import { useRef, useState } from "preact/hooks";
import type { TableLink } from "../server/table";
import type { Option, View } from "../server/types";
import { fieldsOf, irregularities, usual } from "./procedure";
import { readSought } from "../cards/entry";
import { ClauseNote } from "../parts/ClauseNote";
import { Choices } from "./Choices";
import { t } from "../language/language";
import { said } from "../words/steps";

interface Props {
  table: TableLink;
  view: View;
}

/** Only what can happen now is listed. Each asks for confirmation before it is reported, with the clause that applies. */
export function Irregularities({ table, view }: Props) {
  const found = irregularities(view.desk?.steps ?? []);
  const [chosen, setChosen] = useState<Option | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const choose = (step: Option): void => {
    setChosen(step);
    dialog.current?.showModal();
  };
  if (!found.length) return null;
  return (
    <section aria-labelledby="irregularities" class="panel">
      <h2 id="irregularities">{t("Something is wrong")}</h2>
      <ul class="trouble-buttons">
        {found.map((step) => (
          <li key={`${step.type}-${step.kind ?? ""}-${step.device ?? ""}`}>
            <button type="button" class="action" data-kind={step.kind} data-device={step.device} onClick={() => choose(step)}>
              {said(step.title)}
            </button>
          </li>
        ))}
      </ul>
      <dialog ref={dialog} class="sheet narrow-sheet" aria-labelledby="confirm-title" onClose={() => dialog.current?.open || setChosen(null)}>
        {chosen && <Confirm key={JSON.stringify(chosen)} table={table} step={chosen} onClose={() => dialog.current?.close()} />}
      </dialog>
    </section>
  );
}

function Confirm({ table, step, onClose }: { table: TableLink; step: Option; onClose: () => void }) {
  const [typed, setTyped] = useState<Record<string, string>>(() => usual(step));
  const set = (name: string, value: string): void => setTyped({ ...typed, [name]: value });
  const found = readSought(typed["cards"] ?? "");
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const stillMeant = (now: View): boolean => now.desk?.steps.some((each) => each.type === step.type && each.kind === step.kind) ?? false;
    await table.ask(step.type, fieldsOf(step, { ...typed, cards: found.cards.join(" ") }), stillMeant);
    onClose();
  };
  return (
    <form class="confirm" onSubmit={submit}>
      <h2 id="confirm-title">{t("{step}?", { step: said(step.title) })}</h2>
      {step.clause && <ClauseNote clause={step.clause} />}
      {step.inputs?.map(({ name, label, choices, input }) => (
        <label key={name} class="field">
          {said(label)}
          {choices ? (
            <Choices name={name} choices={choices} value={typed[name] ?? ""} onSet={set} />
          ) : input === "cards" ? (
            <>
              <input type="text" name={name} autocapitalize="off" spellcheck={false} value={typed[name]} onInput={(event) => set(name, event.currentTarget.value)} />
              <span class="hint">{found.trouble || t("As in 9h Ts; leave empty what cannot be read.")}</span>
            </>
          ) : (
            <input type="number" min="1" max="52" required value={typed[name]} onInput={(event) => set(name, event.currentTarget.value)} />
          )}
        </label>
      ))}
      <p class="hint">{t("It is recorded under your name and cannot be undone.")}</p>
      <div class="confirm-buttons">
        <button type="button" class="action" onClick={onClose}>
          {t("Cancel")}
        </button>
        <button type="submit" class="action action-warn" disabled={table.asking.value || found.trouble !== ""}>
          {t("Report it")}
        </button>
      </div>
    </form>
  );
}
