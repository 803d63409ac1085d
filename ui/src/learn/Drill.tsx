import { useEffect, useRef, useState } from "preact/hooks";
import { HandRow } from "../cards/Hand";
import { RuleInWords, type Words } from "../lab/RuleInWords";
import { LongWork } from "../lab/Progress";
import { useAnswer } from "../lab/ask";
import { percent } from "../lab/lab";
import { Key, useKeys } from "../parts/Key";
import { ProblemNotice } from "../parts/Notice";
import { useShown } from "../parts/shown";
import { useAttempt } from "../parts/useAttempt";
import { serverNow } from "../server/api";
import type { Progress } from "../server/files";
import type { Book } from "../server/types";
import { readChances } from "../seat/advice";
import { actionName } from "../words/actions";
import { DOLLAR, exactPrice, signedExact } from "../words/money";
import { unitOf } from "../words/words";
import { edgeNow, lesson, verdict, whyText, type DrillAnswer, type DrillHand, type LessonProgress } from "./lessons";
import { DRILL, KNOWN, UNIT_IN_DOLLARS, VERDICT, whenText } from "./words";
import { place } from "../language/language";

const HANDS = 20;

interface Run {
  readonly at: number;
  readonly right: number;
  readonly cost: number;
}

/** Twenty hands, each priced; beside them the rule to learn and the player's progress. */
export function Drill({ submission, book }: { submission: string; book: Book }) {
  const [progress, setProgress] = useState<LessonProgress | null>(null);
  const [street, setStreet] = useState<number | null>(null);
  const [run, setRun] = useState<Run | null>(null);
  const { problem, clear, attempt } = useAttempt();
  useEffect(() => {
    void attempt(async () => setProgress(await lesson<LessonProgress>("progress", { submission })));
  }, [submission]);
  const streets = progress?.streets ?? [];
  const done = run !== null && run.at === HANDS;
  return (
    <div class={`learn felt-${book.shown.felt}`}>
      <ProblemNotice problem={problem} onClose={clear} />
      <section class="panel learn-drill" aria-labelledby="drill-head">
        <h2 id="drill-head" class="sr-only">
          {book.title}
        </h2>
        {streets.length > 1 && (run === null || done) && (
          <div class="pills" role="group" aria-label={DRILL.streets}>
            {[null, ...streets.map((each) => each.board)].map((board) => (
              <button key={String(board)} type="button" class="quiet" aria-pressed={board === street} onClick={() => setStreet(board)}>
                {board === null ? DRILL.any : DRILL.street(board)}
              </button>
            ))}
          </div>
        )}
        {done && (
          <div role="status" class="learn-done" data-right={run.right}>
            <p class="learn-verdict">{DRILL.done(run.right, HANDS)}</p>
            <p>{run.cost > 0 ? DRILL.costAll(exactPrice(run.cost * UNIT_IN_DOLLARS * DOLLAR), unitOf(book.shown)) : DRILL.costNone}</p>
          </div>
        )}
        {run === null || done ? (
          <button type="button" class="action action-primary" disabled={!progress} onClick={() => setRun({ at: 0, right: 0, cost: 0 })}>
            {done ? DRILL.another : DRILL.begin}
          </button>
        ) : (
          <OneHand
            key={run.at}
            submission={submission}
            board={street}
            run={run}
            onProgress={setProgress}
            onNext={(cost) => setRun({ at: run.at + 1, right: run.right + (cost === 0 ? 1 : 0), cost: run.cost + cost })}
          />
        )}
      </section>
      <Known submission={submission} progress={progress} />
    </div>
  );
}

interface HandProps {
  submission: string;
  board: number | null;
  run: Run;
  onProgress: (progress: LessonProgress) => void;
  onNext: (cost: number) => void;
}

function OneHand({ submission, board, run, onProgress, onNext }: HandProps) {
  const shown = useShown();
  const [hand, setHand] = useState<DrillHand | null>(null);
  const [chosen, setChosen] = useState("");
  const [answer, setAnswer] = useState<DrillAnswer | null>(null);
  const { problem, clear, attempt } = useAttempt();
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    void attempt(async () => setHand(await lesson<DrillHand>("drill", board === null ? { submission } : { submission, board })));
  }, []);
  useEffect(() => next.current?.focus(), [answer]);
  const decide = (action: string): void => {
    if (!hand || chosen) return;
    setChosen(action);
    void attempt(async () => {
      const found = await lesson<DrillAnswer>("answers", { submission, question: hand.question, action });
      setAnswer(found);
      onProgress(found.progress);
    }).then((done) => !done && setChosen(""));
  };
  useKeys(Object.fromEntries((hand?.options ?? []).map((action, at) => [String(at + 1), () => decide(action)])));
  if (!hand) {
    return (
      <>
        <ProblemNotice problem={problem} onClose={clear} />
        <p role="status">{DRILL.computing}</p>
      </>
    );
  }
  const cost = answer ? Number(answer.cost.decimal) : 0;
  return (
    <div class="learn-hand" data-question={hand.question}>
      <p class="hint">
        {run.at > 0 ? DRILL.handAfter(run.at + 1, HANDS, run.right) : DRILL.hand(1, HANDS)}
        {hand.again && <strong class="learn-again"> {DRILL.again}</strong>}
      </p>
      <div class="learn-cards">
        {hand.board.length > 0 && <HandRow cards={hand.board} hand={null} label={DRILL.board} keepOrder />}
        <HandRow cards={hand.cards} hand={null} label={DRILL.own} />
      </div>
      <ProblemNotice problem={problem} onClose={clear} />
      {!answer && (
        <div class="learn-options" role="group" aria-label={DRILL.options}>
          {hand.options.map((action, at) => (
            <button key={action} type="button" class="action" data-option={action} disabled={chosen !== ""} onClick={() => decide(action)}>
              {actionName(shown, action)} <Key name={String(at + 1)} />
            </button>
          ))}
        </div>
      )}
      {answer && (
        <>
          <div role="status">
            <p class={`learn-verdict ${cost ? "wrong" : "right"}`} data-cost={answer.cost.exact}>
              {verdict(shown, chosen, answer)}
            </p>
            {cost > 0 && answer.chances && <p>{whyText(readChances(answer.chances))}</p>}
            {answer.due !== null && <p class="hint">{VERDICT.due(whenText(answer.due, serverNow()))}</p>}
          </div>
          <Values answer={answer} chosen={chosen} />
          <button ref={next} type="button" class="action action-primary" onClick={() => onNext(cost)}>
            {run.at + 1 === HANDS ? DRILL.finish : DRILL.next}
          </button>
        </>
      )}
    </div>
  );
}

function Values({ answer, chosen }: { answer: DrillAnswer; chosen: string }) {
  const shown = useShown();
  return (
    <dl class="figures" aria-label={DRILL.values(unitOf(shown))}>
      {answer.options.map(({ action, ev }) => (
        <div key={action}>
          <dt>
            {actionName(shown, action)}
            {action === answer.best && <span class="hint"> {DRILL.best}</span>}
            {action === chosen && action !== answer.best && <span class="hint"> {DRILL.chosen}</span>}
          </dt>
          <dd title={ev.exact}>{signedExact(Number(ev.decimal) * UNIT_IN_DOLLARS * DOLLAR)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The price of the player's present knowledge, the score by street, and the rule to learn. */
function Known({ submission, progress }: { submission: string; progress: LessonProgress | null }) {
  const asked = useAnswer<{ strategy: Words; progress: Progress | null }>("/api/lab/strategy", { submission });
  const words = asked.answer?.strategy;
  const own = words && progress?.price ? edgeNow(words.optimal.house_edge, progress.price) : null;
  return (
    <div class="learn-known">
      <section class="panel" aria-labelledby="known-head">
        <h2 id="known-head">{KNOWN.title}</h2>
        <p class="learn-plays" data-price={progress?.price?.exact ?? ""}>
          {own && words ? KNOWN.plays(percent(own, 2), percent(words.optimal.house_edge, 2)) : progress?.streets.some((each) => each.answers > 0) ? KNOWN.soon : KNOWN.none}
        </p>
        {own && <p class="hint">{KNOWN.only}</p>}
        <dl class="figures">
          {progress?.streets
            .filter((each) => each.answers > 0)
            .map((each) => (
              <div key={each.board}>
                <dt>{progress.streets.length > 1 ? DRILL.street(each.board) : KNOWN.all}</dt>
                <dd>{KNOWN.answers(each.right, each.answers)}</dd>
              </div>
            ))}
        </dl>
        {progress && progress.days.length > 1 && <Days days={progress.days} />}
      </section>
      {words ? <RuleInWords words={words} /> : asked.problem ? <ProblemNotice problem={asked.problem} /> : <LongWork what={KNOWN.rule} asked={asked} />}
    </div>
  );
}

function Days({ days }: Pick<LessonProgress, "days">) {
  const format = new Intl.DateTimeFormat(place(), { month: "short", day: "numeric", timeZone: "UTC" });
  return (
    <div class="learn-days" role="img" aria-label={`${KNOWN.days}: ${days.map((each) => `${format.format(each.day * 86_400_000)} ${KNOWN.answers(each.right, each.answers)}`).join(", ")}`}>
      {days.slice(-30).map((each) => (
        <i key={each.day} style={{ height: `${Math.round((100 * each.right) / each.answers)}%` }} title={format.format(each.day * 86_400_000)} />
      ))}
    </div>
  );
}
