import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { many, t } from "../language/language";
import { faultsAt, isTable, read, type Data, type Fault, type Value } from "./submission";
import type { Reading } from "../words/readings";
import { segmentsOf, valueOf, type Field } from "./submission-fields";
import { faultText, lawfulText } from "../words/faults";
import { paysText } from "../words/pays";
import { capital, lineName, plain } from "../words/words";
import { ClauseNote } from "../parts/ClauseNote";
import { useShown } from "../parts/shown";
import { Segments } from "./Segments";

export type OnSet = (key: string, value: Value | undefined) => void;
/** What each line of a pay table pays, by the table's letter. */
export type Tables = Record<string, Record<string, string>>;

interface Props {
  field: Field;
  data: Data;
  faults: readonly Fault[];
  reading: Reading | null;
  tables: Tables | null;
  onSet: OnSet;
  onOffer: (key: string) => void;
}

/** One choice: its name and clause, the lawful values, its faults, and what it means. */
export function FieldInput({ field, data, faults, reading, tables, onSet, onOffer }: Props) {
  const value = read(data, field.key);
  const id = idOf(field.key);
  const offers = /^wagers\.\w+$/.test(field.key);
  const wrong = offers ? faults.filter((fault) => fault.key === field.key) : faultsAt(faults, field.key);
  const change = (text: string): void => onSet(field.key, valueOf(field, text));
  if (field.kind === "switch") {
    const on = offers ? value !== undefined : value === true || typeof value === "string";
    return (
      <div class="field field-switch" data-key={field.key}>
        <label class="switch">
          <input
            type="checkbox"
            id={id}
            checked={on}
            onChange={(event) => (event.currentTarget.checked ? (offers ? onOffer(field.key) : onSet(field.key, true)) : onSet(field.key, undefined))}
          />
          <span>{field.label}</span>
        </label>
        <Under field={field} wrong={wrong} id={id} />
      </div>
    );
  }
  if (field.kind === "segments") {
    return (
      <div class="field field-wide" data-key={field.key}>
        <Segments field={field} segments={segmentsOf(value)} onSet={(next) => onSet(field.key, next)} />
        <Under field={field} wrong={wrong} id={id} />
      </div>
    );
  }
  const input = { id, text: textOf(value), wrong: wrong.length > 0, onChange: change };
  return (
    <div class={`field ${reading || tables ? "field-wide" : ""}`} data-key={field.key}>
      <label for={id}>{field.label}</label>
      {field.kind === "choice" ? <Select {...input} field={field} /> : <Input {...input} field={field} />}
      <Under field={field} wrong={wrong} id={id}>
        {reading && <p class="hint">{reading.readings[String(value ?? reading.default)] ?? reading.question}</p>}
        {tables && typeof value === "string" && tables[value] && <Lines lines={tables[value]} />}
        {tables && isTable(value) && <Lines lines={Object.fromEntries(Object.entries(value).map(([line, pays]) => [line, String(pays)]))} />}
      </Under>
    </div>
  );
}

export const idOf = (key: string): string => `field-${key.replaceAll(".", "-")}`;

function textOf(value: Value | undefined): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map(String).join(", ");
  return isTable(value) ? "" : String(value);
}

interface InputProps {
  field: Field;
  id: string;
  text: string;
  wrong: boolean;
  onChange: (text: string) => void;
}

/** Only lawful values are offered; a value from a file that is not among them stays visible, with its fault. */
function Select({ field, id, text, wrong, onChange }: InputProps) {
  const strange = text !== "" && !field.values.some((each) => each.value === text);
  return (
    <select id={id} value={text} aria-invalid={wrong} aria-describedby={`${id}-under`} onChange={(event) => onChange(event.currentTarget.value)}>
      {(field.absent !== null || text === "") && <option value="">{field.absent ?? t("not chosen")}</option>}
      {strange && <option value={text}>{t("{value} (not lawful)", { value: capital(plain(text)) })}</option>}
      {field.values.map((each) => (
        <option key={each.value} value={each.value}>
          {each.label}
        </option>
      ))}
    </select>
  );
}

function Input({ field, id, text, wrong, onChange }: InputProps) {
  const [typed, setTyped] = useState(text);
  const same = (one: string, other: string): boolean => JSON.stringify(valueOf(field, one)) === JSON.stringify(valueOf(field, other));
  const shared = {
    id,
    // A list is shown as it is typed, including a trailing comma.
    value: same(typed, text) ? typed : text,
    "aria-invalid": wrong,
    "aria-describedby": `${id}-under`,
    onInput: (event: { currentTarget: HTMLInputElement }) => {
      setTyped(event.currentTarget.value);
      onChange(event.currentTarget.value);
    },
  };
  if (field.kind === "date") return <input type="date" {...shared} />;
  return <input type="text" inputMode={field.kind === "amount" ? "decimal" : "text"} placeholder={field.absent ?? ""} {...shared} />;
}

function Under({ field, wrong, id, children }: { field: Field; wrong: readonly Fault[]; id: string; children?: ComponentChildren }) {
  return (
    <div id={`${id}-under`} class="under">
      {wrong.map((fault) => (
        <div key={`${fault.key}-${fault.code}-${fault.value}`} class="fault">
          <p>
            {t("{what}.", { what: capital(faultText(fault)) })}{fault.lawful && <span> {t("Lawful: {lawful}.", { lawful: lawfulText(fault.lawful) })}</span>}
          </p>
          {fault.clause && <ClauseNote clause={fault.clause} />}
        </div>
      ))}
      {field.lawful && field.kind !== "switch" && wrong.length === 0 && <p class="hint">{capital(lawfulText(field.lawful))}</p>}
      {children}
      {field.clauses.length > 0 && <FieldClauses clauses={field.clauses} />}
    </div>
  );
}

/** The number is always shown; a tap shows its meaning. */
function FieldClauses({ clauses }: { clauses: string[] }) {
  const [first = "", ...more] = clauses;
  return (
    <details class="field-clause">
      <summary>
        <cite>{more.length > 0 ? many(more.length, "{clause} and {count} more", "{clause} and {count} more", { clause: first }) : first}</cite>
      </summary>
      {clauses.map((clause) => (
        <ClauseNote key={clause} clause={clause} />
      ))}
    </details>
  );
}

function Lines({ lines }: { lines: Record<string, string> }) {
  const shown = useShown();
  return (
    <ul class="lines">
      {Object.entries(lines).map(([line, pays]) => (
        <li key={line}>
          <span>{capital(lineName(shown, line))}</span>
          <strong>{paysText(pays)}</strong>
        </li>
      ))}
    </ul>
  );
}
