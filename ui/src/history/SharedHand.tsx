import "./History.css";
import { useEffect, useState } from "preact/hooks";
import { Loading } from "../parts/Loading";
import { Notice, ProblemNotice } from "../parts/Notice";
import { Page } from "../parts/Page";
import { GameShown } from "../parts/shown";
import { get, someone, type Problem } from "../server/api";
import type { Round, TableRules } from "../server/types";
import { dateAndTime } from "../words/times";
import { HandView } from "./HandView";
import { HAND } from "./words";

/** One hand at its own address. Its player sees all cards of that player, others what lay face up. */
export default function SharedHand({ id, part }: { id: string; part: string }) {
  const [found, setFound] = useState<{ hand: Round; rules: TableRules } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [copied, setCopied] = useState(false);
  const table = `/api/tables/${encodeURIComponent(id)}`;
  useEffect(() => {
    someone()
      .then(() => Promise.all([get<Round>(`${table}/hands/${encodeURIComponent(part)}`), get<TableRules>(`${table}/rules`)]))
      .then(([hand, rules]) => setFound({ hand, rules }), setProblem);
  }, [id, part]);
  if (!found) return problem ? <Page title={HAND.title(Number(part) || 0)}><ProblemNotice problem={problem} /></Page> : <Loading what={HAND.title(Number(part) || 0)} />;
  const copy = (): void => void navigator.clipboard?.writeText(location.origin + location.pathname).then(() => setCopied(true));
  return (
    <GameShown.Provider value={found.rules.shown}>
      <Page title={HAND.title(found.hand.number)} lead={dateAndTime(found.hand.at ?? 0)}>
        <div class="button-row">
          <button type="button" class="quiet" onClick={copy}>
            {HAND.share()}
          </button>
          <a class="quiet" href={`/tables/${id}`}>
            {HAND.table()}
          </a>
        </div>
        {copied && <Notice>{HAND.shared()}</Notice>}
        <HandView hand={found.hand} rules={found.rules} />
      </Page>
    </GameShown.Provider>
  );
}
