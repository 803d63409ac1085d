import { useEffect, useState } from "preact/hooks";
import { HandRow } from "../cards/Hand";
import { Loading } from "../parts/Loading";
import { ProblemNotice } from "../parts/Notice";
import { useShown } from "../parts/shown";
import { useAttempt } from "../parts/useAttempt";
import { serverNow } from "../server/api";
import { actionName } from "../words/actions";
import { inDollars, lesson, type LessonProgress } from "./lessons";
import { DRILL, LEARN, SLIPS, whenText } from "./words";

/** The hands that were played wrong, until they are learned. */
export function SlipList({ submission }: { submission: string }) {
  const shown = useShown();
  const [progress, setProgress] = useState<LessonProgress | null>(null);
  const { problem, clear, attempt } = useAttempt();
  useEffect(() => {
    void attempt(async () => setProgress(await lesson<LessonProgress>("progress", { submission })));
  }, [submission]);
  if (!progress) return problem ? <ProblemNotice problem={problem} onClose={clear} /> : <Loading what={LEARN.slips} />;
  if (!progress.slips.length) return <p>{SLIPS.none}</p>;
  return (
    <section class={`panel felt-${shown?.felt ?? "green"}`} aria-label={LEARN.slips}>
      <p class="hint">{SLIPS.lead}</p>
      <ul class="learn-slips">
        {progress.slips.map((slip) => (
          <li key={`${slip.cards.join(" ")} ${slip.board.join(" ")}`}>
            <div class="learn-cards">
              {slip.board.length > 0 && <HandRow cards={slip.board} hand={null} label={DRILL.board} keepOrder />}
              <HandRow cards={slip.cards} hand={null} label={SLIPS.cards} />
            </div>
            <dl class="figures">
              <Figure name={SLIPS.said} value={actionName(shown, slip.action)} />
              <Figure name={SLIPS.best} value={actionName(shown, slip.best)} />
              <Figure name={SLIPS.cost} value={inDollars(slip.cost)} />
              <Figure name={SLIPS.due} value={whenText(slip.due, serverNow())} />
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
