import { isEnglish, mark, t } from "../language/language";
import { phrase, phrased } from "./phrases";
import { capital } from "./words";

/** What is wrong with a submission: the service's own words in English, else what its code means. */

const MEANT: Record<string, string> = {
  unknown_key: mark("no such choice exists"),
  missing_key: mark("this is not stated"),
  seats: mark("the game is not played with this number of seats"),
  adjacent_boxes: mark("one player may not have this number of boxes"),
  dealing_method: mark("the document does not deal in this way"),
  dealing_order: mark("the document does not deal in this order"),
  shuffler: mark("the document does not have the cards shuffled so"),
  shuffler_required: mark("this way of dealing needs an automated shuffler"),
  decks: mark("the game is not played with this number of decks"),
  second_deck: mark("the two decks are not told apart, or do not take turns, as they must"),
  deck_too_small: mark("one deck does not have enough cards for this number of seats"),
  table_limits: mark("these limits are not possible"),
  wager_not_in_game: mark("the game has no such wager"),
  wager_key: mark("the document leaves no such choice for this wager"),
  wager_limits: mark("these limits are not possible for this wager"),
  wager_not_equal: mark("this wager has the limits of another"),
  paytable_unknown: mark("the document has no such table for this wager"),
  paytable_invented: mark("the document does not have this table; it is good for analysis only"),
  bonus_amounts: mark("the document does not allow these bonus amounts"),
  odds_word: mark("odds are not stated with this word"),
  progressive_amount: mark("the progressive wager may not be of this amount"),
  progressive_rate: mark("a meter cannot progress at this rate"),
  progressive_initial: mark("the meter may not start there"),
  progressive_reset: mark("the meter may not be reset to this"),
  progressive_prize: mark("this prize does not go with the table"),
  progressive_rounding: mark("no such rounding is known"),
  shared_bonus: mark("this bonus does not go with the table"),
  wheel_segments: mark("the segments of the wheel are not as they must be"),
  payout_limit: mark("the document does not allow this payout limit"),
  reading_unknown: mark("no such reading is known"),
  reading_choice: mark("this reading cannot be chosen"),
  approval_date: mark("the day of approval has not come yet"),
  not_approved: mark("a draft is for practice tables and analysis only"),
};

export function faultText({ code, message }: { readonly code: string; readonly message: string }): string {
  const meant = MEANT[code];
  return isEnglish() || meant === undefined ? message : t(meant);
}

/** What would be lawful, if it is more than a value. */
const LAWFUL = [
  mark("leave it out"),
  mark("the operator's name, as the layout shows it"),
  mark("the day of approval; none: a draft"),
  mark("the day of approval; none: the document asks for none"),
  mark("at least the minimum"),
  mark("none: the table's"),
  mark("odds or an amount"),
  mark("what is given, where it is no money"),
  mark("more than 0; several amounts, of which each player wagers one"),
  mark("one or several of {amounts}"),
  mark("a percentage above 0% and at most 100%"),
  mark("dollars"),
  mark("no limit, or more than 0"),
  mark("no limit, or at most {most} or the best win at the minimum, whichever is greater"),
  mark("no limit, or at least {least} or the best win at the minimum, whichever is greater"),
  mark("no limit, or at most {most}"),
  mark("no limit, or at least {least}"),
  mark("whole cents"),
  mark("more than {least}"),
  mark("one colour for each deck"),
  mark("a different colour for each deck"),
  mark("the date of approval"),
  mark("the name that the layout shows"),
  mark("{date} or earlier, or no date for a draft"),
  mark("{one}, or a shuffler"),
  mark("{one}, or {two} with a shuffler"),
  mark("at least {least}, or no limit"),
  mark("at least {least}"),
  mark("at most {most}"),
  mark("a count for each of {symbols}"),
  mark("{least} to {most}"),
].map(phrase);

export const lawfulText = (lawful: string): string => (isEnglish() ? lawful : (phrased(LAWFUL, lawful, (fact) => fact) ?? lawful));

const CAUTIONS: Record<string, string> = {
  player_advantage: mark("{wager}: the player has the advantage over the house"),
  long_run_loss: mark("{wager}: in the long run the meter costs more than the wager brings in"),
};

/** What an operator should not miss: the service's own words in English. */
export function cautionText({ code, message }: { readonly code: string; readonly message: string }, wager: string): string {
  const meant = CAUTIONS[code];
  return isEnglish() || meant === undefined ? capital(message) : t(meant, { wager });
}
