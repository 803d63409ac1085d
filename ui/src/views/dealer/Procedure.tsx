import type { TableLink } from "../../server/table";
import type { TableRules, View } from "../../server/types";
import { session } from "../../server/api";
import { besides, doneBy, isFor, walk, waiting, type Step } from "../../model/procedure";
import { phaseName } from "../../model/words";
import { ClauseNote } from "../../parts/ClauseNote";
import { useShown } from "../../parts/shown";
import { SettleSeats } from "./SettleSeats";
import { StepForm } from "./StepForm";

interface Props {
  table: TableLink;
  view: View;
  rules: TableRules;
}

/** The round as the dealing method has it: what is done, what is to be done now, and what comes then. */
export function Procedure({ table, view, rules }: Props) {
  const steps = walk(view, rules);
  const others = besides(view, steps, session.value?.jobs ?? []);
  return (
    <section aria-labelledby="procedure" class="panel procedure">
      <h2 id="procedure">
        {view.round ? `Round ${view.round.number}` : phaseName("waiting")}
        {view.round && <span class="hint">{phaseName(view.phase)}</span>}
      </h2>
      <ol class="walk walk-past">
        {steps
          .filter((step) => step.status === "done")
          .map((step) => (
            <li key={step.name} class="walk-done">
              {step.title}
              <span class="sr-only">, done</span>
            </li>
          ))}
      </ol>
      <ol class="walk" start={steps.filter((step) => step.status === "done").length + 1}>
        {steps
          .filter((step) => step.status !== "done")
          .map((step) => (
            <li key={step.name} class={`walk-${step.status}`} aria-current={step.status === "now" ? "step" : undefined}>
              {step.status === "now" ? (
                <Now table={table} view={view} rules={rules} step={step} />
              ) : (
                <p class="walk-line">
                  <span>{step.title}</span>
                  {step.clause && <cite>{step.clause}</cite>}
                </p>
              )}
            </li>
          ))}
      </ol>
      {others.length > 0 && (
        <details class="besides">
          <summary>Also possible now ({others.length})</summary>
          <ol class="steps">
            {others.map((step) => (
              <li key={JSON.stringify(step)}>
                <StepForm table={table} rules={rules} step={step} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function Now({ table, view, rules, step }: Props & { step: Step }) {
  const { offer } = step;
  const mine = offer !== null && isFor(offer, session.value?.jobs ?? []);
  const settles = offer?.type === "settle" && (view.desk?.payouts.length ?? 0) > 0;
  return (
    <div class="now">
      <h3>{step.title}</h3>
      {step.say && (
        <p class="say">
          <span class="sr-only">Say: </span>“{step.say}”
        </p>
      )}
      {step.clause && <ClauseNote clause={step.clause} />}
      {step.name === "collect_progressive" && <Sensors view={view} />}
      {step.name === "settle" && view.desk?.claim != null && <p class="claim">{waiting(view, step)}</p>}
      {offer && mine && settles && <SettleSeats key={settling(view)} table={table} view={view} rules={rules} step={offer} />}
      {offer && mine && !settles && (
        <StepForm key={`${offer.type}-${offer.deck ?? ""}-${view.round?.number ?? 0}`} table={table} rules={rules} step={offer} main />
      )}
      {offer && !mine && <p class="hint">{doneBy(offer)}</p>}
      {!offer && view.desk?.claim == null && <p class="hint">{waiting(view, step)}</p>}
    </div>
  );
}

/** A new list of payouts begins at its first seat; chips bought meanwhile change nothing. */
function settling(view: View): string {
  const payouts = view.desk?.payouts ?? [];
  return `${view.round?.number ?? 0}-${payouts.length}-${payouts[0]?.seat ?? 0}-${payouts[0]?.wager ?? ""}`;
}

/** Each lit sensor is a seat with a Progressive wager. */
function Sensors({ view }: { view: View }) {
  const wager = useShown()?.progressive_wager ?? "";
  const wagering = new Set(view.round?.seats.filter((box) => box.wagers[wager]).map((box) => box.seat));
  return (
    <ul class="sensors" aria-label="Sensors">
      {view.seats.map(({ seat }) => (
        <li key={seat} class={wagering.has(seat) ? "lit" : ""}>
          {seat}
          <span class="sr-only">{wagering.has(seat) ? " lit" : " dark"}</span>
        </li>
      ))}
    </ul>
  );
}
