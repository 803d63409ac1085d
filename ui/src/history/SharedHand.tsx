import "./History.css";
import { useEffect, useState } from "preact/hooks";
import { copied } from "../server/files";
import { Loading } from "../parts/Loading";
import { Notice, ProblemNotice } from "../parts/Notice";
import { Page } from "../parts/Page";
import { GameShown } from "../parts/shown";
import { get, someone, type Problem } from "../server/api";
import type { Round, TableRules } from "../server/types";
import { ownBoxes } from "../words/rounds";
import { dateAndTime } from "../words/times";
import { keptHand } from "./device";
import { HandView } from "./HandView";
import { HAND } from "./words";

/** One hand at its own address. Its player sees all of their own cards, others what lay face up. */
export default function SharedHand({ id, part }: { id: string; part: string }) {
  const [found, setFound] = useState<{ hand: Round; rules: TableRules } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [shared, setShared] = useState<boolean | null>(null);
  const table = `/api/tables/${encodeURIComponent(id)}`;
  useEffect(() => {
    const load = async (): Promise<void> => {
      const { guest } = await someone();
      const [hand, rules] = await Promise.all([get<Round>(`${table}/hands/${encodeURIComponent(part)}`), get<TableRules>(`${table}/rules`)]);
      // A guest who returns as a different guest has their own cards in this browser only.
      const kept = guest && !ownBoxes(hand).length ? keptHand(id, hand.number) : null;
      setFound({ hand: kept ?? hand, rules });
    };
    load().catch(setProblem);
  }, [id, part]);
  if (!found) return problem ? <Page title={HAND.title(Number(part) || 0)}><ProblemNotice problem={problem} /></Page> : <Loading what={HAND.title(Number(part) || 0)} />;
  const address = location.origin + location.pathname;
  return (
    <GameShown.Provider value={found.rules.shown}>
      <Page title={HAND.title(found.hand.number)} lead={HAND.lead(`${found.rules.game}, ${found.rules.jurisdiction}`, dateAndTime(found.hand.at ?? 0))}>
        <div class="button-row">
          <button type="button" class="quiet" onClick={() => void copied(address).then(setShared)}>
            {HAND.share()}
          </button>
          <a class="quiet" href={`/tables/${id}`}>
            {HAND.table()}
          </a>
          {ownBoxes(found.hand).length > 0 && (
            <a class="quiet" href="/history">
              {HAND.history()}
            </a>
          )}
        </div>
        {shared === true && <Notice>{HAND.shared()}</Notice>}
        {shared === false && (
          <label class="field">
            {HAND.address()}
            <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
          </label>
        )}
        <HandView hand={found.hand} rules={found.rules} />
      </Page>
    </GameShown.Provider>
  );
}
