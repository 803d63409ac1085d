import { signal } from "@preact/signals";
import { pit, withoutPit } from "./pit";

/** Each view has an address of its own, for which the service hands out the one page of this client. */

export interface Route {
  readonly view: string;
  readonly id: string;
  /** The part of it to show first, such as the clause of a rulebook. */
  readonly part: string;
  readonly query: URLSearchParams;
}

interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** The secret of a sign-in link is after the #, which browsers do not send. */
const SIGN_IN = /^#sign-in=/;

export function parseRoute({ pathname, search, hash }: Address): Route {
  if (SIGN_IN.test(hash)) return { view: "sign-in", id: "", part: "", query: new URLSearchParams(hash.slice(1)) };
  const [view = "", id = "", ...rest] = withoutPit(pathname).replace(/^\/+|\/+$/g, "").split("/").map(decoded);
  return { view, id, part: rest.join("/"), query: new URLSearchParams(search) };
}

/** A mistyped address may not be decodable. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = signal<Route>(parseRoute(location));

const look = (): void => {
  route.value = parseRoute(location);
};

addEventListener("popstate", look);
addEventListener("hashchange", look);

export function go(path: string): void {
  history.pushState(null, "", pit + path);
  look();
  scrollTo(0, 0);
}

/** A plain click on a link to another view of this page does not reload it. */
export function followLinks(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
    if (link.getAttribute("href")?.startsWith("#") || link.pathname.startsWith("/pits/")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
