import type { View } from "./types";

/** The view of a table, kept up to date by the differences that its feed and the replies to commands bring. */

export type Changes = Partial<View>;

/**
 * The first frame of a feed has the whole view, later ones the keys that changed; no key is ever removed. The feed numbers
 * its frames and the replies to its owner's commands together, because they come by different connections.
 */
export type TableFrame =
  | { type: "table"; feed: string; number: number; version: number; view: View }
  | { type: "changes"; number: number; version: number; changes: Changes };

/** With a feed, a reply has the changes since that feed was last sent something; without one, the whole view. */
export interface Reply {
  version: number;
  /** Where it is in the log. */
  receipt?: { position: number; salt: string };
  number?: number;
  changes?: Changes;
  view?: View;
}

export class LiveView {
  /** The feed that sends the differences; null while there is none. */
  feed: string | null = null;
  /** What the feed has sent so far, and the number of its last message. */
  private followed: View | null = null;
  private number = 0;
  /** Messages whose predecessors have not arrived. */
  private readonly early = new Map<number, Changes>();
  private unanswered = 0;
  private shown: View | null = null;

  constructor(private readonly show: (view: View) => void) {}

  /** False if a message before this one was lost: the feed must be opened again. */
  take(frame: TableFrame): boolean {
    if (frame.type === "table") {
      this.loseFeed();
      this.feed = frame.feed;
      this.number = frame.number;
      this.followed = frame.view;
      this.replace(frame.view);
      return true;
    }
    if (this.feed === null) return false;
    this.receive(frame.number, frame.changes);
    // Frames come in order, so what is missing before this one can only be a reply.
    return this.early.size === 0 || this.unanswered > 0;
  }

  /** A whole view. The one with the newest version is shown. */
  replace(view: View): void {
    if (this.shown && view.version < this.shown.version) return;
    this.shown = view;
    this.show(view);
  }

  /** A command is sent; the feed named here goes with it. */
  ask(): string | null {
    this.unanswered += 1;
    return this.feed;
  }

  /** The reply to a command that was sent with this feed. False if the view must be fetched. */
  answer(reply: Reply, feed: string | null): boolean {
    this.unanswered -= 1;
    if (reply.view) {
      this.replace(reply.view);
      return true;
    }
    if (feed !== null && feed === this.feed && reply.changes) this.receive(reply.number ?? 0, reply.changes);
    // A feed opened since the command was sent has the whole view, and sends later changes.
    return this.feed !== null;
  }

  /** The command was refused, so there is no message about it. */
  refuse(): void {
    this.unanswered -= 1;
  }

  /** Nobody knows whether the reply was sent: the feed must be opened again. */
  loseAnswer(): void {
    this.unanswered -= 1;
    this.loseFeed();
  }

  loseFeed(): void {
    this.feed = null;
    this.followed = null;
    this.early.clear();
  }

  private receive(number: number, changes: Changes): void {
    if (number <= this.number) return;
    this.early.set(number, changes);
    for (let next = this.early.get(this.number + 1); next && this.followed; next = this.early.get(this.number + 1)) {
      this.number += 1;
      this.early.delete(this.number);
      this.followed = { ...this.followed, ...next };
      this.replace(this.followed);
    }
  }
}
