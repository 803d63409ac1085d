import { useRef, useState } from "preact/hooks";
import type { TableLink } from "../../server/table";
import type { Option, TableRules, View } from "../../server/types";
import { COUNTED, counts, fieldsOf, irregularities, stepName, WHOSE } from "../../model/procedure";
import { ClauseNote } from "../../parts/ClauseNote";

interface Props {
  table: TableLink;
  view: View;
  rules: TableRules;
}

/** Only what can happen now is there. Each asks once more before it is reported, with the clause that then applies. */
export function Irregularities({ table, view, rules }: Props) {
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
      <h2 id="irregularities">Something is wrong</h2>
      <ul class="trouble-buttons">
        {found.map((step) => (
          <li key={`${step.type}-${step.kind ?? ""}-${step.device ?? ""}`}>
            <button type="button" class="action" data-kind={step.kind} data-device={step.device} onClick={() => choose(step)}>
              {stepName(step)}
            </button>
          </li>
        ))}
      </ul>
      <dialog ref={dialog} class="sheet narrow-sheet" aria-labelledby="confirm-title" onClose={() => setChosen(null)}>
        {chosen && <Confirm key={JSON.stringify(chosen)} table={table} view={view} rules={rules} step={chosen} onClose={() => dialog.current?.close()} />}
      </dialog>
    </section>
  );
}

function Confirm({ table, view, rules, step, onClose }: Props & { step: Option; onClose: () => void }) {
  const boxes = view.round?.seats ?? [];
  const whose = step.type === "report" && WHOSE.has(step.kind ?? "");
  const [typed, setTyped] = useState<Record<string, string>>({ count: "1", who: whose && boxes[0] ? String(boxes[0].seat) : "" });
  const set = (name: string, value: string): void => setTyped({ ...typed, [name]: value });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const stillMeant = (now: View): boolean => now.desk?.steps.some((each) => each.type === step.type && each.kind === step.kind) ?? false;
    await table.ask(step.type, fieldsOf(step, typed), stillMeant);
    onClose();
  };
  return (
    <form class="confirm" onSubmit={submit}>
      <h2 id="confirm-title">{stepName(step)}?</h2>
      {step.clause && <ClauseNote clause={step.clause} />}
      {whose && (
        <label class="field">
          Whose hand
          <select name="who" value={typed["who"]} onChange={(event) => set("who", event.currentTarget.value)}>
            {boxes.map((box) => (
              <option key={box.seat} value={String(box.seat)}>
                Seat {box.seat}
              </option>
            ))}
            {step.kind === "wrong_number_of_cards" && <option value="dealer">The dealer's</option>}
            {step.kind === "wrong_number_of_cards" && rules.cards.community > 0 && <option value="community">The community cards</option>}
          </select>
        </label>
      )}
      {counts(step).map((name) => (
        <label key={name} class="field">
          {COUNTED[name]}
          <input type="number" min="1" max="52" required value={typed[name]} onInput={(event) => set(name, event.currentTarget.value)} />
        </label>
      ))}
      <p class="hint">It is recorded under your name and cannot be undone.</p>
      <div class="confirm-buttons">
        <button type="button" class="action" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="action action-warn" disabled={table.asking.value}>
          Report it
        </button>
      </div>
    </form>
  );
}
