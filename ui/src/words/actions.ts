import type { Shown } from "../server/types";
import { capital, plain, wagerName } from "./words";
import { mark, t } from "../language/language";

/** Actions of players as the service writes them: "fold", "check", or a wager and its multiple of the base wager. */

export interface Action {
  /** The name of the wager in rules and commands; for an action without chips, the action itself. */
  readonly word: string;
  /** The multiple of the base wager; 0 if no chips are needed. */
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

const WITHOUT_CHIPS: Record<string, string> = { fold: mark("Fold"), check: mark("Check") };

/** An action without its amount: the title of a wager, or "Fold". */
export const actName = (shown: Shown | null, act: string): string =>
  shown?.wagers[act]?.title ?? (WITHOUT_CHIPS[act] ? t(WITHOUT_CHIPS[act]) : capital(plain(act)));
