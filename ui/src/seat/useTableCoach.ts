import type { TableRules, View } from "../server/types";
import { parseDollars } from "../words/money";
import { boxAt } from "../words/rounds";
import type { Play } from "./play";
import { useCoach, type Coach } from "./useCoach";

export interface TableCoach {
  readonly coach: Coach;
  /** Identifies the current decision; empty when there is none. */
  readonly decision: string;
  /** The base wager, of which the values are multiples. */
  readonly base: number;
}

/** The coach of a table, if the player decides now; null if there is none: it works at practice tables only. */
export function useTableCoach(view: View, rules: TableRules, play: Play): TableCoach | null {
  const base = parseDollars(boxAt(view.round, play.focus)?.wagers[rules.shown.base_wager] ?? "0");
  const round = view.round?.number ?? 0;
  const practice = view.kind === "practice" && view.you?.seat != null;
  const hand = `${round}:${play.focus}`;
  const decision = play.myTurn ? `${hand}:${view.round?.stage}` : "";
  const coach = useCoach(view.table, practice && decision ? { decision, hand, round, base } : null);
  return practice ? { coach, decision, base } : null;
}
