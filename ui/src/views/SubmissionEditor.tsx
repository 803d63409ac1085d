import { useEffect, useState } from "preact/hooks";
import { Page } from "../parts/Page";
import { Notice, ProblemNotice } from "../parts/Notice";
import { ClauseNote } from "../parts/ClauseNote";
import { usePolled } from "../parts/usePolled";
import { get, post, Problem } from "../server/api";
import { faultsAt, read, toToml, write, type Data, type Fault, type Value } from "../model/submission";
import { capital } from "../model/words";
import { fieldsFor, type Field } from "../model/submission-fields";

interface Checked {
  rulebook: string;
  digest: string;
  lawful: boolean;
  faults: Fault[];
}

interface Reading {
  id: string;
  title: string;
  readings: Record<string, string>;
  default: string;
  switch: string | null;
  clauses: string[];
}

type Tables = Record<string, Record<string, unknown>>;

const KEPT = "submission";
const BUNDLED = ["md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"];

/** The operator's choices as a form: lawful values, the clause beside each, and faults as one types. */
export default function SubmissionEditor() {
  const [data, setData] = useState<Data | null>(() => kept());
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const rulebook = data ? String(data["rulebook"] ?? "") : "";
  const { data: tables } = usePolled<Tables>(rulebook ? `/api/rulebooks/${rulebook}/paytables` : null, 0);
  const { data: readings } = usePolled<Reading[]>(rulebook ? `/api/rulebooks/${rulebook}/readings` : null, 0);

  const start = (name: string): void => {
    get<{ data: Data }>(`/api/submissions/${name}`)
      .then((found) => setData(found.data))
      .catch((error: Problem) => setProblem(error));
  };
  useEffect(() => {
    if (!data) start(BUNDLED[0] ?? "");
  }, []);
  useEffect(() => {
    if (!data) return;
    sessionStorage.setItem(KEPT, JSON.stringify(data));
    const timer = setTimeout(() => {
      post<Checked>("/api/submissions/check", { submission: data, live: false })
        .then((answer) => {
          setChecked(answer);
          setProblem(null);
        })
        .catch((error: Problem) => setProblem(error));
    }, 120);
    return () => clearTimeout(timer);
  }, [data]);

  const set = (path: string, value: Value | undefined): void => setData(write(data ?? {}, path, value));
  return (
    <Page title="Rules Submission" lead="Choose among what the rulebook lets an operator choose. Faults show as you type.">
      <div class="editor">
        <div class="editor-form">
          <div class="own-table-games" role="group" aria-label="Start from">
            {BUNDLED.map((name) => (
              <button key={name} type="button" class="quiet" onClick={() => start(name)}>
                {name}
              </button>
            ))}
          </div>
          {data && (
            <>
              {fieldsFor(data, tables, readings).map((group) => (
                <fieldset key={group.title} class="panel">
                  <legend>{group.title}</legend>
                  {group.fields.map((field) => (
                    <FieldInput key={field.path} field={field} data={data} faults={checked?.faults ?? []} onSet={set} />
                  ))}
                </fieldset>
              ))}
            </>
          )}
        </div>
        <aside class="editor-side">
          <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
          {checked && <Verdict checked={checked} />}
          {data && <Export data={data} />}
        </aside>
      </div>
    </Page>
  );
}

function kept(): Data | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Data | null;
  } catch {
    return null;
  }
}

interface InputProps {
  field: Field;
  data: Data;
  faults: readonly Fault[];
  onSet: (path: string, value: Value | undefined) => void;
}

function FieldInput({ field, data, faults, onSet }: InputProps) {
  const value = read(data, field.path);
  const wrong = faultsAt(faults, field.path);
  const id = `field-${field.path.replaceAll(".", "-")}`;
  const change = (text: string): void => {
    if (text === "") onSet(field.path, undefined);
    else onSet(field.path, field.kind === "number" ? Number(text) : text);
  };
  if (field.kind === "switch") {
    return (
      <div class="field">
        <label class="switch">
          <input
            type="checkbox"
            checked={field.offers ? value !== undefined : value === true}
            onChange={(event) => onSet(field.path, event.currentTarget.checked ? (field.offers ?? true) : undefined)}
          />
          <span>{field.label}</span>
        </label>
        <Faults faults={field.offers ? wrong.filter((each) => each.key === field.path) : wrong} id={id} />
      </div>
    );
  }
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      {field.kind === "choice" ? (
        <select
          id={id}
          value={String(value ?? "")}
          aria-invalid={wrong.length > 0}
          aria-describedby={`${id}-faults`}
          onChange={(event) => change(event.currentTarget.value)}
        >
          {!field.required && <option value="">{field.absent ?? "not chosen"}</option>}
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        <TextInput id={id} field={field} value={value} wrong={wrong.length > 0} onChange={change} />
      )}
      <Faults faults={wrong} id={id} />
    </div>
  );
}

interface TextProps {
  id: string;
  field: Field;
  value: Value | undefined;
  wrong: boolean;
  onChange: (text: string) => void;
}

function TextInput({ id, field, value, wrong, onChange }: TextProps) {
  const shared = {
    id,
    value: value === undefined ? "" : String(value),
    "aria-invalid": wrong,
    "aria-describedby": `${id}-faults`,
    onInput: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  };
  if (field.kind === "date") return <input type="date" {...shared} />;
  return <input type="text" inputMode={field.kind === "text" ? "text" : "decimal"} {...shared} />;
}

function Faults({ faults, id }: { faults: readonly Fault[]; id: string }) {
  return (
    <div id={`${id}-faults`} class="faults">
      {faults.map((fault) => (
        <div key={`${fault.key}-${fault.code}`} class="fault">
          <p>
            {capital(fault.message)}.{fault.lawful && <span> Lawful: {fault.lawful}.</span>}
          </p>
          {fault.clause && <ClauseNote clause={fault.clause} />}
        </div>
      ))}
    </div>
  );
}

function Verdict({ checked }: { checked: Checked }) {
  return (
    <section class="panel" aria-labelledby="verdict">
      <h2 id="verdict" class={checked.lawful ? "right" : "wrong"}>
        <span role="status">
          {checked.lawful ? "Lawful" : `${checked.faults.length} ${checked.faults.length === 1 ? "fault" : "faults"}`}
        </span>
      </h2>
      <p class="hint">
        {checked.rulebook}, digest <span class="hash">{checked.digest}</span>
      </p>
      {checked.faults.map((fault) => (
        <p key={`${fault.key}-${fault.code}`} class="fault">
          <strong>{fault.key}</strong> {fault.message} {fault.clause && <cite>{fault.clause}</cite>}
        </p>
      ))}
    </section>
  );
}

function Export({ data }: { data: Data }) {
  const text = toToml(data);
  const address = `data:application/toml;charset=utf-8,${encodeURIComponent(text)}`;
  return (
    <section class="panel" aria-labelledby="export">
      <div class="panel-head">
        <h2 id="export">The file</h2>
        <a class="quiet" href={address} download="submission.toml">
          Download
        </a>
      </div>
      <pre class="toml" tabIndex={0} aria-label="The submission as TOML">
        {text}
      </pre>
      {!data["approved_on"] && <Notice>A draft: good for practice tables and analysis only.</Notice>}
    </section>
  );
}
