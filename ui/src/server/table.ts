import { effect, signal, untracked, type Signal } from "@preact/signals";
import { get, OFFLINE, post, Problem, session } from "./api";
import { CommandIds } from "./command-ids";
import { openFeed, type Feed, type Link } from "./feed";
import { LiveView, type Reply, type TableFrame } from "./live-view";
import { noteReceipt } from "../proof/receipts";
import { noteSeals } from "../proof/seals";
import type { TableRules, View } from "./types";

/** One table as one person sees it: the view that the service last sent, and the function to send commands. */

/** The position from which a table is seen. */
export type Position = "player" | "dealer" | "surveillance";

export interface TableLink {
  readonly id: string;
  readonly view: Signal<View | null>;
  readonly rules: Signal<TableRules | null>;
  readonly link: Signal<Link>;
  readonly problem: Signal<Problem | null>;
  /** True while a command is in progress. */
  readonly asking: Signal<boolean>;
  readonly ask: (type: string, fields?: Record<string, unknown>, stillMeant?: (view: View) => boolean) => Promise<boolean>;
  /** Something that the page does automatically: no message is shown if it is refused. */
  readonly askQuietly: (type: string, fields: Record<string, unknown>) => Promise<boolean>;
  readonly retry: () => void;
  /** Fetch everything again, after a table could not be shown. */
  readonly reload: () => void;
  readonly close: () => void;
}

type Frame = TableFrame | { type: "ping" } | { type: "error"; error: { code: string; message: string } };

const MOST_TRIES = 4;

export function openTable(id: string, position: Position = "player"): TableLink {
  const path = `/api/tables/${encodeURIComponent(id)}`;
  const view = signal<View | null>(null);
  const rules = signal<TableRules | null>(null);
  const problem = signal<Problem | null>(null);
  const asking = signal(false);
  let underway = "";

  const noted = (error: unknown): void => {
    problem.value = error instanceof Problem ? error : new Problem(0, "client", String(error));
  };
  const live = new LiveView((next) => {
    noteSeals(next);
    view.value = next;
  });
  const refresh = async (): Promise<View> => {
    const next = await get<View>(`${path}?desk=${position}`);
    live.replace(next);
    return next;
  };
  const feed: Feed = openFeed<Frame>(`${path}/feed?desk=${position}`, (frame) => {
    if (frame.type === "ping") return;
    if (frame.type !== "error") {
      if (!live.take(frame)) feed.reopen();
    }
    // The request for the session finds out whether it has expired, and then the page asks to sign in.
    else if (frame.error.code === "not_signed_in") get("/api/session").catch(() => undefined);
    else noted(new Problem(403, frame.error.code, frame.error.message));
  });
  const lost = effect(() => {
    if (feed.link.value !== "lost") return;
    live.loseFeed();
    // If no feed can be opened at all, the table is shown as of one request.
    if (!untracked(() => view.value)) refresh().catch(noted);
  });
  const backAgain = effect(() => {
    if (session.value) untracked(feed.retry);
  });
  /** Once the connection is back, the message that it was lost is out of date. */
  const heardAgain = effect(() => {
    if (feed.link.value === "live" && untracked(() => problem.value?.status) === OFFLINE) problem.value = null;
  });
  const reload = (): void => {
    problem.value = null;
    feed.retry();
    get<TableRules>(`${path}/rules`)
      .then((found) => (rules.value = found))
      .catch(noted);
  };
  reload();

  /** What the page sends automatically must not displace the id of a command that somebody may ask again. */
  const asked = new CommandIds();
  const automatic = new CommandIds();

  /** The reply has what the command changed, so no request follows it. */
  const send = async (command: Record<string, unknown>): Promise<void> => {
    const sentWith = live.ask();
    // Without a feed the reply has the view of a player, which is of no use at another position.
    const query = sentWith !== null ? `feed=${sentWith}` : position === "player" ? "view=whole" : "view=none";
    let reply: Reply;
    try {
      reply = await post<Reply>(`${path}/commands?${query}`, command);
    } catch (error) {
      if ((error as Problem).status === OFFLINE) {
        live.loseAnswer();
        feed.reopen();
      } else live.refuse();
      throw error;
    }
    const { view: ofPlayer, ...rest } = reply;
    if (!live.answer(position === "player" ? reply : rest, sentWith)) await refresh();
    if (position === "player" && reply.receipt) {
      const round = view.value?.round?.number ?? null;
      noteReceipt({ command_id: String(command.command_id), table: id, round, ...reply.receipt, asked: command });
    }
  };

  /** If the table has changed since, a command that still applies is sent again under the same id. */
  const insist = async (
    ids: CommandIds,
    type: string,
    fields: Record<string, unknown>,
    stillMeant: (view: View) => boolean,
  ): Promise<void> => {
    const isNew = await ids.use([type, fields], async (command) => {
      for (let left = MOST_TRIES; ; left--) {
        const seen = view.value ?? (await refresh());
        try {
          await send({ type, command_id: command, expected_version: seen.version, ...fields });
          return;
        } catch (error) {
          if ((error as Problem).code !== "stale_version" || left <= 0) throw error;
          const now = view.value && view.value.version > seen.version ? view.value : await refresh();
          if (!stillMeant(now)) throw whyNotNow(now, type) ?? error;
        }
      }
    });
    if (!isNew) await refresh();
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
    reload,
    close: () => {
      backAgain();
      heardAgain();
      lost();
      feed.close();
    },
    askQuietly: (type, fields) =>
      insist(automatic, type, fields, () => true).then(
        () => true,
        () => false,
      ),
    ask: async (type, fields = {}, stillMeant) => {
      // The same command again is a double press, unless the view has changed and the command still applies.
      const wanted = JSON.stringify([type, fields, stillMeant && view.value?.version]);
      if (wanted === underway) return false;
      // The next command waits for the one before it, and is dropped if it no longer applies after that.
      while (asking.value) {
        await new Promise((later) => setTimeout(later, 20));
        if (!asking.value && view.value && stillMeant && !stillMeant(view.value)) return false;
      }
      underway = wanted;
      asking.value = true;
      problem.value = null;
      try {
        await insist(asked, type, fields, stillMeant ?? (() => true));
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

/** The service's reason why the command is not offered any more. */
function whyNotNow(view: View, type: string): Problem | null {
  const reason = view.you?.not_now.find((each) => each.type === type);
  return reason ? new Problem(409, reason.code, reason.code.replaceAll("_", " "), reason.clause, reason.facts) : null;
}
