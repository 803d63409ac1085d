import "./Papers.css";
import "../lab/Progress.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { mark, t } from "../language/language";
import { T } from "../language/T";
import { Working } from "../lab/Progress";
import { ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { useOnce } from "../parts/useOnce";
import { saveFile, type Progress } from "../server/files";

interface Paper {
  paper: string;
  title: string;
  files: { name: string; title: string }[];
}

const ALL = "papers.zip";

/** Titles of papers and of their files, as the service names them. */
const TITLES = new Set([
  mark("Table layout"), mark("Signs"), mark("Gaming guide"), mark("Rules Submission"), mark("Dealer's card"), mark("Irregularities card"),
  mark("Odds exhibit"), mark("Strategy card"), mark("Letter"), mark("16:9 screen"), mark("PAR workbook"),
]);
const titleOf = (title: string): string => (TITLES.has(title) ? t(title) : title);

interface Props {
  /** The address that a file's name is appended to. */
  path: string;
  /** The submission that they are made from, if the address does not name it. */
  submission?: unknown;
  /** Only these papers; absent: all, and all of them in one file. */
  only?: readonly string[];
}

/** The papers of a submission, each as a file to save. */
export function Papers({ path, submission, only }: Props) {
  const { data } = useOnce<Paper[]>("/api/papers");
  const save = useSaving(path, submission === undefined ? undefined : { submission });
  const shown = data?.filter((each) => !only || only.includes(each.paper)) ?? [];
  return (
    <>
      <ul class="papers" aria-label={t("Papers")}>
        {shown.map((each) => (
          <li key={each.paper}>
            {titleOf(each.title)}
            <span class="paper-files">
              {each.files.map((file) => (
                <SaveButton key={file.name} file={file.name} label={titleOf(file.title)} of={titleOf(each.title)} save={save} />
              ))}
            </span>
            <Printing save={save} files={each.files.map((file) => file.name)} />
          </li>
        ))}
        {!only && (
          <li>
            {t("All papers and their manifest")}
            <SaveButton file={ALL} label="ZIP" of={t("all papers")} save={save} />
            <Printing save={save} files={[ALL]} />
          </li>
        )}
      </ul>
      <ProblemNotice problem={save.attempt.problem} onClose={save.attempt.clear} />
    </>
  );
}

/** The papers of one round: its record, and the slip if a progressive wager won. */
export function RoundPapers({ table, round, slip }: { table: string; round: number; slip: boolean }) {
  const save = useSaving(`/api/hands/${table}/${round}/papers/`, undefined);
  return (
    <>
      <span class="paper-files">
        {slip && <SaveButton file="slip.pdf" label={t("Payout slip")} of={t("round {number}", { number: String(round) })} save={save} />}
        <SaveButton file="round.pdf" label={t("Round record")} of={t("round {number}", { number: String(round) })} save={save} />
      </span>
      <Printing save={save} files={["slip.pdf", "round.pdf"]} />
      <ProblemNotice problem={save.attempt.problem} onClose={save.attempt.clear} />
    </>
  );
}

interface Save {
  readonly file: string | null;
  readonly progress: Progress;
  readonly attempt: ReturnType<typeof useAttempt>;
  readonly start: (file: string) => void;
}

/** One file at a time. It stops when the user leaves the page. */
function useSaving(path: string, body: unknown): Save {
  const [file, setFile] = useState<string | null>(null);
  const [progress, setProgress] = useState<Progress>({ done: 0, ahead: 0 });
  const attempt = useAttempt();
  const turn = useRef(0);
  useEffect(() => () => void (turn.current += 1), []);
  const start = (name: string): void => {
    const mine = ++turn.current;
    setFile(name);
    setProgress({ done: 0, ahead: 0 });
    void attempt
      .attempt(() => saveFile(`${path}${name}`, body, () => turn.current === mine, setProgress))
      .then(() => turn.current === mine && setFile(null));
  };
  return { file, progress, attempt, start };
}

function SaveButton({ file, label, of, save }: { file: string; label: string; of: string; save: Save }) {
  return (
    <button type="button" class="quiet" data-file={file} disabled={save.file === file} onClick={() => save.start(file)}>
      <T text="{label}<more> of {of}</more>" parts={{ label, more: (inside) => <span class="sr-only">{inside}</span>, of }} />
    </button>
  );
}

function Printing({ save, files }: { save: Save; files: readonly string[] }) {
  return save.file && files.includes(save.file) ? <Working what={t("Printing")} progress={save.progress} /> : null;
}
