import { useEffect, useState } from "preact/hooks";
import { usePolled } from "../parts/usePolled";
import { Page } from "../parts/Page";
import { ProblemNotice, Notice } from "../parts/Notice";
import { HandRow } from "../parts/Hand";
import { ClauseNote } from "../parts/ClauseNote";
import { openTable, type TableLink } from "../server/table";
import type { LobbyTable, View } from "../server/types";
import { priceOf } from "../model/money";
import { capital, handName, phaseName, plain, wagerName } from "../model/words";
import { irregularities, procedure } from "../model/procedure";
import { StepForm } from "./dealer/StepForm";
import { Training } from "./dealer/Training";

/** The dealer's console: the steps of the dealing method one by one, each with its clause. */
export default function Dealer({ id }: { id: string }) {
  return id ? <Console key={id} id={id} /> : <ChooseTable />;
}

function ChooseTable() {
  const { data, problem } = usePolled<LobbyTable[]>("/api/tables");
  return (
    <Page title="The dealer's console" lead="Choose the table that you deal at.">
      <ProblemNotice problem={problem} onClose={() => undefined} />
      <ul class="choices">
        {(data ?? []).map((table) => (
          <li key={table.table}>
            <a class="action" href={`#/dealer/${table.table}`}>
              {table.name}
              <span class={`tag tag-${table.kind}`}>{table.kind}</span>
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}

function Console({ id }: { id: string }) {
  const [table, setTable] = useState<TableLink | null>(null);
  useEffect(() => {
    const opened = openTable(id, "dealer");
    setTable(opened);
    return opened.close;
  }, [id]);
  const view = table?.view.value ?? null;
  const rules = table?.rules.value ?? null;
  return (
    <Page title={view ? view.name : "The dealer's console"}>
      {table && <ProblemNotice problem={table.problem.value} onClose={() => (table.problem.value = null)} />}
      {table?.link.value === "lost" && <Notice kind="warn">Connection lost. This page keeps trying.</Notice>}
      {table && view?.desk && rules && (
        <div class="console">
          <div class="console-steps">
            <Steps table={table} view={view} />
            <Reports table={table} view={view} />
          </div>
          <div class="console-state">
            <TableState view={view} />
            <Training view={view} />
          </div>
        </div>
      )}
    </Page>
  );
}

function Steps({ table, view }: { table: TableLink; view: View }) {
  const steps = procedure(view.desk?.steps ?? []);
  return (
    <section aria-labelledby="next-steps" class="panel">
      <h2 id="next-steps">{phaseName(view.phase)}</h2>
      {view.desk?.claim != null && (
        <Notice kind="warn">A progressive win at seat {view.desk.claim} waits for a second person to validate it.</Notice>
      )}
      {steps.length === 0 && <p class="hint">{waiting(view)}</p>}
      <ol class="steps">
        {steps.map((step) => (
          <li key={JSON.stringify(step)}>
            <StepForm table={table} view={view} step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function waiting(view: View): string {
  if (view.closed) return "The table is closed.";
  if (view.round?.turn != null) return `Seat ${view.round.turn} decides.`;
  return "Nothing to do: the table takes its steps by itself, or waits for the players.";
}

/** Irregularities are only there when they can happen. */
function Reports({ table, view }: { table: TableLink; view: View }) {
  const found = irregularities(view.desk?.steps ?? []);
  if (!found.length) return null;
  return (
    <section aria-labelledby="irregularities" class="panel">
      <h2 id="irregularities">Irregularities</h2>
      <ol class="steps">
        {found.map((step) => (
          <li key={JSON.stringify(step)}>
            <StepForm table={table} view={view} step={step} quiet />
          </li>
        ))}
      </ol>
    </section>
  );
}

function TableState({ view }: { view: View }) {
  const round = view.round;
  const desk = view.desk;
  return (
    <section aria-labelledby="table-now" class="panel">
      <h2 id="table-now">The table now</h2>
      <dl class="facts">
        <dt>Dealing</dt>
        <dd>{capital(plain(desk?.dealing ?? ""))}</dd>
        <dt>Decks</dt>
        <dd>{desk?.decks.map((deck) => `${deck.deck}: ${plain(deck.status)}`).join(", ") || "none yet"}</dd>
        <dt>Rounds since the stub was counted</dt>
        <dd>{desk?.rounds_since_stub_count}</dd>
        <dt>Progressive wagers on the sensors</dt>
        <dd>{desk?.progressive_wagers}</dd>
        {desk?.devices_out_of_order.length ? (
          <>
            <dt>Out of order</dt>
            <dd>{desk.devices_out_of_order.join(", ")}</dd>
          </>
        ) : null}
      </dl>
      {round?.dealer && (
        <div class="row-of-cards">
          <HandRow cards={round.dealer} hand={round.dealer_hand} label="Your cards" />
          {round.dealer_hand && (
            <p>
              {handName(round.dealer_hand)}, {round.dealer_qualifies ? "qualifies" : "does not qualify"}
            </p>
          )}
        </div>
      )}
      {round && round.seats.length > 0 && (
        <table class="plain-table">
          <caption class="sr-only">Seats in this round</caption>
          <thead>
            <tr>
              <th scope="col">Seat</th>
              <th scope="col">Wagers</th>
              <th scope="col">Cards</th>
              <th scope="col">Decision</th>
            </tr>
          </thead>
          <tbody>
            {round.seats.map((box) => (
              <tr key={box.seat} class={round.turn === box.seat ? "turn" : ""}>
                <th scope="row">{box.seat}</th>
                <td>
                  {Object.entries(box.wagers)
                    .map(([name, amount]) => `${wagerName(name)} ${priceOf(amount)}`)
                    .join(", ")}
                </td>
                <td>{box.cards ? box.cards.join(" ") : box.card_count || ""}</td>
                <td>{box.action ? capital(plain(box.action)) : round.turn === box.seat ? "to decide" : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {round?.void && <Notice kind="warn">Round void: {plain(round.void)}</Notice>}
      {round?.settled.slice(-1).map((line) => <ClauseNote key={line.clause} clause={line.clause} />)}
    </section>
  );
}
