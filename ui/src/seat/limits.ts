import type { TableRules } from "../server/types";
import { onBox, type Bet, type Objection } from "./bets";
import { parseDollars, priceOf } from "../words/money";
import { t } from "../language/language";

/** The longest odds of a pay table, "300 to 1" or "300 win 1" as 300; lines that pay dollars or a meter are not odds. */
function longestOdds(rules: TableRules, wager: string): number {
  const odds = rules.paytables[wager]?.lines.map((line) => /^([\d,]+) [a-z]+ ([\d,]+)$/.exec(line.pays)) ?? [];
  return Math.max(0, ...odds.map((found) => (found ? number(found[1]) / number(found[2]) : 0)));
}

const number = (text: string | undefined): number => Number((text ?? "1").replaceAll(",", ""));

/** A warning if the best hand would win more than the payout limit for one hand. */
export function overLimit(bet: Bet, rules: TableRules): Objection | null {
  const limit = rules.payout_limit;
  if (!limit?.per_hand) return null;
  const most = parseDollars(limit.per_hand);
  const best = Object.values(bet.boxes).map((amounts) =>
    onBox(Object.fromEntries(limit.wagers.map((name) => [name, (amounts[name] ?? 0) * longestOdds(rules, name)]))),
  );
  if (Math.max(0, ...best) <= most) return null;
  return { text: t("These wagers pay at most {most} for one hand.", { most: priceOf(limit.per_hand) }), clause: limit.clause };
}
