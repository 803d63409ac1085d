import type { TableLink } from "../server/table";
import type { Step, View } from "../server/types";
import { session } from "../server/api";
import { doneBy, isFor, otherSteps } from "./procedure";
import { phaseName } from "../words/words";
import { ClauseNote } from "../parts/ClauseNote";
import { useShown } from "../parts/shown";
import { SettleSeats } from "./SettleSeats";
import { StepForm } from "./StepForm";
import { t } from "../language/language";
import { actName } from "../words/actions";
import { announced, said } from "../words/steps";

interface Props {
  table: TableLink;
  view: View;
}

/** The steps of the round by the dealing method: what is done, what to do now, and what follows. */
export function Procedure({ table, view }: Props) {
  const steps = view.desk?.procedure ?? [];
  const done = steps.filter((step) => step.status === "done");
  const others = otherSteps(view, session.value?.jobs ?? []);
  return (
    <section aria-labelledby="procedure" class="panel procedure">
      <h2 id="procedure">
        {view.round ? t("Round {round}", { round: String(view.round.number) }) : phaseName("waiting")}
        {view.round && <span class="hint">{phaseName(view.phase)}</span>}
      </h2>
      <ol class="walk walk-past">
        {done.map((step, place) => (
          <li key={place} class="walk-done">
            {said(step.title)}
            <span class="sr-only">{t(", done")}</span>
          </li>
        ))}
      </ol>
      <ol class="walk" start={done.length + 1}>
        {steps.slice(done.length).map((step, place) => (
          <li key={`${step.step}-${done.length + place}`} class={`walk-${step.status}`} aria-current={step.status === "now" ? "step" : undefined}>
            {step.status === "now" ? (
              <Now table={table} view={view} step={step} />
            ) : (
              <p class="walk-line">
                <span>{said(step.title)}</span>
                {step.clause && <cite>{step.clause}</cite>}
              </p>
            )}
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <details class="other-steps">
          <summary>{t("Also possible now ({count})", { count: others.length })}</summary>
          <ol class="steps">
            {others.map((step) => (
              <li key={JSON.stringify(step)}>
                <StepForm table={table} step={step} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function Now({ table, view, step }: Props & { step: Step }) {
  const shown = useShown();
  const option = step.option === null ? undefined : view.desk?.steps[step.option];
  const mine = option !== undefined && isFor(option, session.value?.jobs ?? []);
  const settles = (view.desk?.payouts.length ?? 0) > 0;
  return (
    <div class="now">
      <h3>{said(step.title)}</h3>
      {step.say && (
        <p class="say">
          <span class="sr-only">{t("Say:")} </span>{t("“{text}”", { text: announced(step.say, (act) => actName(shown, act.replaceAll(" ", "_"))) })}
        </p>
      )}
      {step.clause && <ClauseNote clause={step.clause} />}
      {view.round?.voids
        .filter(({ clause }) => clause !== step.clause)
        .map(({ clause }) => <ClauseNote key={clause} clause={clause} />)}
      {option?.inputs?.some((input) => input.name === "sensors") && <Sensors view={view} />}
      {step.waits && <p class={view.desk?.claim == null ? "hint" : "claim"}>{said(step.waits)}</p>}
      {option && mine && settles && <SettleSeats key={settling(view)} table={table} view={view} step={option} />}
      {option && mine && !settles && (
        <StepForm key={`${option.type}-${option.deck ?? ""}-${view.round?.number ?? 0}`} table={table} step={option} main />
      )}
      {option && !mine && <p class="hint">{doneBy(option)}</p>}
    </div>
  );
}

/** Identifies a list of payouts, which starts at its first seat; chips bought meanwhile do not change it. */
function settling(view: View): string {
  const payouts = view.desk?.payouts ?? [];
  return `${view.round?.number ?? 0}-${payouts.length}-${payouts[0]?.seat ?? 0}-${payouts[0]?.wager ?? ""}`;
}

/** Each lit sensor is a seat with a Progressive wager. */
function Sensors({ view }: { view: View }) {
  const wager = useShown()?.progressive_wager ?? "";
  const wagering = new Set(view.round?.seats.filter((box) => box.wagers[wager]).map((box) => box.seat));
  return (
    <ul class="sensors" aria-label={t("Sensors")}>
      {view.seats.map(({ seat }) => (
        <li key={seat} class={wagering.has(seat) ? "lit" : ""}>
          {seat}
          <span class="sr-only">{` ${wagering.has(seat) ? t("lit") : t("dark")}`}</span>
        </li>
      ))}
    </ul>
  );
}
