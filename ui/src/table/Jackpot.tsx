import { parseDollars, price } from "../words/money";
import { lineName, wagerName } from "../words/words";
import type { Round, TableRules, View } from "../server/types";

/** A win of the progressive at any seat of the table, for everybody to see. Small fixed prizes are in the settlement alone. */
export function Jackpot({ view, round, rules }: { view: View; round: Round | null; rules: TableRules }) {
  const { shown } = rules;
  const meter = Object.values(rules.paytables[shown.progressive_wager ?? ""]?.lines ?? []).filter((row) => row.pays.endsWith("%"));
  const won = round?.settled.find(
    (line) => line.wager === shown.progressive_wager && line.outcome === "win" && meter.some((row) => row.line === line.line),
  );
  if (!won || !won.line) return null;
  const player = view.seats.find((each) => each.seat === won.seat)?.player;
  const who = player ? (player.you ? "You win" : `${player.name} wins`) : `Seat ${won.seat} wins`;
  return (
    <div class="jackpot" role="status" data-jackpot={won.seat}>
      <span>
        {who} the {wagerName(shown, won.wager)}
      </span>
      <strong>{price(parseDollars(won.paid))}</strong>
      <span>{lineName(shown, won.line)}</span>
    </div>
  );
}
