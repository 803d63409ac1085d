import { useState } from "preact/hooks";
import { FaultsNotice } from "../parts/FaultList";
import { ProblemNotice } from "../parts/Notice";
import { useBooks } from "../parts/shown";
import { useOnce } from "../parts/useOnce";
import { problemsOf, type Fault } from "../submission/submission";
import { capital, plain, tableName } from "../words/words";
import { post, session, type Problem } from "../server/api";
import type { Book, Bundled, LobbyTable } from "../server/types";
import { many, t } from "../language/language";
import { T } from "../language/T";
import { said } from "../words/steps";

const PASTED = "pasted";
const OF_THE_SUBMISSION = ["malformed_submission", "unlawful_submission"];

/** The steps of the chosen rulebook; for a pasted submission, those of all rulebooks. */
function stepsOf(books: readonly Book[], rulebook: string): string[] {
  const chosen = books.filter((book) => book.id === rulebook);
  return [...new Set((chosen.length ? chosen : books).flatMap((book) => book.automatic))];
}

/** Each fault separately, as the check of a live table's submission finds them. */
async function faultsOf(submission: string): Promise<readonly Fault[]> {
  try {
    return (await post<{ faults: Fault[] }>("/api/submissions/check", { submission, live: true })).faults;
  } catch (error) {
    const { code, message } = error as Problem;
    return code === "malformed_submission" ? problemsOf(message) : [];
  }
}

/** A live table from a lawful submission. Only a pit manager opens one; nobody else sees this. */
export function OpenTable({ onOpened }: { onOpened: () => void }) {
  const [opened, setOpened] = useState<LobbyTable | null>(null);
  if (!session.value?.jobs.includes("pit_manager")) return null;
  return (
    <details class="panel open-table">
      <summary>{t("Open a live table")}</summary>
      <OpenForm
        onOpened={(table) => {
          setOpened(table);
          onOpened();
        }}
      />
      <p role="status">
        {opened && (
          <T text="{table} is open. <a>Its dealer's console</a>" parts={{ table: tableName(opened.name), a: (inside) => <a href={`/dealer/${opened.table}`}>{inside}</a> }} />
        )}
      </p>
    </details>
  );
}

function OpenForm({ onOpened }: { onOpened: (table: LobbyTable) => void }) {
  const { data: bundled } = useOnce<Bundled[]>("/api/submissions");
  const books = useBooks();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState("");
  const [toml, setToml] = useState("");
  const [entered, setEntered] = useState(false);
  const [byPeople, setByPeople] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [busy, setBusy] = useState(false);
  const from = chosen || bundled?.[0]?.name || "";
  const title = (rulebook: string): string => {
    const found = books?.find((each) => each.id === rulebook);
    return found ? t("{game}, {place}, as bundled", { game: found.title, place: found.jurisdiction }) : rulebook;
  };
  const rulebook = bundled?.find((each) => each.name === from)?.rulebook ?? "";
  const steps = stepsOf(books ?? [], rulebook);
  const turn = (step: string): void => setByPeople(byPeople.includes(step) ? byPeople.filter((each) => each !== step) : [...byPeople, step]);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    setFaults([]);
    const automatic = steps.filter((step) => !byPeople.includes(step));
    try {
      const submission = from === PASTED ? toml : from;
      onOpened(await post<LobbyTable>("/api/tables", { kind: "live", name, submission, automatic, entered_cards: entered }));
      setName("");
    } catch (error) {
      const found = from === PASTED && OF_THE_SUBMISSION.includes((error as Problem).code) ? await faultsOf(toml) : [];
      setFaults(found);
      if (!found.length) setProblem(error as Problem);
    }
    setBusy(false);
  };
  return (
    <form class="form-grid" onSubmit={submit}>
      <label class="field">
        {t("Name of the table")}
        <input required maxLength={60} autocomplete="off" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label class="field">
        {t("Rules Submission")}
        <select value={from} onChange={(event) => setChosen(event.currentTarget.value)}>
          {bundled?.map((each) => (
            <option key={each.name} value={each.name}>
              {title(each.rulebook)}
            </option>
          ))}
          <option value={PASTED}>{t("Paste a file")}</option>
        </select>
      </label>
      {from === PASTED && (
        <label class="field form-switches">
          {t("The submission, as TOML")}
          <textarea required rows={10} spellcheck={false} value={toml} onInput={(event) => setToml(event.currentTarget.value)} />
        </label>
      )}
      <fieldset class="form-switches">
        <legend>{t("Steps that the service takes by itself")}</legend>
        {steps.map((step) => (
          <label key={step} class="switch">
            <input type="checkbox" checked={!byPeople.includes(step)} onChange={() => turn(step)} />
            <span>{said(capital(plain(step)))}</span>
          </label>
        ))}
      </fieldset>
      <label class="switch form-switches">
        <input type="checkbox" checked={entered} onChange={(event) => setEntered(event.currentTarget.checked)} />
        <span>{t("Cards may be entered by hand: a second person confirms them, and players are told that such a deal cannot be verified")}</span>
      </label>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      {faults.length > 0 && (
        <FaultsNotice title={many(faults.length, "No table was opened: the submission has a fault", "No table was opened: the submission has {count} faults")} faults={faults} />
      )}
      <button type="submit" class="action action-primary" disabled={busy || !from || !books}>
        {t("Open the table")}
      </button>
    </form>
  );
}
