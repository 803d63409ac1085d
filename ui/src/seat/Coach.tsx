import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { actionName } from "../words/actions";
import { explained } from "../words/refusals";
import type { Problem } from "../server/api";
import { best, perHand } from "./advice";
import { signedExact } from "../words/money";
import { unitOf } from "../words/words";
import { isSlip, type Coach as Coaching, type Judged } from "./useCoach";
import { verdict, whyText } from "../learn/lessons";
import { LEARN } from "../learn/words";
import { Key, useKeys } from "../parts/Key";
import { useShown } from "../parts/shown";
import { language, many, t } from "../language/language";
import { T } from "../language/T";

const ALWAYS = "coach-always";

interface Props {
  coach: Coaching;
  /** The table's game: mistakes are listed by game. */
  rulebook: string;
  /** Identifies the current decision; empty when there is none. */
  decision: string;
  /** The base wager, of which the values are multiples. */
  base: number;
  /** Whether the page has told how the round of the last mistake ended: the coach does not speak before. */
  told: boolean;
}

/** On request, or always: the value of each option, the best one marked, and what mistakes have cost. */
export function Coach({ coach, rulebook, decision, base, told }: Props) {
  const [always, setAlways] = useState(() => localStorage.getItem(ALWAYS) === "yes");
  // Opening or closing lasts for the current decision; the next one follows the switch. If it was opened before there
  // was a decision, as while cards were being dealt, it stays open for that decision.
  const [asked, setAsked] = useState<boolean | null>(null);
  const before = useRef(decision);
  useLayoutEffect(() => {
    const waited = before.current === "";
    before.current = decision;
    setAsked((now) => (waited && now ? now : null));
  }, [decision]);
  const open = asked ?? (always && decision !== "");
  const toggle = (): void => setAsked(!open);
  useKeys({ h: toggle, escape: open ? toggle : undefined });
  const choose = (wanted: boolean): void => {
    localStorage.setItem(ALWAYS, wanted ? "yes" : "no");
    setAlways(wanted);
  };
  return (
    <section class="coach" aria-label={t("Coach")}>
      <button type="button" class="coach-head" aria-expanded={open} aria-keyshortcuts="h" onClick={toggle}>
        <span>
          {t("Coach")} <Key name="h" />
        </span>
        <Cost coach={coach} />
      </button>
      <Verdict coach={coach} rulebook={rulebook} visible={!open && told && decision === ""} />
      {open && (
        <div class="coach-body">
          <div class="coach-values" role="status">
            <Values coach={coach} decision={decision} base={base} />
          </div>
          <label class="coach-always">
            <input type="checkbox" checked={always} onChange={(event) => choose(event.currentTarget.checked)} />
            <span>{t("Always show")}</span>
          </label>
          {/* While the reason is shown there is no room for more, because of the seats above. The button shows the total. */}
          {!(decision && coach.advice?.chances) && <Record coach={coach} />}
        </div>
      )}
    </section>
  );
}

/** A decision in plain words; null before the first. */
function useVerdict(judged: Judged | null): { text: string; why: string; slipped: boolean; best: string } | null {
  const shown = useShown();
  if (!judged) return null;
  const slipped = isSlip(judged);
  const cost = { exact: "", decimal: String(slipped && judged.base ? judged.cost / judged.base : 0) };
  const best = slipped ? judged.best : judged.chosen;
  return { text: verdict(shown, judged.chosen, { best, cost }, judged.base), why: slipped ? whyText(judged.chances) : "", slipped, best };
}

/** Screen readers announce each at once; the mistake of a hand is shown above the coach's button until the next decision. */
function Verdict({ coach, rulebook, visible }: { coach: Coaching; rulebook: string; visible: boolean }) {
  const said = useVerdict(coach.last);
  return (
    <>
      <p class="sr-only" aria-live="polite" data-slip={said?.slipped ? said.best : ""}>
        {said?.text} {said?.why}
      </p>
      {coach.slip && visible && (
        <p class="coach-verdict">
          <SlipTold slip={coach.slip} rulebook={rulebook} />
        </p>
      )}
    </>
  );
}

/** What was best, what the choice cost, why, and a link to all mistakes. */
export function SlipTold({ slip, rulebook }: { slip: Judged; rulebook: string }) {
  const said = useVerdict(slip);
  return (
    <>
      {said?.text} <span class="coach-why">{said?.why}</span> <a href={`/learn/${rulebook}?view=slips`}>{LEARN.slips}</a>
    </>
  );
}

function Cost({ coach }: { coach: Coaching }) {
  const { slips, hands, cost } = coach.tally;
  return (
    <span class="coach-cost" data-cost={String(Math.round(cost))} data-hands={hands} data-slips={slips}>
      {!hands ? t("shows the value of each choice") : slips ? signedExact(-cost) : t("no mistakes")}
      {slips > 0 && <span class="coach-slips"> {many(slips, "in {count} mistake", "in {count} mistakes")}</span>}
    </span>
  );
}

function Values({ coach, decision, base }: Omit<Props, "rulebook" | "told">) {
  const shown = useShown();
  if (!decision) return <p class="coach-note">{t("Nothing to decide now. Open the coach when it is your turn.")}</p>;
  if (coach.missing) return <p class="coach-note">{t("No values for this decision: {why}.", { why: whyMissing(coach.missing) })}</p>;
  if (!coach.advice) {
    return <p class="coach-computing">{t("Computing over every remaining deal…")}</p>;
  }
  const top = best(coach.advice);
  return (
    <>
      <ul class="coach-options" aria-label={t("The average value of each choice")}>
        {coach.advice.options.map((option) => (
          <li
            key={option.action}
            class={option === top ? "best" : ""}
            data-option={option.action}
            data-exact={option.exact}
            title={t("exactly {exact} {unit}s", { exact: option.exact, unit: unitOf(shown) })}
          >
            <span class="coach-option">
              {actionName(shown, option.action)}
              {option === top && <span class="tag">{t("best")}</span>}
            </span>
            <span class="coach-worth">{signedExact(option.value * base)}</span>
          </li>
        ))}
      </ul>
      {coach.advice.chances && <p class="coach-note coach-why">{whyText(coach.advice.chances)}</p>}
    </>
  );
}

/** What the last choice and all choices together have cost compared with best play. */
function Record({ coach }: { coach: Coaching }) {
  const { hands, slips, cost } = coach.tally;
  const said = useVerdict(coach.slip ?? coach.last);
  if (!hands) return <p class="coach-note">{t("Exact, over every card that can still be dealt. Practice tables only.")}</p>;
  return (
    <p class="coach-note">
      {said && `${said.text} `}
      <T
        text="{hands}, {mistakes}: {cost}, {each} a hand."
        parts={{
          hands: many(hands, "{count} hand", "{count} hands"),
          mistakes: many(slips, "{count} mistake", "{count} mistakes"),
          cost: <span class="amount">{signedExact(-cost)}</span>,
          each: <span class="amount">{signedExact(-perHand(coach.tally))}</span>,
        }}
      />{" "}
      <button type="button" class="link" onClick={coach.startOver}>
        {t("Start over")}
      </button>
    </p>
  );
}

/** Inside a sentence: the service's own words in English, else those of the catalogue. */
const whyMissing = (missing: Problem): string => (language.value === "en" ? missing.message : explained(missing).what.replace(/[.。]$/, ""));
