import { useEffect, useRef, useState } from "preact/hooks";
import type { TableLink } from "../../server/table";
import type { Option, TableRules, View } from "../../server/types";
import { readCards } from "../../model/entry";
import { COUNTED, counts, fieldsOf, stepName, type Count } from "../../model/procedure";
import { ClauseNote } from "../../parts/ClauseNote";
import { Key, useKeys } from "../../parts/Key";

interface Props {
  table: TableLink;
  rules: TableRules;
  step: Option;
  /** The step that the round has come to: large, and on the key N. */
  main?: boolean;
  label?: string;
}

/** One lawful step. What the dealer counts is typed in; the service compares it and says when it does not agree. */
export function StepForm({ table, rules, step, main = false, label = "Done" }: Props) {
  const [typed, setTyped] = useState<Record<string, string>>(() => (step.depth ? { depth: String(step.depth) } : {}));
  const form = useRef<HTMLFormElement>(null);
  const set = (name: string, value: string): void => setTyped((before) => ({ ...before, [name]: value }));
  const entry = readCards(typed["cards"] ?? "");
  const entered = Boolean(typed["cards"]?.trim());
  const submit = (event: Event): void => {
    event.preventDefault();
    const stillMeant = (now: View): boolean => now.desk?.steps.some((each) => each.type === step.type) ?? false;
    const fields = fieldsOf(step, entered ? { ...typed, cards: entry.cards.join(" ") } : typed);
    void table.ask(step.type, fields, stillMeant);
  };
  useKeys(main ? { n: () => form.current?.requestSubmit() } : {});
  useEffect(() => {
    if (main) form.current?.querySelector<HTMLInputElement>("input[type=number]")?.focus();
  }, []);
  return (
    <form ref={form} class={`step ${main ? "step-main" : ""}`} onSubmit={submit} data-step={step.type} data-deck={step.deck}>
      {!main && (
        <div class="step-text">
          <strong>{stepName(step)}</strong>
          {step.clause && <ClauseNote clause={step.clause} />}
        </div>
      )}
      {counts(step).map((name) => (
        <CountInput key={name} name={name} value={typed[name] ?? ""} onSet={set} />
      ))}
      {step.type === "shuffle" && <CardEntry deck={step.deck ?? 1} text={typed["cards"] ?? ""} trouble={entry.trouble} onSet={set} />}
      {step.type === "spin_wheel" && <Symbols rules={rules} value={typed["symbol"] ?? ""} onSet={set} />}
      <button
        type="submit"
        class={main ? "action action-primary action-large" : "action"}
        disabled={entered && entry.trouble !== ""}
      >
        {label}
        <span class="sr-only">: {stepName(step)}</span>
        {main && <Key name="n" />}
      </button>
    </form>
  );
}

type OnSet = (name: string, value: string) => void;

function CountInput({ name, value, onSet }: { name: Count; value: string; onSet: OnSet }) {
  const by = (change: number): void => onSet(name, String(Math.max(0, Number(value || "0") + change)));
  return (
    <div class="count-field">
      <label for={`count-${name}`}>{COUNTED[name]}</label>
      <div class="stepper">
        <button type="button" aria-label={`One less: ${COUNTED[name]}`} onClick={() => by(-1)}>
          −
        </button>
        <input
          type="number"
          inputMode="numeric"
          min="0"
          max="104"
          required
          id={`count-${name}`}
          name={name}
          value={value}
          onInput={(event) => onSet(name, event.currentTarget.value)}
        />
        <button type="button" aria-label={`One more: ${COUNTED[name]}`} onClick={() => by(1)}>
          +
        </button>
      </div>
    </div>
  );
}

/** Cards from a shoe or a scanner. Nothing is sent until all 52 are there, each once. */
function CardEntry({ deck, text, trouble, onSet }: { deck: number; text: string; trouble: string; onSet: OnSet }) {
  const id = `cards-of-deck-${deck}`;
  return (
    <details class="card-entry">
      <summary>Cards read by a shoe or a scanner</summary>
      <label for={id}>Top card first; with nothing here the service shuffles</label>
      <textarea
        id={id}
        name="cards"
        rows={3}
        autocomplete="off"
        spellcheck={false}
        aria-describedby={`${id}-state`}
        value={text}
        onInput={(event) => onSet("cards", event.currentTarget.value)}
      />
      <p id={`${id}-state`} role="status" class={trouble && text.trim() ? "wrong" : "right"}>
        {text.trim() ? trouble || "All 52 cards, each once" : ""}
      </p>
    </details>
  );
}

function Symbols({ rules, value, onSet }: { rules: TableRules; value: string; onSet: OnSet }) {
  return (
    <label class="field">
      The wheel stopped at
      <select name="symbol" value={value} onChange={(event) => onSet("symbol", event.currentTarget.value)}>
        <option value="">the service spins it</option>
        {rules.wheel?.map(({ symbol }) => (
          <option key={symbol} value={symbol}>
            {symbol}
          </option>
        ))}
      </select>
    </label>
  );
}
