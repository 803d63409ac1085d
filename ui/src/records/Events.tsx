import { useEffect, useState } from "preact/hooks";
import { openFeed } from "../server/feed";
import { get } from "../server/api";
import { useShownOf } from "../parts/shown";
import { usePolled } from "../parts/usePolled";
import { timeOf } from "../words/times";
import { whatHappened, whereOf } from "./happened";
import { eventName } from "./replay";
import type { LobbyTable, Shown } from "../server/types";
import { mark, t } from "../language/language";

interface StoredEvent {
  position: number;
  stream: string;
  version: number;
  event: string;
  at: number;
  actor: string;
  withheld: boolean;
  data: Record<string, unknown> | null;
}

type Frame = { type: "events"; position: number; events: StoredEvent[] } | { type: "ping" };

const KEPT = 500;
const SHOWN = 120;
const KINDS: Record<string, string> = {
  "": mark("Everything"),
  round: mark("Rounds"),
  table: mark("Tables"),
  shuffle: mark("Shuffles"),
  progressive: mark("Progressive wagers"),
  meter: mark("Meters"),
  purse: mark("Purses"),
  watch: mark("Results against theory"),
  account: mark("People"),
};

/** Every event of the house as it happens; the content of secret events is withheld. */
export function Events({ onProve }: { onProve: (position: number) => void }) {
  const [events, setEvents] = useState<StoredEvent[]>([]);
  const [wanted, setWanted] = useState("");
  const [kind, setKind] = useState("");
  const [held, setHeld] = useState<StoredEvent[] | null>(null);
  useEffect(() => followed(setEvents), []);
  const { data: tables } = usePolled<LobbyTable[]>("/api/tables", 30_000);
  const shownOf = useShownOf();
  const rulebooks = Object.fromEntries((tables ?? []).map((table) => [`table:${table.table}`, table.rulebook]));
  const names = Object.fromEntries((tables ?? []).map((table) => [table.table, table.name]));
  const shown = (held ?? events).filter((each) => matches(each, wanted, kind));
  return (
    <section class="panel" aria-labelledby="events">
      <div class="panel-head">
        <h2 id="events">
          {t("Events")} <span class={`live-dot ${held ? "live-held" : ""}`} />
          <span class="hint">{held ? t("paused, {count} more since", { count: String((events[0]?.position ?? 0) - (held[0]?.position ?? 0)) }) : t("live")}</span>
        </h2>
        <div class="event-filters">
          <label>
            <span class="sr-only">{t("Kind of event")}</span>
            <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
              {Object.entries(KINDS).map(([value, label]) => (
                <option key={value} value={value}>
                  {t(label)}
                </option>
              ))}
            </select>
          </label>
          <label class="search">
            <span class="sr-only">{t("Only events with")}</span>
            <input
              type="search"
              placeholder={t("table, event, account, card")}
              value={wanted}
              onInput={(event) => setWanted(event.currentTarget.value)}
            />
          </label>
          <button type="button" class="quiet" aria-pressed={held !== null} onClick={() => setHeld(held ? null : events)}>
            {held ? t("Continue") : t("Pause")}
          </button>
        </div>
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("Events, newest first")}>
        <table class="plain-table events-table">
          <thead>
            <tr>
              <th scope="col">{t("Position")}</th>
              <th scope="col">{t("When")}</th>
              <th scope="col">{t("Event")}</th>
              <th scope="col">{t("Where")}</th>
              <th scope="col">{t("Who")}</th>
              <th scope="col">{t("What")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, SHOWN).map((each) => (
              <tr key={each.position} data-event={each.event}>
                <td>
                  <button type="button" class="link" onClick={() => onProve(each.position)} title={t("Prove that it is in the log")}>
                    {each.position}
                  </button>
                </td>
                <td>{timeOf(each.at)}</td>
                <th scope="row" title={each.event}>
                  {eventName(each.event)}
                </th>
                <td title={each.stream}>{whereOf(each.stream, names)}</td>
                <td>{each.actor}</td>
                <td class="data">
                  <What event={each} shown={shownOf(rulebooks[each.stream] ?? "")} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p class="hint">{t("No such events yet.")}</p>}
      </div>
    </section>
  );
}

/** The last hundred events, then every event as it happens. */
function followed(set: (change: (before: StoredEvent[]) => StoredEvent[]) => void): () => void {
  let close = (): void => undefined;
  let gone = false;
  get<{ size: number }>("/api/audit/head")
    .then((head) => Math.max(0, head.size - 100))
    .catch(() => 0)
    .then((after) => {
      if (gone) return;
      const feed = openFeed<Frame>(`/api/events/feed?after=${after}`, (frame) => {
        if (frame.type !== "events") return;
        set((before) => {
          const newest = before[0]?.position ?? 0;
          const fresh = frame.events.filter((each) => each.position > newest).reverse();
          return [...fresh, ...before].slice(0, KEPT);
        });
      });
      close = feed.close;
    });
  return () => {
    gone = true;
    close();
  };
}

function matches(event: StoredEvent, wanted: string, kind: string): boolean {
  if (kind && !event.event.startsWith(`${kind}.`)) return false;
  if (!wanted) return true;
  return `${JSON.stringify(event)} ${eventName(event.event)}`.toLowerCase().includes(wanted.toLowerCase());
}

/** The content of an event; what does not fit opens on request. */
function What({ event, shown }: { event: StoredEvent; shown: Shown | null }) {
  if (event.withheld) return <>{t("withheld")}</>;
  const { short, more } = whatHappened(event.data, shown);
  return (
    <>
      {short}
      {more && (
        <details class="event-more">
          <summary>{short ? t("More") : t("Show")}</summary>
          {more}
        </details>
      )}
    </>
  );
}
