import { parseDollars, price } from "../words/money";
import { capital, lineName, wagerName } from "../words/words";
import type { Line, Round, TableRules, View } from "../server/types";
import { t } from "../language/language";

/** The largest payment by a share of the meter, at any seat; small fixed prizes appear only in the settlement. */
export function jackpotOf(round: Round | null, { shown, paytables }: TableRules): Line | null {
  const shares = new Set((paytables[shown.progressive_wager ?? ""]?.lines ?? []).filter((row) => row.pays.endsWith("%")).map((row) => row.line));
  const won = round?.settled.filter((line) => line.wager === shown.progressive_wager && line.outcome === "win" && shares.has(line.line ?? "")) ?? [];
  const most = Math.max(0, ...won.map((line) => parseDollars(line.paid)));
  return won.find((line) => most > 0 && parseDollars(line.paid) === most) ?? null;
}

/** A win of the progressive, for the whole table to see. */
export function Jackpot({ view, won, rules }: { view: View; won: Line; rules: TableRules }) {
  const { shown } = rules;
  const player = view.seats.find((each) => each.seat === won.seat)?.player;
  const wager = wagerName(shown, won.wager);
  const told = player?.you
    ? t("You win the {wager}", { wager })
    : player
      ? t("{name} wins the {wager}", { name: player.name, wager })
      : t("Seat {seat} wins the {wager}", { seat: won.seat, wager });
  return (
    <div class="jackpot" role="status" data-jackpot={won.seat}>
      <span>{told}</span>
      <strong>{price(parseDollars(won.paid))}</strong>
      <span>{capital(lineName(shown, won.line ?? ""))}</span>
    </div>
  );
}
