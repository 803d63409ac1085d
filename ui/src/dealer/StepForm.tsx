import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { TableLink } from "../server/table";
import type { Input, Option, View } from "../server/types";
import { readDeck, readNext } from "../cards/entry";
import { fieldsOf, usual } from "./procedure";
import { ClauseNote } from "../parts/ClauseNote";
import { Key, useKeys } from "../parts/Key";
import { Choices } from "./Choices";
import { many, t } from "../language/language";
import { said } from "../words/steps";

interface Props {
  table: TableLink;
  step: Option;
  /** The current step of the round: large, with the key N. */
  main?: boolean;
  label?: string;
}

/** One lawful step. The dealer types in counts; the service compares them and refuses those that do not agree. */
export function StepForm({ table, step, main = false, label = t("Done") }: Props) {
  const [typed, setTyped] = useState<Record<string, string>>(() => usual(step));
  const form = useRef<HTMLFormElement>(null);
  const set = (name: string, value: string): void => setTyped((before) => ({ ...before, [name]: value }));
  const inputs = step.inputs ?? [];
  const reads = inputs.some((input) => input.input === "cards");
  /** Counts of real cards are asked for where the cards are entered. */
  const ofADeck = inputs.some((input) => input.input === "deck");
  const wanted = table.view.value?.desk?.cards_to_read ?? 0;
  const entry = reads ? readNext(typed["cards"] ?? "", wanted) : readDeck(typed["cards"] ?? "");
  const entered = Boolean(typed["cards"]?.trim());
  const submit = (event: Event): void => {
    event.preventDefault();
    const stillMeant = (now: View): boolean => now.desk?.steps.some((each) => each.type === step.type) ?? false;
    const fields = fieldsOf(step, entered ? { ...typed, cards: entry.cards.join(" ") } : typed);
    void table.ask(step.type, fields, stillMeant).then((done) => {
      if (done && reads) set("cards", "");
    });
  };
  useKeys(main ? { n: () => form.current?.requestSubmit() } : {});
  useEffect(() => {
    if (main) form.current?.querySelector<HTMLInputElement>("input[type=number], input[type=text]")?.focus();
  }, []);
  return (
    <form ref={form} class={`step ${main ? "step-main" : ""}`} onSubmit={submit} data-step={step.type} data-deck={step.deck}>
      {!main && (
        <div class="step-text">
          <strong>{said(step.title)}</strong>
          {step.clause && <ClauseNote clause={step.clause} />}
        </div>
      )}
      {inputs.map((input) => {
        const value = typed[input.name] ?? "";
        switch (input.input) {
          case "count":
            return ofADeck ? null : <CountInput key={input.name} input={input} value={value} onSet={set} />;
          case "choice":
            return (
              <label key={input.name} class="field">
                {said(input.label)}
                <Choices name={input.name} choices={input.choices ?? []} value={value} onSet={set} />
              </label>
            );
          case "deck":
            return (
              <DeckEntry key={input.name} deck={step.deck ?? 1} label={said(input.label)} text={value} trouble={entry.trouble} asDealt={Boolean(typed["as_dealt"])} onSet={set}>
                {inputs.filter((each) => each.input === "count").map((each) => (
                  <CountInput key={each.name} input={each} value={typed[each.name] ?? ""} onSet={set} />
                ))}
              </DeckEntry>
            );
          case "cards":
            return <NextCards key={input.name} text={value} wanted={wanted} read={entry.cards.length} trouble={entry.trouble} onSet={set} />;
        }
      })}
      <button
        type="submit"
        class={main ? "action action-primary action-large" : "action"}
        disabled={(entered && entry.trouble !== "") || (reads && !entered)}
      >
        {label}
        <span class="sr-only">: {said(step.title)}</span>
        {main && <Key name="n" />}
      </button>
    </form>
  );
}

type OnSet = (name: string, value: string) => void;

function CountInput({ input: { name, label }, value, onSet }: { input: Input; value: string; onSet: OnSet }) {
  const by = (change: number): void => onSet(name, String(Math.max(0, Number(value || "0") + change)));
  return (
    <div class="count-field">
      <label for={`count-${name}`}>{said(label)}</label>
      <div class="stepper">
        <button type="button" aria-label={t("One less: {label}", { label: said(label) })} onClick={() => by(-1)}>
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
        <button type="button" aria-label={t("One more: {label}", { label: said(label) })} onClick={() => by(1)}>
          +
        </button>
      </div>
    </div>
  );
}

interface DeckEntryProps {
  deck: number;
  label: string;
  text: string;
  trouble: string;
  asDealt: boolean;
  onSet: OnSet;
  children: ComponentChildren;
}

/** Real cards: all 52 in order, or read one by one as they are dealt. With neither, the service shuffles. */
function DeckEntry({ deck, label, text, trouble, asDealt, onSet, children }: DeckEntryProps) {
  const id = `cards-of-deck-${deck}`;
  return (
    <details class="card-entry">
      <summary>{label}</summary>
      <label class="switch">
        <input
          type="checkbox"
          name="as_dealt"
          checked={asDealt}
          disabled={Boolean(text.trim())}
          onChange={(event) => onSet("as_dealt", event.currentTarget.checked ? "yes" : "")}
        />
        <span>{t("Their order is unknown: each card is read as it is dealt")}</span>
      </label>
      <label for={id}>{t("Or all 52 cards, top card first; if empty, the service shuffles")}</label>
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
        {text.trim() ? trouble || t("All 52 cards, each once") : ""}
      </p>
      {children}
    </details>
  );
}

interface NextCardsProps {
  text: string;
  wanted: number;
  read: number;
  trouble: string;
  onSet: OnSet;
}

/** Cards that a shoe or a scanner reads as they are dealt; a scanner that ends with Enter submits the form. */
function NextCards({ text, wanted, read, trouble, onSet }: NextCardsProps) {
  return (
    <div class="card-entry">
      <label for="next-cards">{many(wanted, "The next card, in the order of dealing", "The next {count} cards, in the order of dealing")}</label>
      <input
        type="text"
        id="next-cards"
        name="cards"
        autocomplete="off"
        spellcheck={false}
        aria-describedby="next-cards-state"
        value={text}
        onInput={(event) => onSet("cards", event.currentTarget.value)}
      />
      <p id="next-cards-state" role="status" class={trouble ? "wrong" : "right"}>
        {text.trim() ? trouble || t("{some} of {all}", { some: read, all: wanted }) : ""}
      </p>
    </div>
  );
}
