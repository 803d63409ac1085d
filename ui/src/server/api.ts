import { signal } from "@preact/signals";
import type { Person } from "./types";
import { pit } from "../pit";
import { mark, t } from "../language/language";

/** The public HTTP API: one function for requests, one shape of error, and the session that goes with every request. */

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly clause: string | null = null,
    readonly facts: Record<string, string> = {},
  ) {
    super(message);
  }
}

export const OFFLINE = 0;

/** Who is signed in: undefined until known, null for nobody. */
export const session = signal<Person | null | undefined>(undefined);
/** Set when the service says that the session of the person at work has expired. */
export const sessionExpired = signal(false);
/** Somebody else chose the password: the person must change it before anything else. */
export const mustSetPassword = signal(false);
/** One of the person's roles requires a passkey: the person must add one before anything else. */
export const mustAddPasskey = signal(false);
/** Whether that was the session of a guest, who has no password to sign in with again. */
export const guestExpired = signal(false);

let csrf = "";
/** When somebody last touched this page. Its automatic requests alone must not keep a session open. */
let touchedAt = Date.now();
const openedAt = touchedAt;
/** Whether somebody has used this page. */
export const touched = (): boolean => touchedAt !== openedAt;
if (typeof document !== "undefined") {
  for (const kind of ["pointerdown", "keydown", "wheel", "touchstart"]) {
    document.addEventListener(kind, () => (touchedAt = Date.now()), { capture: true, passive: true });
  }
}
let clockAhead = 0;

/** The service's clock, from its last answer: deadlines are by that clock, and this machine's may be off. */
export const serverNow = (): number => Date.now() + clockAhead;

function setClock(date: string | null): void {
  const ahead = date ? Date.parse(date) - Date.now() : 0;
  // Replies are dated in whole seconds and take time to arrive; a smaller difference means nothing.
  clockAhead = Math.abs(ahead) > 2000 ? ahead : 0;
}

export interface SignedIn {
  account: string;
  name: string;
  roles: string[];
  guest: boolean;
  csrf: string;
  set_password: boolean;
  add_passkey: boolean;
}

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  // The view of a table may arrive before the answer that says who the viewer is.
  if (method !== "GET" && !csrf) await asking?.catch(() => null);
  if (method !== "GET") headers["x-csrf-token"] = csrf;
  else headers["x-idle"] = String(Math.ceil((Date.now() - touchedAt) / 1000));
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (body !== undefined) init.body = JSON.stringify(body);
  try {
    const response = await fetch(pit + path, init);
    setClock(response.headers.get("date"));
    return response;
  } catch {
    throw noAnswer();
  }
}

const noAnswer = (): Problem =>
  new Problem(OFFLINE, "offline", mark("The table service does not answer. Nothing was sent twice; try again."));
/** Statuses that a proxy sends for a service that does not answer: it is unknown whether the request arrived. */
const OF_PROXIES = new Set([502, 503, 504]);

const SIGNING_IN = new Set(["/api/session", "/api/session/link", "/api/session/passkey", "/api/session/openid"]);

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await answered(method, path, body);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** The answer of the service, unless it refuses. */
export async function answered(method: string, path: string, body?: unknown): Promise<Response> {
  const asked = session.value;
  const response = await request(method, path, body);
  if (response.ok) return response;
  const problem = await problemOf(response);
  // Only a person who was signed in when asking can have been signed out since; a wrong password or link ends no session.
  if (problem.status === 401 && asked && session.value === asked && !(method === "POST" && SIGNING_IN.has(path))) {
    session.value = null;
    guestExpired.value = asked.guest;
    sessionExpired.value = true;
  }
  throw problem;
}

export const get = <T>(path: string): Promise<T> => call<T>("GET", path);
export const post = <T>(path: string, body: unknown): Promise<T> => call<T>("POST", path, body);

async function problemOf(response: Response): Promise<Problem> {
  try {
    const { error } = (await response.json()) as {
      error: { code: string; message: string; clause?: string; facts?: Record<string, string> };
    };
    return new Problem(response.status, error.code, error.message, error.clause ?? null, error.facts ?? {});
  } catch {
    if (OF_PROXIES.has(response.status)) return noAnswer();
    return new Problem(response.status, "unreadable", t("The service answered with status {status} and no message.", { status: String(response.status) }));
  }
}

/** Whether this browser has had a session before: a first visitor has none, so there is no need to ask. */
const LET_IN = "let-in";
export const letInBefore = (): boolean => localStorage.getItem(LET_IN) !== null;

export function welcome(answer: SignedIn): Person {
  localStorage.setItem(LET_IN, "yes");
  csrf = answer.csrf;
  const person: Person = { account: answer.account, name: answer.name, jobs: answer.roles, guest: answer.guest };
  session.value = person;
  mustSetPassword.value = answer.set_password;
  mustAddPasskey.value = answer.add_passkey;
  sessionExpired.value = false;
  return person;
}

let asking: Promise<Person | null> | null = null;

/** Several parts of the page may ask at once; they share one request. */
export function whoAmI(): Promise<Person | null> {
  asking ??= askWho().finally(() => (asking = null));
  return asking;
}

async function askWho(): Promise<Person | null> {
  if (!letInBefore()) return (session.value = null);
  try {
    return welcome(await get<SignedIn>("/api/session"));
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
    localStorage.removeItem(LET_IN);
    session.value = null;
    return null;
  }
}

export async function signIn(account: string, password: string): Promise<Person> {
  return welcome(await post<SignedIn>("/api/session", { account, password }));
}

export async function signInByLink(secret: string): Promise<Person> {
  return welcome(await post<SignedIn>("/api/session/link", { secret }));
}

/** People without an account play as guests, at practice tables. */
export async function someone(): Promise<Person> {
  return session.value ?? (await whoAmI()) ?? session.value ?? welcome(await post<SignedIn>("/api/session/guest", {}));
}

/** Sets the signed-in person's password; the old one is needed unless a one-time link was used. */
export async function setPassword(password: string, old?: string): Promise<void> {
  await call("PUT", "/api/session/password", old === undefined ? { password } : { password, old });
  mustSetPassword.value = false;
}

export async function signOut(): Promise<void> {
  await call("DELETE", "/api/session");
  csrf = "";
  sessionStorage.clear();
  mustSetPassword.value = false;
  mustAddPasskey.value = false;
  session.value = null;
}

/** A UUID of version 7: it starts with the time, so the index of ids in the log grows at its end. */
export const newCommandId = (): string => {
  const time = Date.now().toString(16).padStart(12, "0");
  const chance = crypto.randomUUID().slice(15);
  return `ui-${time.slice(0, 8)}-${time.slice(8)}-7${chance}`;
};
