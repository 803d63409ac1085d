import "../dealer/SeatPayouts.css";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { usePolled } from "../parts/usePolled";
import { post, serverNow, session } from "../server/api";
import type { Exam, Layout, Paid } from "./lessons";
import { PayForm } from "./PayForm";
import { EXAM } from "./words";
import { place } from "../language/language";

const TAKERS = ["dealer", "floorperson", "pit_manager"];
const TRAINERS = ["floorperson", "pit_manager"];

/** The dealers' exam, and its record. */
export function ExamView({ submission }: { submission: string }) {
  const jobs = session.value?.jobs ?? [];
  const [turn, setTurn] = useState(0);
  if (!jobs.some((job) => TAKERS.includes(job))) return <p>{EXAM.staff}</p>;
  return (
    <>
      <Taking submission={submission} onChange={() => setTurn((now) => now + 1)} />
      <Record turn={turn} path="/api/lessons/exams" title={EXAM.own} />
      {jobs.some((job) => TRAINERS.includes(job)) && <Record turn={turn} path="/api/lessons/exams/all" title={EXAM.all} everybody />}
    </>
  );
}

interface Begun {
  exam: Exam;
  layouts: Layout[];
}

interface Kept {
  begun: Begun;
  typed: string[][];
  at: number;
}

const keyOf = (submission: string): string => `exam ${submission}`;

/** An exam that was started in this window and not handed in: its clock keeps running while another page is open. */
function keptExam(submission: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(submission)) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/** The index of the first layout with a wrong amount, which is shown after the exam; else the last. */
const firstWrong = (layouts: readonly Paid[]): number => layouts.findIndex((layout, at) => at === layouts.length - 1 || layout.right.includes(false));

function Taking({ submission, onChange }: { submission: string; onChange: () => void }) {
  const [kept] = useState(() => keptExam(submission));
  const [begun, setBegun] = useState<Begun | null>(kept?.begun ?? null);
  const [typed, setTyped] = useState<string[][]>(kept?.typed ?? []);
  const [at, setAt] = useState(kept?.at ?? 0);
  const [graded, setGraded] = useState<{ exam: Exam; layouts: Paid[] } | null>(null);
  const { problem, clear, attempt } = useAttempt();
  const begin = (): void =>
    void attempt(async () => {
      setBegun(await post<Begun>("/api/lessons/exams", { submission }));
      setGraded(null);
      setTyped([]);
      setAt(0);
      onChange();
    });
  useLayoutEffect(() => {
    if (begun && !graded) sessionStorage.setItem(keyOf(submission), JSON.stringify({ begun, typed, at } satisfies Kept));
  }, [begun, typed, at, graded]);
  const layouts = begun?.layouts ?? [];
  const end = (): void =>
    void attempt(async () => {
      if (!begun) return;
      const amounts = layouts.map((layout, place) => layout.lines.map((_, line) => typed[place]?.[line] ?? ""));
      const result = await post<{ exam: Exam; layouts: Paid[] }>(`/api/lessons/exams/${begun.exam.exam}`, { amounts });
      setGraded(result);
      setAt(firstWrong(result.layouts));
      sessionStorage.removeItem(keyOf(submission));
      onChange();
    });
  const layout = layouts[at];
  const last = at === layouts.length - 1;
  return (
    <section class="panel learn-pay" aria-label={EXAM.begin}>
      <ProblemNotice problem={problem} onClose={clear} />
      {(!begun || graded) && (
        <>
          {graded && <Result exam={graded.exam} />}
          <p class="hint">{EXAM.lead}</p>
          <button type="button" class="action action-primary" onClick={begin}>
            {EXAM.begin}
          </button>
        </>
      )}
      {begun && layout && (
        <>
          <p class="hint">
            {EXAM.layout(at + 1, layouts.length)}{" "}
            {!graded && <Left exam={begun.exam} />}
          </p>
          <PayForm
            key={at}
            layout={layout}
            typed={typed[at] ?? []}
            onType={(said) => setTyped(layouts.map((_, place) => (place === at ? said : (typed[place] ?? []))))}
            paid={graded?.layouts[at] ?? null}
          />
          <div class="button-row">
            {at > 0 && (
              <button type="button" class="quiet" onClick={() => setAt(at - 1)}>
                {EXAM.before}
              </button>
            )}
            {!last && (
              <button type="button" class="action action-primary" onClick={() => setAt(at + 1)}>
                {EXAM.next}
              </button>
            )}
            {last && !graded && (
              <button type="button" class="action action-primary" onClick={end}>
                {EXAM.end}
              </button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** The service keeps the clock; this only displays it. */
function Left({ exam }: { exam: Exam }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = exam.seconds - Math.floor((serverNow() - exam.at) / 1000);
  return (
    <span role="timer" class="learn-left">
      {left >= 0 ? EXAM.left(EXAM.minutes(left)) : EXAM.over}
    </span>
  );
}

function Result({ exam }: { exam: Exam }) {
  return (
    <p role="status" class={`learn-verdict ${exam.passed ? "right" : "wrong"}`} data-passed={String(exam.passed)}>
      {EXAM.graded(exam.passed, { right: exam.right ?? 0, asked: exam.asked ?? 0, time: EXAM.minutes(exam.took ?? 0) })}
    </p>
  );
}

interface RecordProps {
  path: string;
  title: string;
  everybody?: boolean;
  /** Counts the exams started or handed in here, so that the record is fetched again. */
  turn: number;
}

function Record({ path, title, everybody = false, turn }: RecordProps) {
  const { data, again } = usePolled<Exam[]>(path, 10_000);
  useEffect(() => void (turn && again()), [turn]);
  if (!data?.length) return null;
  const when = new Intl.DateTimeFormat(place(), { dateStyle: "medium", timeStyle: "short" });
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={title}>
        <table class="plain-table">
          <thead>
            <tr>
              {everybody && <th scope="col">{EXAM.dealer}</th>}
              <th scope="col">{EXAM.when}</th>
              <th scope="col">{EXAM.game}</th>
              <th scope="col">{EXAM.result}</th>
              <th scope="col">{EXAM.took}</th>
              <th scope="col">{EXAM.wrong}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((exam) => (
              <tr key={exam.exam}>
                {everybody && <td>{exam.account}</td>}
                <td>{when.format(exam.at)}</td>
                <td>{exam.rulebook}</td>
                <td>{exam.passed === null ? EXAM.open : EXAM.gradedBefore(exam.passed, { right: exam.right ?? 0, asked: exam.asked ?? 0 })}</td>
                <td>{exam.took === null ? "" : EXAM.minutes(exam.took)}</td>
                <td>{exam.wrong.join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
