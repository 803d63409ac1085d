import type { Shown } from "../server/types";
import { capital, plain, wagerName } from "./words";

/** What players do, in the words of the service: "fold", "check", or a wager and how many base wagers it is. */

export interface Action {
  /** The wager as rules and commands name it; of what needs no chips, the word itself. */
  readonly word: string;
  /** How many base wagers; 0 where no chips are needed. */
  readonly times: number;
}

/** "some-wager 2x" is the wager some_wager, twice the base wager. */
export function parseAction(action: string): Action {
  const found = /^(.*) (\d+)x$/.exec(action);
  const word = (found?.[1] ?? action).replaceAll("-", "_");
  return { word, times: found ? Number(found[2]) : 0 };
}

/** The same for people, with the wager's title: "Some Wager 2×". */
export function actionName(shown: Shown | null, action: string): string {
  const { word, times } = parseAction(action);
  return times ? `${wagerName(shown, word)} ${times}×` : actName(shown, word);
}

/** An act without its amount: the title of a wager, or "Fold". */
export const actName = (shown: Shown | null, act: string): string => shown?.wagers[act]?.title ?? capital(plain(act));
