import { signal, type Signal } from "@preact/signals";
import { pit } from "../pit";

/** A WebSocket that reconnects automatically. Meanwhile the screen stays unchanged. */

export type Link = "connecting" | "live" | "lost";

export interface Feed {
  readonly link: Signal<Link>;
  readonly close: () => void;
  /** Connect now if the connection is lost: the network is back, or somebody has signed in again. */
  readonly retry: () => void;
  /** Reconnect even though the connection is open: a message that later ones are based on was lost. */
  readonly reopen: () => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** The service sends something at least every twenty seconds; a connection that is silent for longer than this is dead. */
const LONGEST_SILENCE = 50_000;

export function openFeed<T>(path: string, onMessage: (message: T) => void): Feed {
  const link = signal<Link>("connecting");
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const listen = (): void => {
    clearTimeout(silence);
    silence = setTimeout(lose, LONGEST_SILENCE);
  };
  const lose = (): void => {
    if (closed) return;
    const dead = socket;
    socket = null;
    dead?.close();
    link.value = "lost";
    clearTimeout(silence);
    clearTimeout(timer);
    timer = setTimeout(connect, wait);
    wait = Math.min(LONGEST_WAIT, wait * 1.7);
  };
  const connect = (): void => {
    clearTimeout(timer);
    const before = socket;
    const address = new URL(pit + path, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const opened = new WebSocket(address);
    socket = opened;
    before?.close();
    opened.onopen = () => {
      if (socket !== opened) return;
      link.value = "live";
      wait = FIRST_WAIT;
      listen();
    };
    opened.onmessage = (event: MessageEvent<string>) => {
      if (socket !== opened) return;
      listen();
      const message = JSON.parse(event.data) as T;
      onMessage(message);
    };
    opened.onclose = () => {
      if (socket === opened) lose();
    };
  };

  const retry = (): void => {
    if (closed || link.value !== "lost") return;
    wait = FIRST_WAIT;
    connect();
  };
  const reopen = (): void => {
    if (!closed) connect();
  };
  addEventListener("online", retry);
  addEventListener("offline", lose);
  connect();
  return {
    link,
    retry,
    reopen,
    close: () => {
      closed = true;
      clearTimeout(timer);
      clearTimeout(silence);
      removeEventListener("online", retry);
      removeEventListener("offline", lose);
      socket?.close();
    },
  };
}
