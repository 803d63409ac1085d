import { isEmpty, total } from "../../model/bets";
import { parseDollars, price } from "../../model/money";
import { ownBox, type Shown } from "../../model/rounds";
import { Coach } from "../../parts/Coach";
import { Buttons, ChipRack, Decision, type Button } from "../../parts/ControlBar";
import type { TableLink } from "../../server/table";
import type { View } from "../../server/types";
import { useSecondsLeft } from "./Felt";
import { ChipsSheet } from "./ChipsSheet";
import type { Play } from "./play";

interface Props {
  table: TableLink;
  view: View;
  play: Play;
  shown: Shown;
}

export function Controls({ table, view, play, shown }: Props) {
  const left = useSecondsLeft(view.deadline);
  const busy = table.asking.value;
  const own = ownBox(view.round);
  const seated = view.you?.seat != null;
  const decision = play.myTurn && own ? `${view.round?.number}:${view.round?.stage}:${own.seat}` : "";
  return (
    <footer class="control-bar">
      <div class="bar-left">
        {seated && (
          <p class="bank">
            <span>Your chips</span>
            <strong data-chips={view.you?.chips}>{price(play.chips)}</strong>
          </p>
        )}
        {seated && <ChipsSheet table={table} view={view} />}
      </div>
      <div class="bar-main">
        {play.myTurn ? (
          <Decision options={play.acts} busy={busy} onAct={play.act} />
        ) : play.canBet ? (
          <Betting play={play} shown={shown} busy={busy} />
        ) : play.placed ? (
          <Buttons buttons={placedButtons(play, view)} busy={busy} />
        ) : (
          seated && <p class="waiting">{waitingFor(view)}</p>
        )}
      </div>
      <div class="bar-right">
        {left !== null && left <= 60 && (play.myTurn || view.phase === "betting") && (
          <p class={`clock ${left <= 10 ? "clock-short" : ""}`} role="timer">
            <span class="sr-only">Time left: </span>
            {left} s
          </p>
        )}
        {view.kind === "practice" && seated && (
          <Coach
            table={view.table}
            decision={decision}
            ante={parseDollars(own?.wagers["ante"] ?? "0")}
            cost={play.cost}
            mistakes={play.mistakes}
            onAdvice={play.setAdvice}
          />
        )}
      </div>
    </footer>
  );
}

function Betting({ play, shown, busy }: { play: Play; shown: Shown; busy: boolean }) {
  const most = Math.max(100, Math.floor(play.chips / 1_000_000));
  return (
    <div class="betting">
      <ChipRack chosen={play.chip} onChoose={play.choose} most={most} />
      <Buttons buttons={bettingButtons(play, shown)} busy={busy} />
      <p class="why-not" role="status">
        {isEmpty(play.bet) ? "" : (play.why ?? "")}
      </p>
    </div>
  );
}

function bettingButtons(play: Play, shown: Shown): Button[] {
  const lastTotal = Object.values(play.last).reduce((sum, amount) => sum + amount, 0);
  if (!isEmpty(play.bet)) {
    return [
      { id: "undo", label: "Undo", key: "u", onPress: play.undo },
      { id: "clear", label: "Clear", key: "c", onPress: play.clear },
      {
        id: "deal",
        label: "Deal",
        amount: total(play.bet),
        key: "d",
        primary: true,
        disabled: play.why !== null,
        why: play.why,
        onPress: play.deal,
      },
    ];
  }
  const again: Button[] = lastTotal
    ? [
        { id: "rebet", label: "Rebet", amount: lastTotal, key: "b", onPress: play.rebet },
        { id: "deal", label: "Same again", amount: lastTotal, key: "d", primary: true, onPress: play.rebetAndDeal },
      ]
    : [{ id: "deal", label: "Bet the minimum and deal", key: "d", primary: true, onPress: play.smallestAndDeal }];
  return shown.over ? [{ id: "new-bet", label: "New bet", key: "n", onPress: play.newBet }, ...again] : again;
}

function placedButtons(play: Play, view: View): Button[] {
  const buttons: Button[] = [{ id: "take-back", label: "Take back", key: "u", onPress: play.takeBack }];
  if (view.you?.options.some((each) => each.type === "ready")) {
    buttons.push({ id: "ready", label: "Ready", key: "d", primary: true, onPress: play.ready });
  }
  return buttons;
}

function waitingFor(view: View): string {
  const reason = view.you?.not_now[0];
  if (view.closed) return "The table is closed. Your chips are yours to cash out.";
  if (view.round?.turn != null) return `Waiting for seat ${view.round.turn}.`;
  if (view.round?.claim != null) return "A progressive win is being validated by a second person.";
  if (view.round?.phase === "dealing") return "No more bets. The cards come next.";
  return reason ? "Waiting for the dealer." : "";
}
