import { useState } from "preact/hooks";
import type { TableLink } from "../../server/table";
import type { Option, View } from "../../server/types";
import { counts, fieldsOf, stepName } from "../../model/procedure";
import { capital, plain } from "../../model/words";
import { ClauseNote } from "../../parts/ClauseNote";

interface Props {
  table: TableLink;
  view: View;
  step: Option;
  quiet?: boolean;
}

/** One lawful step. What the dealer counts is typed in; the service compares it and says when it does not agree. */
export function StepForm({ table, view, step, quiet = false }: Props) {
  const [typed, setTyped] = useState<Record<string, string>>(() => starting(step));
  const set = (name: string, value: string): void => setTyped({ ...typed, [name]: value });
  const submit = (event: Event): void => {
    event.preventDefault();
    const stillMeant = (now: View): boolean => now.desk?.steps.some((each) => each.type === step.type) ?? false;
    void table.ask(step.type, fieldsOf(step, typed), stillMeant);
  };
  const key = `${step.type}-${step.kind ?? step.deck ?? step.seat ?? step.method ?? step.device ?? ""}`;
  return (
    <form class="step" onSubmit={submit} data-step={step.type} data-kind={step.kind}>
      <div class="step-text">
        <strong>{stepName(step)}</strong>
        {step.clause && <ClauseNote clause={step.clause} />}
      </div>
      {counts(step).map((name) => (
        <label key={name} class="count">
          <span>{capital(plain(name))}</span>
          <input
            type="number"
            min="0"
            max="104"
            required
            id={`${key}-${name}`}
            name={name}
            value={typed[name] ?? ""}
            onInput={(event) => set(name, event.currentTarget.value)}
          />
        </label>
      ))}
      {step.type === "report" && (view.round?.seats.length ?? 0) > 0 && (
        <label class="count">
          <span>Seat</span>
          <select name="seat" value={typed["seat"] ?? ""} onChange={(event) => set("seat", event.currentTarget.value)}>
            {view.round?.seats.map((box) => (
              <option key={box.seat} value={String(box.seat)}>
                {box.seat}
              </option>
            ))}
          </select>
        </label>
      )}
      {step.type === "shuffle" && (
        <label class="count wide">
          <span>Cards as a scanner read them, top first; empty: the service shuffles</span>
          <input
            name="cards"
            autocomplete="off"
            spellcheck={false}
            value={typed["cards"] ?? ""}
            onInput={(event) => set("cards", event.currentTarget.value)}
          />
        </label>
      )}
      {step.type === "spin_wheel" && (
        <label class="count">
          <span>Symbol; empty: the service spins</span>
          <input name="symbol" value={typed["symbol"] ?? ""} onInput={(event) => set("symbol", event.currentTarget.value)} />
        </label>
      )}
      <button type="submit" class={quiet ? "quiet" : "action"} disabled={table.asking.value}>
        {quiet ? "Report" : "Done"}
        <span class="sr-only">: {stepName(step)}</span>
      </button>
    </form>
  );
}

function starting(step: Option): Record<string, string> {
  const typed: Record<string, string> = {};
  if (step.depth) typed["depth"] = String(step.depth);
  if (step.type === "report") {
    typed["count"] = "1";
    if (step.seat) typed["seat"] = String(step.seat);
  }
  return typed;
}
