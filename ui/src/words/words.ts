import type { Shown } from "../server/types";

/** Names that the service uses, in words for people. */

const PHASES: Record<string, string> = {
  waiting: "Between rounds",
  betting: "Place your bets",
  dealing: "No more bets",
  decisions: "Players decide",
  board: "Community cards",
  reveal: "The dealer's hand is turned over",
  settling: "Settling",
};

export const plain = (name: string): string => name.replaceAll("_", " ");
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** The title of a wager in the rulebook; before that is loaded, its name. */
export const wagerName = (shown: Shown | null, name: string): string => shown?.wagers[name]?.title ?? capital(plain(name));
/** The base wager as the unit of a result, as in "per ante". */
export const unitOf = (shown: Shown | null): string => (shown ? wagerName(shown, shown.base_wager).toLowerCase() : "base wager");
export const phaseName = (phase: string): string => PHASES[phase] ?? capital(plain(phase));

const LENGTHS: Record<string, string> = { two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7" };

/** "seven_card_straight_flush" becomes "7-card straight flush", unless the rulebook has a title for it. */
export function lineName(shown: Shown | null, line: string): string {
  const title = shown?.lines[line];
  if (title) return title;
  const found = /^(.*?)(two|three|four|five|six|seven)_card_(.*)$/.exec(line);
  if (!found) return capital(plain(line));
  const [, before = "", length = "", rest = ""] = found;
  return `${before ? `${plain(before)} ` : ""}${LENGTHS[length]}-card ${plain(rest)}`;
}

const ROLES: Record<string, string> = { pit_manager: "Pit manager" };
export const roleName = (role: string): string => ROLES[role] ?? capital(role);
