import type { View } from "./types";

/** The view of a table, kept up to date by the differences that its feed and the replies to commands bring. */

export type Changes = Partial<View>;

/** The first frame of a feed has the whole view. Later frames have the keys that changed; no key is ever removed. */
export type TableFrame =
  | { type: "table"; feed: string; version: number; view: View }
  | { type: "changes"; version: number; changes: Changes };

/** With a feed, a reply has the changes against what that feed was sent, which does not send them again. */
export interface Reply {
  version: number;
  changes?: Changes;
  view?: View;
}

export class LiveView {
  /** The feed that sends the differences; null while there is none. */
  feed: string | null = null;
  private view: View | null = null;
  /** The version that set each key. Replies and frames come by different connections, so either may overtake the other. */
  private readonly versions = new Map<string, number>();
  private unanswered = 0;
  /** Frames that came while a command was on its way: its reply may be what they are based on. */
  private waiting: { version: number; changes: Changes }[] = [];

  constructor(private readonly show: (view: View) => void) {}

  /** False where the frame has no base: the feed must be opened again. */
  take(frame: TableFrame): boolean {
    if (frame.type === "table") {
      this.feed = frame.feed;
      this.waiting = [];
      this.merge(frame.version, frame.view);
      return true;
    }
    if (this.feed === null) return false;
    if (this.unanswered) this.waiting.push(frame);
    else this.merge(frame.version, frame.changes);
    return true;
  }

  /** The whole view, from a request of its own. */
  replace(view: View): void {
    this.merge(view.version, view);
  }

  /** A command is sent; the feed named here goes with it. */
  ask(): string | null {
    this.unanswered += 1;
    return this.feed;
  }

  /** The reply to a command that was sent with this feed. False where the reply has no base: the view must be fetched. */
  answer(reply: Reply, feed: string | null): boolean {
    const based = reply.view !== undefined || (feed !== null && feed === this.feed);
    if (based) this.merge(reply.view?.version ?? reply.changes?.version ?? reply.version, reply.view ?? reply.changes ?? {});
    this.goOn();
    // A feed that was opened since has sent the whole view, and sends what has changed after that.
    return based || this.feed !== null;
  }

  /** The command was refused: nothing changed by it. */
  refuse(): void {
    this.goOn();
  }

  /** Nobody knows whether the reply was sent: what the feed sends next may be based on it. */
  loseAnswer(): void {
    this.loseFeed();
    this.goOn();
  }

  loseFeed(): void {
    this.feed = null;
    this.waiting = [];
  }

  private goOn(): void {
    this.unanswered -= 1;
    if (this.unanswered) return;
    const frames = this.waiting;
    this.waiting = [];
    for (const { version, changes } of frames) this.merge(version, changes);
  }

  /** Each key takes its newest value, in whichever order the messages come. */
  private merge(version: number, changes: Changes): void {
    const newer = Object.entries(changes).filter(([key]) => version >= (this.versions.get(key) ?? 0));
    if (!newer.length) return;
    for (const [key] of newer) this.versions.set(key, version);
    this.view = { ...this.view, ...Object.fromEntries(newer) } as View;
    this.show(this.view);
  }
}
