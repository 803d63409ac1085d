import { useEffect, useState } from "preact/hooks";
import { openFeed } from "../../server/feed";
import { get } from "../../server/api";

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

const KEPT = 300;

/** Every event of the house as it happens; what is still secret is named and withheld. */
export function Events({ onProve }: { onProve: (position: number) => void }) {
  const [events, setEvents] = useState<StoredEvent[]>([]);
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    let close = (): void => undefined;
    let gone = false;
    get<{ size: number }>("/api/audit/head")
      .then((head) => Math.max(0, head.size - 100))
      .catch(() => 0)
      .then((after) => {
        if (gone) return;
        const feed = openFeed<Frame>(`/api/events/feed?after=${after}`, (frame) => {
          if (frame.type !== "events") return;
          setEvents((before) => {
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
  }, []);
  const shown = events.filter((each) => matches(each, wanted));
  return (
    <section class="panel desk-events" aria-labelledby="events">
      <div class="panel-head">
        <h2 id="events">Events</h2>
        <label class="search">
          <span class="sr-only">Only events with</span>
          <input
            type="search"
            placeholder="table, event, account, card"
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        </label>
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label="Events, newest first">
        <table class="plain-table">
          <thead>
            <tr>
              <th scope="col">Position</th>
              <th scope="col">Event</th>
              <th scope="col">Where</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, 120).map((each) => (
              <tr key={each.position}>
                <td>
                  <button type="button" class="link" onClick={() => onProve(each.position)} title="Prove that it is in the log">
                    {each.position}
                  </button>
                </td>
                <th scope="row">{each.event}</th>
                <td>{each.stream}</td>
                <td>{each.actor}</td>
                <td class="data">{each.withheld ? "withheld" : summary(each.data)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function matches(event: StoredEvent, wanted: string): boolean {
  if (!wanted) return true;
  return JSON.stringify(event).toLowerCase().includes(wanted.toLowerCase());
}

function summary(data: Record<string, unknown> | null): string {
  if (!data) return "";
  return Object.entries(data)
    .filter(([name]) => name !== "event" && name !== "clauses")
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(" ") : typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(", ")
    .slice(0, 160);
}
