import { signal } from "@preact/signals";
import { broughtBack } from "./server/brought-back";

/** Addresses are kept behind the #, so that the service has to serve only one page. */

export interface Route {
  readonly view: string;
  readonly id: string;
  readonly query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  if (path.startsWith("sign-in=")) {
    return { view: "sign-in", id: "", query: new URLSearchParams(path) };
  }
  const [view = "", id = ""] = path.split("/").map(decoded);
  return { view, id, query: new URLSearchParams(query) };
}

/** A mistyped address may not be decodable. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = signal<Route>(parseRoute(broughtBack(location.search) ? "#/sign-in" : location.hash));

addEventListener("hashchange", () => {
  route.value = parseRoute(location.hash);
  scrollTo(0, 0);
});

export function go(path: string): void {
  location.hash = path;
}
