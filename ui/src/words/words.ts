import type { Shown } from "../server/types";
import { isEnglish, mark, t } from "../language/language";

/** Names that the service uses, in words for people. */

const PHASES: Record<string, string> = {
  waiting: mark("Between rounds"),
  betting: mark("Place your bets"),
  dealing: mark("No more bets"),
  decisions: mark("Players decide"),
  board: mark("Community cards"),
  reveal: mark("The dealer's hand is turned over"),
  settling: mark("Settling"),
};

export const plain = (name: string): string => name.replaceAll("_", " ");
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** The title of a wager in the rulebook; before that is loaded, its name. */
export const wagerName = (shown: Shown | null, name: string): string => shown?.wagers[name]?.title ?? capital(plain(name));
/** The base wager as the unit of a result, as in "per ante"; other languages have the title as it is printed. */
export function unitOf(shown: Shown | null): string {
  if (!shown) return t("base wager");
  const title = wagerName(shown, shown.base_wager);
  return isEnglish() ? title.toLowerCase() : title;
}

/** The name of a table. Names that the service itself gives are translated. */
export function tableName(name: string): string {
  const [, person] = /^(.+)'s table$/.exec(name) ?? [];
  return person ? t("{person}'s table", { person }) : name === LIVE_TABLE ? t(LIVE_TABLE) : name;
}
const LIVE_TABLE = mark("Live table");
export const phaseName = (phase: string): string => (PHASES[phase] ? t(PHASES[phase]) : capital(plain(phase)));

const LENGTHS: Record<string, string> = { two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7" };

/** Lines that have a name in every language. */
const LINES: Record<string, string> = {
  flush: mark("flush"), straight: mark("straight"), pair: mark("pair"), straight_flush: mark("straight flush"), three_of_a_kind: mark("three of a kind"),
  four_of_a_kind: mark("four of a kind"), suited_nine_to_ace: mark("suited nine to ace"),
};

function lineTranslated(line: string): string | null {
  const [, length = "", straight] = /^(two|three|four|five|six|seven)_card_(straight_)?flush$/.exec(line) ?? [];
  const facts = { length: LENGTHS[length] ?? "" };
  if (length) return straight ? t("{length}-card straight flush", facts) : t("{length}-card flush", facts);
  return LINES[line] ? capital(t(LINES[line])) : null;
}

/** "seven_card_straight_flush" becomes "7-card straight flush", unless the rulebook has a title for it. */
export function lineName(shown: Shown | null, line: string): string {
  const translated = isEnglish() ? null : lineTranslated(line);
  if (translated) return translated;
  const title = shown?.lines[line];
  if (title) return title;
  const found = /^(.*?)(two|three|four|five|six|seven)_card_(.*)$/.exec(line);
  if (!found) return capital(plain(line));
  const [, before = "", length = "", rest = ""] = found;
  return `${before ? `${plain(before)} ` : ""}${LENGTHS[length]}-card ${plain(rest)}`;
}

const ROLES: Record<string, string> = {
  player: mark("Player"),
  dealer: mark("Dealer"),
  floorperson: mark("Floorperson"),
  pit_manager: mark("Pit manager"),
  auditor: mark("Auditor"),
  regulator: mark("Regulator"),
  administrator: mark("Administrator"),
};
export const roleName = (role: string): string => (ROLES[role] ? t(ROLES[role]) : capital(plain(role)));
