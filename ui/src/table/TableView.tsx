import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { letInBefore, Problem, session, someone, whoAmI } from "../server/api";
import { openTable, type TableLink } from "../server/table";
import type { TableRules, View } from "../server/types";
import { ProblemNotice } from "../parts/Notice";
import { Page } from "../parts/Page";
import { Loading } from "../parts/Loading";
import { GameShown } from "../parts/shown";
import { Felt, middleSeat } from "./Felt";
import { FirstHand } from "../learn/FirstHand";
import { keepHands } from "../history/device";
import { ownBoxes } from "../words/rounds";
import { usePerformance } from "./usePerformance";
import { t } from "../language/language";

/** One table. Visitors without an account are guests; `sit` gives the visitor a seat and chips at once; `lesson` guides. */
export default function TableView({ id, sit, lesson }: { id: string; sit: boolean; lesson: string | null }) {
  const [table, setTable] = useState<TableLink | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tries, setTries] = useState(0);
  // The table stays on the screen when a session expires; it is opened again only for another person.
  const who = useRef<string | undefined>(undefined);
  const others = useRef(0);
  const account = session.value?.account;
  if (account && who.current && account !== who.current) others.current += 1;
  who.current = account ?? who.current;
  useEffect(() => {
    let opened: TableLink | null = null;
    let wanted = true;
    const open = (): void => {
      opened?.close();
      opened = openTable(id);
      setTable(opened);
    };
    setProblem(null);
    // A returning visitor is most likely still signed in: the table need not wait for confirmation.
    const early = letInBefore();
    if (early) open();
    (session.value ? Promise.resolve(session.value) : whoAmI())
      .then(async (person) => {
        if (person && early) return;
        await someone();
        if (wanted) open();
      })
      .catch((error: Problem) => wanted && setProblem(error));
    return () => {
      wanted = false;
      opened?.close();
      setTable(null);
    };
  }, [id, others.current, tries]);
  if (problem) return <NotShown problem={problem} onAgain={() => setTries(tries + 1)} />;
  if (!table) return <Loading what={t("the table")} />;
  return <AtTheTable table={table} sit={sit} lesson={lesson} />;
}

function AtTheTable({ table, sit, lesson }: { table: TableLink; sit: boolean; lesson: string | null }) {
  const view = table.view.value;
  const rules = table.rules.value;
  useSeat(table, view, rules, sit);
  if (!view || !rules) {
    if (!table.problem.value) return <Loading what={t("the table")} />;
    return <NotShown problem={table.problem.value} onAgain={table.reload} />;
  }
  return (
    <GameShown.Provider value={rules.shown}>
      <Performed table={table} view={view} rules={rules} lesson={lesson} />
    </GameShown.Provider>
  );
}

function Performed({ table, view, rules, lesson }: { table: TableLink; view: View; rules: TableRules; lesson: string | null }) {
  const last = view.last_round;
  useEffect(() => {
    if (last && session.value?.guest && ownBoxes(last).length) keepHands([{ ...last, table: view.table, rulebook: view.rulebook, kind: view.kind }]);
  }, [last?.number]);
  const performed = usePerformance(view, rules);
  return (
    <Felt table={table} rules={rules} {...performed}>
      <FirstHand view={performed.view} rules={rules} asked={lesson} />
    </Felt>
  );
}

/** A malformed table id in the address means that there is no such table. */
const ofTheTable = (problem: Problem): Problem =>
  problem.code === "malformed" ? new Problem(problem.status, "no_such_table", problem.message) : problem;

function NotShown({ problem, onAgain }: { problem: Problem; onAgain: () => void }) {
  const told = ofTheTable(problem);
  return (
    <Page title={t("This table cannot be shown")}>
      <ProblemNotice problem={told} />
      <div class="button-row">
        {told.code === "no_guests" && (
          <a class="action action-primary" href="/sign-in">
            {t("Sign in")}
          </a>
        )}
        {told.code !== "no_such_table" && told.code !== "no_guests" && (
          <button type="button" class="action action-primary" onClick={onAgain}>
            {t("Try again")}
          </button>
        )}
        <a class="quiet" href="/">
          {t("Back to the lobby")}
        </a>
      </div>
    </Page>
  );
}

/** Sits down at the free seat nearest to the middle, with practice chips. */
function useSeat(table: TableLink, view: View | null, rules: TableRules | null, sit: boolean): void {
  const ready = Boolean(sit && view && rules && view.you && view.you.seat === null && view.kind === "practice");
  const once = useMemo(() => ({ done: false }), [table]);
  useEffect(() => {
    if (!ready || once.done || !view) return;
    once.done = true;
    const seat = middleSeat(view);
    if (seat !== null) void table.ask("sit", { seat, buy_in: "1000" }, (now) => now.you?.seat === null);
  }, [ready]);
}
