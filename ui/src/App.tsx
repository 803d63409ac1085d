import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { route } from "./router";
import { session, sessionExpired, whoAmI } from "./server/api";
import { Loading } from "./parts/Loading";
import { SignInDialog } from "./views/SignIn";
import { Lobby } from "./views/Lobby";
import TableView from "./views/TableView";

/** Desks that only some people need are fetched when they are first opened. */
const LATER: Record<string, () => Promise<{ default: ComponentType<{ id: string; query: URLSearchParams }> }>> = {
  "sign-in": () => import("./views/SignInPage"),
  dealer: () => import("./views/Dealer"),
  floor: () => import("./views/Floor"),
  desk: () => import("./views/Desk"),
  sign: () => import("./views/Sign"),
  law: () => import("./views/Law"),
  lab: () => import("./views/Lab"),
  people: () => import("./views/People"),
  submission: () => import("./views/SubmissionEditor"),
};

export function App() {
  useEffect(() => {
    whoAmI().catch(() => (session.value = null));
  }, []);
  const { view, id, query } = route.value;
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        To the main part
      </a>
      {view === "" ? (
        <Lobby />
      ) : view === "table" ? (
        <TableView key={id} id={id} sit={query.has("sit")} />
      ) : (
        <Later key={`${view}/${id}`} view={view} id={id} query={query} />
      )}
      {sessionExpired.value && <SignInDialog />}
    </>
  );
}

/** The address after the # names the view, so the link moves the focus itself. */
function skipToMain(event: Event): void {
  event.preventDefault();
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

function Later({ view, id, query }: { view: string; id: string; query: URLSearchParams }) {
  const [page, setPage] = useState<{ show: ComponentType<{ id: string; query: URLSearchParams }> } | null>(null);
  const load = LATER[view];
  useEffect(() => {
    let wanted = true;
    load?.().then((module) => wanted && setPage({ show: module.default }));
    return () => {
      wanted = false;
    };
  }, [view]);
  if (!load) {
    return (
      <main class="page" id="main">
        <h1>There is nothing here</h1>
        <p>
          <a href="#/">The lobby</a> shows every table that is open.
        </p>
      </main>
    );
  }
  if (!page) return <Loading what="the desk" />;
  const Page = page.show;
  return <Page id={id} query={query} />;
}
