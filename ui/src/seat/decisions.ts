import type { Option, View } from "../server/types";
import { parseDollars } from "../words/money";

/** The buttons of a decision, from the acts that the service lists: any number of wagers, and what needs no chips. */

export interface DecisionButton {
  readonly option: Option;
  readonly id: string;
  /** Null where no chips are needed. */
  readonly amount: number | null;
  readonly key: string;
}

/** The decisions that the table takes from this player now. */
export const decisionsIn = ({ you }: Pick<View, "you">): Option[] => (you?.options ?? []).filter((each) => each.type === "act");

export const isWager = (option: Option): boolean => option.smallest !== undefined;
export const least = (option: Option): number => parseDollars(option.smallest ?? "0");
export const most = (option: Option): number => parseDollars(option.largest ?? option.smallest ?? "0");

/** Acts that need no chips first, then each wager at its smallest and, if different, its largest amount. */
export function decisionButtons(options: readonly Option[]): DecisionButton[] {
  const wanted = [...options.filter((option) => !isWager(option)).map(passive), ...options.filter(isWager).flatMap(amounts)];
  const keys = keysFor(wanted.map((button) => button.key));
  return wanted.map((button, at) => ({ ...button, key: keys[at] ?? button.key }));
}

const actOf = (option: Option): string => option.action ?? option.type;

const passive = (option: Option): DecisionButton => ({
  option,
  id: actOf(option),
  amount: null,
  key: actOf(option).charAt(0),
});

function amounts(option: Option): DecisionButton[] {
  const [low, high, act] = [least(option), most(option), actOf(option)];
  const smallest = { option, id: `${act}-smallest`, amount: low, key: act.charAt(0) };
  return low === high ? [smallest] : [smallest, { option, id: `${act}-largest`, amount: high, key: "m" }];
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A key for each button: the first letter of its name, or else the next free letter. */
function keysFor(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((key) => {
    const from = LETTERS.indexOf(key);
    const free = [...LETTERS.slice(from), ...LETTERS].find((each) => !taken.has(each) && !wanted.includes(each));
    const chosen = taken.has(key) ? (free ?? key) : key;
    taken.add(chosen);
    return chosen;
  });
}
