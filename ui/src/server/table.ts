import { signal, type Signal } from "@preact/signals";
import { get, newCommandId, post, Problem } from "./api";
import { openFeed, type Feed, type Link } from "./feed";
import type { TableRules, View } from "./types";

/** One table as one person sees it: the view that the service last sent, and the way to ask for something. */

export type Desk = "player" | "dealer" | "surveillance";

export interface TableLink {
  readonly id: string;
  readonly view: Signal<View | null>;
  readonly rules: Signal<TableRules | null>;
  readonly link: Signal<Link>;
  readonly problem: Signal<Problem | null>;
  /** True while an ask is on its way. */
  readonly asking: Signal<boolean>;
  readonly ask: (type: string, fields?: Record<string, unknown>, stillMeant?: (view: View) => boolean) => Promise<boolean>;
  readonly retry: () => void;
  readonly close: () => void;
}

type Frame =
  | { type: "view"; version: number; view: View }
  | { type: "ping" }
  | { type: "error"; error: { code: string; message: string } };

const MOST_TRIES = 4;

export function openTable(id: string, desk: Desk = "player"): TableLink {
  const path = `/api/tables/${encodeURIComponent(id)}`;
  const view = signal<View | null>(null);
  const rules = signal<TableRules | null>(null);
  const problem = signal<Problem | null>(null);
  const asking = signal(false);
  let underway = "";

  const noted = (error: unknown): void => {
    problem.value = error instanceof Problem ? error : new Problem(0, "client", String(error));
  };
  const take = (next: View): void => {
    if (!view.value || next.version >= view.value.version) view.value = next;
  };
  const refresh = async (): Promise<View> => {
    const next = await get<View>(`${path}?desk=${desk}`);
    take(next);
    return next;
  };
  const feed: Feed<Frame> = openFeed<Frame>(`${path}/feed?desk=${desk}`, (frame) => {
    if (frame.type === "view") take(frame.view);
    if (frame.type === "error") noted(new Problem(403, frame.error.code, frame.error.message));
  });
  refresh().catch(noted);
  get<TableRules>(`${path}/rules`)
    .then((found) => (rules.value = found))
    .catch(noted);

  /** A table moves on while one thinks. An ask that is still meant is then sent again, under the same id. */
  const insist = async (
    type: string,
    fields: Record<string, unknown>,
    stillMeant: (view: View) => boolean,
  ): Promise<void> => {
    const command = newCommandId();
    for (let left = MOST_TRIES; ; left--) {
      const seen = view.value ?? (await refresh());
      try {
        await post(`${path}/commands`, { type, command_id: command, expected_version: seen.version, ...fields });
        await refresh();
        return;
      } catch (error) {
        const stale = error instanceof Problem && error.code === "stale_version" && left > 0;
        if (!stale || !stillMeant(await refresh())) throw error;
      }
    }
  };

  return {
    id,
    view,
    rules,
    link: feed.link,
    problem,
    asking,
    retry: () => {
      feed.retry();
      refresh().catch(noted);
    },
    close: feed.close,
    ask: async (type, fields = {}, stillMeant = () => true) => {
      const wanted = JSON.stringify([type, fields]);
      if (wanted === underway) return false;
      // Quick fingers: the next ask waits for the one before it, and is dropped if that has settled the matter.
      while (asking.value) {
        await new Promise((later) => setTimeout(later, 20));
        if (!asking.value && view.value && !stillMeant(view.value)) return false;
      }
      underway = wanted;
      asking.value = true;
      problem.value = null;
      try {
        await insist(type, fields, stillMeant);
        return true;
      } catch (error) {
        noted(error);
        return false;
      } finally {
        underway = "";
        asking.value = false;
      }
    },
  };
}
