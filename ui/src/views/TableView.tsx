import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { someone, session } from "../server/api";
import { openTable, type TableLink } from "../server/table";
import type { TableRules, View } from "../server/types";
import { ProblemNotice } from "../parts/Notice";
import { Loading } from "../parts/Loading";
import { Felt } from "./table/Felt";

/** One table. Whoever comes without an account is a guest; whoever comes to play is given a seat and chips. */
export default function TableView({ id, sit }: { id: string; sit: boolean }) {
  const [table, setTable] = useState<TableLink | null>(null);
  // A session that ran out leaves the table on the screen; only another person makes it be opened anew.
  const who = useRef<string | undefined>(undefined);
  who.current = session.value?.account ?? who.current;
  useEffect(() => {
    let opened: TableLink | null = null;
    let wanted = true;
    someone().then(() => {
      if (!wanted) return;
      opened = openTable(id);
      setTable(opened);
    });
    return () => {
      wanted = false;
      opened?.close();
      setTable(null);
    };
  }, [id, who.current]);
  if (!table) return <Loading what="the table" />;
  return <AtTheTable table={table} sit={sit} />;
}

function AtTheTable({ table, sit }: { table: TableLink; sit: boolean }) {
  const view = table.view.value;
  const rules = table.rules.value;
  useSeat(table, view, rules, sit);
  if (!view || !rules) {
    if (!table.problem.value) return <Loading what="the table" />;
    return (
      <main class="page" id="main">
        <h1>This table cannot be shown</h1>
        <ProblemNotice problem={table.problem.value} onClose={() => (table.problem.value = null)} />
        <a href="#/">Back to the lobby</a>
      </main>
    );
  }
  return <Felt table={table} view={view} rules={rules} />;
}

/** Sits down at the middle of what is free, with a hundred smallest bets in chips. */
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

export function middleSeat(view: View): number | null {
  const middle = (view.seats.length + 1) / 2;
  const free = view.seats.filter((each) => each.player === null).map((each) => each.seat);
  free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return free[0] ?? null;
}
