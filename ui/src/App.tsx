import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { route } from "./router";
import { session, sessionExpired, whoAmI } from "./server/api";
import { Loading } from "./parts/Loading";
import { SignInDialog } from "./people/SignIn";
import { Page } from "./parts/Page";
import { Lobby } from "./lobby/Lobby";
import TableView from "./table/TableView";
import { mark, t } from "./language/language";
import { T } from "./language/T";

interface ViewProps {
  id: string;
  part: string;
  query: URLSearchParams;
}

/** Views that only some people need are fetched when they are first opened. */
const LATER: Record<string, () => Promise<{ default: ComponentType<ViewProps> }>> = {
  "sign-in": () => import("./people/SignInPage"),
  dealer: () => import("./dealer/Dealer"),
  floor: () => import("./floor/Floor"),
  records: () => import("./records/Records"),
  sign: () => import("./sign/Sign"),
  law: () => import("./law/Law"),
  lab: () => import("./lab/Lab"),
  history: () => import("./history/HistoryPage"),
  hands: () => import("./history/SharedHand"),
  learn: () => import("./learn/Learn"),
  people: () => import("./people/People"),
  account: () => import("./people/OwnAccount"),
  submission: () => import("./submission/SubmissionEditor"),
};

/** Views that need an account. */
const FOR_STAFF: Record<string, { title: string; purpose: string }> = {
  dealer: { title: mark("The dealer's console"), purpose: mark("deal at a table") },
  floor: { title: mark("The floor"), purpose: mark("supervise the tables") },
  records: { title: mark("The records"), purpose: mark("search the records and check the proofs") },
  people: { title: mark("People"), purpose: mark("open and manage accounts") },
};

export function App() {
  useEffect(() => {
    whoAmI().catch(() => (session.value = null));
  }, []);
  const { view, id, part, query } = route.value;
  useFocusOnHeading(`${view}/${id}`);
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        {t("Skip to main content")}
      </a>
      {view === "" ? (
        <Lobby />
      ) : view === "tables" ? (
        <TableView key={id} id={id} sit={query.has("sit")} lesson={query.get("lesson")} />
      ) : (
        <Later key={`${view}/${id}`} view={view} id={id} part={part} query={query} />
      )}
      {sessionExpired.value && <SignInDialog />}
    </>
  );
}

/** The link to another view is gone, and the focus with it: keyboard and screen reader users start at the heading. */
function useFocusOnHeading(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    if (focusOnHeading()) return;
    const waiting = new MutationObserver(() => focusOnHeading() && waiting.disconnect());
    waiting.observe(document.body, { childList: true, subtree: true });
    return () => waiting.disconnect();
  }, [path]);
}

/** False while the view has not loaded. An element that already has the focus keeps it. */
function focusOnHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("#main:not([aria-busy]) h1");
  if (heading && document.activeElement === document.body) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  return heading !== null;
}

/** The link itself moves the focus, and the address stays that of the view. */
function skipToMain(event: Event): void {
  event.preventDefault();
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

function Later({ view, id, part, query }: ViewProps & { view: string }) {
  const [page, setPage] = useState<{ show: ComponentType<ViewProps> } | null>(null);
  const [outdated, setOutdated] = useState(false);
  const load = LATER[view];
  useEffect(() => {
    let wanted = true;
    load?.()
      .then((module) => {
        sessionStorage.removeItem(RELOADED);
        if (wanted) setPage({ show: module.default });
      })
      .catch(() => wanted && !reloadedOnce() && setOutdated(true));
    return () => {
      wanted = false;
    };
  }, [view]);
  if (!load) {
    return (
      <Page title={t("There is nothing here")}>
        <p>
          <T text="<a>The lobby</a> leads to the tables." parts={{ a: (inside) => <a href="/">{inside}</a> }} />
        </p>
      </Page>
    );
  }
  const staff = FOR_STAFF[view];
  // When a session expires while somebody is working, the page stays behind the dialog.
  if (staff && !sessionExpired.value && (session.value === null || session.value?.guest)) return <SignInFirst {...staff} />;
  if (outdated) return <NewVersion />;
  if (!page) return <Loading what={t("the page")} />;
  const View = page.show;
  return <View id={id} part={part} query={query} />;
}

const RELOADED = "reloaded-for-a-new-version";

/** After a new build the scripts that an open page requests no longer exist. One reload fetches the new ones. */
function reloadedOnce(): boolean {
  if (sessionStorage.getItem(RELOADED)) return false;
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
  return true;
}

function NewVersion() {
  return (
    <Page title={t("There is a new version: reload")}>
      <p>{t("This part of the page could not be fetched. Your chips and everything at the tables are as you left them.")}</p>
      <button type="button" class="action action-primary" onClick={() => location.reload()}>
        {t("Reload")}
      </button>
    </Page>
  );
}

function SignInFirst({ title, purpose }: { title: string; purpose: string }) {
  return (
    <Page title={t(title)}>
      <p>
        <T text="<a>Sign in</a> to {purpose}." parts={{ a: (inside) => <a href="/sign-in">{inside}</a>, purpose: t(purpose) }} />
      </p>
    </Page>
  );
}
