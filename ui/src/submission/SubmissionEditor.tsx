import "./SubmissionEditor.css";
import "./Segments.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../language/language";
import { Page } from "../parts/Page";
import { FaultsNotice } from "../parts/FaultList";
import { ProblemNotice } from "../parts/Notice";
import { GameShown, useBooks } from "../parts/shown";
import { useOnce } from "../parts/useOnce";
import { once } from "../server/once";
import { post, Problem } from "../server/api";
import type { Book, Bundled } from "../server/types";
import { faultsOfForm, read, told, unlikeText, whyNotRead, write, type Data, type Fault, type NotRead, type Value } from "./submission";
import { tablesOf } from "../lab/lab";
import type { Reading } from "../words/readings";
import { groupsFor, type Choice } from "./submission-fields";
import { FieldInput, type OnSet, type Tables } from "./Fields";
import { Export, PapersOf, Verdict, VerdictLine } from "./Side";

interface Checked {
  digest: string;
  faults: Fault[];
  data: Data;
}

const KEPT = "submission";
const PAUSE = 120;

function kept(): Data | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") as Data | null;
  } catch {
    return null;
  }
}

/** The operator's choices as a form: lawful values, the clause of each, and faults while typing. */
export default function SubmissionEditor() {
  const [data, setData] = useState<Data | null>(() => kept());
  const [before, setBefore] = useState<Data | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [notRead, setNotRead] = useState<NotRead | null>(null);
  const { data: bundled } = useOnce<Bundled[]>("/api/submissions");
  const books = useBooks();
  const nameOf = (id: string): string => {
    const book = books?.find((each) => each.id === id);
    return book ? `${book.title}, ${book.jurisdiction}` : id;
  };
  const rulebook = data ? String(data["rulebook"] ?? "") : "";
  const book = books?.find((each) => each.id === rulebook) ?? null;
  const [unchecked, setUnchecked] = useState<Problem | null>(null);
  const checked = useChecked(data, setUnchecked);

  const replace = (next: Data): void => {
    setBefore(data);
    setData(next);
  };
  const wanted = useRef("");
  const start = (name: string): void => {
    wanted.current = name;
    once<{ data: Data }>(`/api/submissions/${name}`)
      .then((found) => wanted.current === name && replace(found.data)) // Only the latest choice counts, in whichever order the replies arrive.
      .catch((error: Problem) => setProblem(error));
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const text = await file.text();
    setProblem(null);
    setNotRead(unlikeText(file.name, text));
    if (unlikeText(file.name, text)) return;
    try {
      replace((await post<Checked>("/api/submissions/check", { submission: text, live: false })).data);
    } catch (error) {
      const why = whyNotRead(file.name, error as Problem);
      setNotRead(why);
      if (!why) setProblem(error as Problem);
    }
  };
  useEffect(() => {
    if (!data && bundled?.[0]) start(bundled[0].name);
  }, [bundled]);

  return (
    <Page title={t("Rules Submission")} lead={t("Choose among what the rulebook leaves to the operator. Faults are shown as you type.")}>
      <div class="start-row" role="group" aria-label={t("Start from")}>
        {bundled?.map((each) => (
          <button key={each.name} type="button" class="quiet" aria-pressed={each.rulebook === rulebook} onClick={() => start(each.name)}>
            {nameOf(each.rulebook)}
          </button>
        ))}
        <label class="quiet file-button">
          {t("Open a file")}
          <input
            type="file"
            accept=".toml,text/plain"
            onChange={(event) => {
              void open(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
        </label>
        {before && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              setData(before);
              setBefore(null);
            }}
          >
            {t("Undo the replacement")}
          </button>
        )}
      </div>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      {notRead && <FaultsNotice {...told(notRead)} onClose={() => setNotRead(null)} />}
      <div class="editor">
        <div>
          {data && book && (
            <GameShown.Provider value={book.shown}>
              <Form key={rulebook} book={book} data={data} faults={checked?.faults ?? []} bundled={bundled ?? []} onChange={setData} />
            </GameShown.Provider>
          )}
          {checked && <VerdictLine faults={checked.faults} />}
        </div>
        <aside class="editor-side" aria-label={t("Verdict and file")}>
          <ProblemNotice problem={unchecked} onClose={() => setUnchecked(null)} />
          {checked && <Verdict faults={checked.faults} digest={checked.digest} />}
          {data && <Export data={data} lawful={checked?.faults.length === 0} />}
          {data && <PapersOf data={data} lawful={checked?.faults.length === 0} />}
        </aside>
      </div>
    </Page>
  );
}

/** The verdict of the service, fetched shortly after each keystroke. The data is kept on this device. */
function useChecked(data: Data | null, onProblem: (problem: Problem | null) => void): Pick<Checked, "digest" | "faults"> | null {
  const [checked, setChecked] = useState<Pick<Checked, "digest" | "faults"> | null>(null);
  useEffect(() => {
    if (!data) return;
    localStorage.setItem(KEPT, JSON.stringify(data));
    let wanted = true;
    const timer = setTimeout(() => {
      post<Checked>("/api/submissions/check", { submission: data, live: false })
        .then((answer) => {
          if (!wanted) return;
          setChecked(answer);
          onProblem(null);
        })
        .catch((error: Problem) => {
          if (!wanted) return;
          const faults = error.code === "malformed_submission" ? faultsOfForm(error.message) : null;
          if (faults) setChecked({ digest: "", faults });
          onProblem(faults ? null : error);
        });
    }, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [data]);
  return checked;
}

interface FormProps {
  book: Book;
  data: Data;
  faults: readonly Fault[];
  bundled: readonly Bundled[];
  onChange: (next: Data) => void;
}

function Form({ book, data, faults, bundled, onChange }: FormProps) {
  const rulebook = book.id;
  const { data: choices, problem } = useOnce<Choice[]>(`/api/rulebooks/${rulebook}/choices`);
  const { data: readings } = useOnce<Reading[]>(`/api/rulebooks/${rulebook}/readings`);
  const { data: tables } = useOnce<Record<string, Tables>>(`/api/rulebooks/${rulebook}/paytables`);
  const set: OnSet = (key: string, value: Value | undefined) => onChange(write(data, key, value));
  /** A wager that is newly offered starts as in the bundled submission, which is lawful. */
  const offer = (key: string): void => {
    const name = bundled.find((each) => each.rulebook === rulebook)?.name;
    if (name) void once<{ data: Data }>(`/api/submissions/${name}`).then((found) => set(key, read(found.data, key) ?? {}));
  };
  if (problem) return <ProblemNotice problem={problem} onClose={() => undefined} />;
  return (
    <div class="editor-form">
      {choices &&
        groupsFor(book, choices, readings ?? [], data).map((group) => (
          <fieldset key={group.title} class="panel">
            <legend>{group.title}</legend>
            {group.fields.map((field) => (
              <FieldInput
                key={field.key}
                field={field}
                data={data}
                faults={faults}
                reading={readings?.find((each) => `readings.${each.id}` === field.key) ?? null}
                tables={field.key.endsWith(".paytable") && tables && group.wager ? tablesOf(book, tables, group.wager) : null}
                onSet={set}
                onOffer={offer}
              />
            ))}
          </fieldset>
        ))}
    </div>
  );
}
