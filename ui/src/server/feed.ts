import { signal, type Signal } from "@preact/signals";

/** A WebSocket that comes back by itself. What is shown stays on the screen while it is away. */

export type Link = "connecting" | "live" | "lost";

export interface Feed<T> {
  readonly link: Signal<Link>;
  readonly close: () => void;
  /** For tests and for people who have just come out of a tunnel. */
  readonly retry: () => void;
  readonly last: Signal<T | null>;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export function openFeed<T>(path: string, onMessage: (message: T) => void): Feed<T> {
  const link = signal<Link>("connecting");
  const last = signal<T | null>(null);
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const connect = (): void => {
    clearTimeout(timer);
    const address = new URL(path, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const opened = new WebSocket(address);
    socket = opened;
    opened.onopen = () => {
      link.value = "live";
      wait = FIRST_WAIT;
    };
    opened.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as T;
      last.value = message;
      onMessage(message);
    };
    opened.onclose = () => {
      if (closed || socket !== opened) return;
      link.value = "lost";
      timer = setTimeout(connect, wait);
      wait = Math.min(LONGEST_WAIT, wait * 1.7);
    };
  };

  const retry = (): void => {
    if (closed || link.value === "live") return;
    wait = FIRST_WAIT;
    connect();
  };
  addEventListener("online", retry);
  connect();
  return {
    link,
    last,
    retry,
    close: () => {
      closed = true;
      clearTimeout(timer);
      removeEventListener("online", retry);
      socket?.close();
    },
  };
}
