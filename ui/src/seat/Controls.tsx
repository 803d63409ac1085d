import { useRef, useState } from "preact/hooks";
import { CardFace } from "../cards/Card";
import { isEmpty, total } from "./bets";
import { price } from "../words/money";
import { awaited, boxAt, dealsByItself, isTold, type Shown } from "../words/rounds";
import { Coach } from "./Coach";
import type { TableCoach } from "./useTableCoach";
import { useKeptFocus } from "./useKeptFocus";
import { Buttons, ChipRack, Decision, type Button } from "./ControlBar";
import { ClauseLink } from "../parts/ClauseNote";
import type { TableLink } from "../server/table";
import { playAtOwnTable } from "../server/practice";
import { useAttempt } from "../parts/useAttempt";
import { useOnce } from "../parts/useOnce";
import type { Bundled, Option, TableRules, View } from "../server/types";
import { ChipsSheet } from "./ChipsSheet";
import { Clock } from "./Clock";
import type { Play } from "./play";
import { listed, t } from "../language/language";
import { T } from "../language/T";

interface Props {
  table: TableLink;
  view: View;
  rules: TableRules;
  play: Play;
  shown: Shown;
  coach: TableCoach | null;
}

export function Controls({ table, view, rules, play, shown, coach }: Props) {
  const busy = table.asking.value;
  const seated = view.you?.seat != null;
  const toView = view.you?.options.find((each) => each.type === "view_cards");
  const decision = `${view.round?.number}:${play.focus}:${view.round?.stage}`;
  const bar = useKeptFocus<HTMLElement>(".stage");
  return (
    <footer class="control-bar" ref={bar} tabIndex={-1}>
      <div class="bar-left">
        {seated && (
          <p class="bank">
            <span>
              <T text="Seat {seat}<more>, your chips</more>" parts={{ seat: view.you?.seat, more: (inside) => <span class="sr-only">{inside}</span> }} />
            </span>
            <strong data-chips={view.you?.chips}>{price(play.chips)}</strong>
          </p>
        )}
        {seated && <ChipsSheet table={table} view={view} />}
      </div>
      <div class="bar-main">
        {play.myTurn ? (
          <Deciding play={play} coach={coach} busy={busy} cards={boxAt(view.round, play.focus)?.cards ?? []} key={decision} />
        ) : toView && !play.placed ? (
          <CardsToView option={toView} onSeen={() => void table.ask("view_cards", { deck: toView.deck })} busy={busy} />
        ) : play.canBet ? (
          <Betting play={play} shown={shown} busy={busy} deals={dealsByItself(view)} />
        ) : play.placed ? (
          <div class="betting">
            <Waiting view={view} text={waitingForBets(view)} />
            <Buttons buttons={placedButtons(play)} busy={busy} />
          </div>
        ) : (
          seated && <Waiting view={view} text={waitingFor(view)} />
        )}
      </div>
      <div class="bar-right">
        <Clock view={view} rules={rules} myTurn={play.myTurn} />
        {coach && <Coach {...coach} rulebook={view.rulebook} told={isTold(shown, coach.coach.slip?.round ?? 0)} />}
      </div>
    </footer>
  );
}

/** A decision is sent once. The next one may be shown before the reply to this one arrives. */
function Deciding({ play, coach, busy, cards }: { play: Play; coach: TableCoach | null; busy: boolean; cards: readonly string[] }) {
  const taken = useRef(false);
  const [set, change] = useState<readonly string[]>([]);
  return (
    <Decision
      before={play.acts.some((each) => each.sets_hand) && <SetHand cards={cards} set={set} onSet={change} />}
      options={play.acts}
      chips={play.chips}
      busy={busy}
      onAct={async (option, amount) => {
        if (taken.current) return;
        taken.current = true;
        const accepted = play.act(option, amount, set);
        coach?.coach.judge(option.action ?? "", amount, accepted);
        taken.current = await accepted;
      }}
    />
  );
}

/** If the document lets players set their hands: the cards that play against the dealer. */
function SetHand({ cards, set, onSet }: { cards: readonly string[]; set: readonly string[]; onSet: (set: readonly string[]) => void }) {
  return (
    <fieldset class="set-hand">
      <legend>{t(set.length ? "These cards play against the dealer" : "Your best flush plays, unless you choose the cards")}</legend>
      {cards.map((card) => (
        <button
          type="button"
          key={card}
          class="set-card"
          data-set={card}
          aria-pressed={set.includes(card)}
          onClick={() => onSet(set.includes(card) ? set.filter((each) => each !== card) : [...set, card])}
        >
          <CardFace card={card} />
        </button>
      ))}
    </fieldset>
  );
}

/** The cards are spread face up, and the dealer continues when a player has viewed them. */
function CardsToView({ option, onSeen, busy }: { option: Option; onSeen: () => void; busy: boolean }) {
  return (
    <div class="betting">
      <p class="waiting">{t("The dealer has spread deck {deck} face up for you to inspect.", { deck: String(option.deck) })}</p>
      <Buttons
        buttons={[{ id: "view-cards", label: t("I have seen the cards"), key: "d", primary: true, onPress: onSeen }]}
        busy={busy}
      />
      <div class="why-not hint-only">{option.clause && <ClauseLink key={option.clause} clause={option.clause} />}</div>
    </div>
  );
}

function Betting({ play, shown, busy, deals }: { play: Play; shown: Shown; busy: boolean; deals: boolean }) {
  const most = Math.max(100, Math.floor(play.chips / 1_000_000));
  const said = play.why ?? play.hint;
  const buttons = useHeld(bettingButtons(play, shown, deals), play.dealing);
  return (
    <div class="betting">
      <ChipRack chosen={play.chip} onChoose={play.choose} most={most} />
      <Buttons buttons={buttons} busy={busy || play.dealing} />
      <div class={`why-not ${play.why ? "" : "hint-only"}`} role="status">
        {said && (
          <>
            <span>{said.text}</span> {said.clause && <ClauseLink key={said.clause} clause={said.clause} />}
          </>
        )}
      </div>
    </div>
  );
}

/** The buttons as they were when one was pressed, until the answer arrives; meanwhile they do nothing. */
function useHeld(buttons: Button[], held: boolean): Button[] {
  const before = useRef(buttons);
  if (!held) before.current = buttons;
  return held ? before.current.map((each) => ({ ...each, onPress: () => undefined })) : buttons;
}

/** The player bets. The button deals only if the table deals as soon as the player is ready. */
function bettingButtons(play: Play, shown: Shown, deals: boolean): Button[] {
  const lastTotal = total(play.last);
  if (!isEmpty(play.bet)) {
    return [
      { id: "undo", label: t("Undo"), key: "u", onPress: play.undo },
      { id: "clear", label: t("Clear"), key: "c", onPress: play.clear },
      {
        id: "deal",
        label: t(deals ? "Deal" : "Place bets"),
        amount: total(play.bet.boxes),
        key: "d",
        primary: true,
        disabled: play.why !== null,
        why: play.why?.text ?? null,
        onPress: play.deal,
      },
    ];
  }
  const again: Button[] = lastTotal
    ? [
        { id: "rebet", label: t("Rebet"), amount: lastTotal, key: "b", onPress: play.rebet },
        { id: "deal", label: t(deals ? "Deal again" : "Bet again"), amount: lastTotal, key: "d", primary: true, onPress: play.rebetAndDeal },
      ]
    : [{ id: "deal", label: t(deals ? "Bet the minimum and deal" : "Bet the minimum"), key: "d", primary: true, onPress: play.smallestAndDeal }];
  return shown.over ? [{ id: "new-bet", label: t("New bet"), key: "n", onPress: play.newBet }, ...again] : again;
}

function placedButtons(play: Play): Button[] {
  const buttons: Button[] = [{ id: "take-back", label: t("Take back"), key: "u", onPress: play.takeBack }];
  if (play.mayBeReady) {
    buttons.push({ id: "ready", label: t("Ready"), key: "d", primary: true, onPress: play.ready });
  }
  return buttons;
}

/** Who or what the round waits for. If it is another player, there is a way to stop waiting; the seat is kept. */
function Waiting({ view, text }: { view: View; text: string }) {
  const { data: bundled } = useOnce<Bundled[]>("/api/submissions");
  const { attempt } = useAttempt();
  const own = bundled?.find((each) => each.rulebook === view.rulebook);
  const forOthers = view.kind === "practice" && (view.round?.turn != null || awaited(view).length > 0);
  return (
    <div class="waiting">
      <p role="status">{text}</p>
      {forOthers && text && own && (
        <button type="button" class="link" data-action="own-table" onClick={() => void attempt(() => playAtOwnTable(own.name, own.rulebook))}>
          {t("Play at a table of your own")}
        </button>
      )}
    </div>
  );
}

const closedPage = (view: View, seats: readonly number[]): string => {
  const away = view.seats.filter((each) => seats.includes(each.seat) && each.player?.away).map((each) => each.seat);
  return away.length ? ` ${t("Seat {seats} closed the page.", { seats: listedSeats(away) })}` : "";
};

const listedSeats = (seats: readonly number[]): string => listed(seats.map(String));

function waitingForBets(view: View): string {
  const seats = awaited(view);
  if (!seats.length) return view.automatic.includes("close_betting") ? "" : t("Waiting for the dealer to close the bets.");
  return t("Waiting for seat {seats} to bet or pass.", { seats: listedSeats(seats) }) + closedPage(view, seats);
}

/** The seat of the player whose box this is. */
const playerAt = (view: View, box: number): number => boxAt(view.round, box)?.player ?? box;

function waitingFor(view: View): string {
  const reason = view.you?.not_now[0];
  if (view.closed) return t("The table is closed. Your chips are yours to cash out.");
  if (view.round?.turn != null) return t("Waiting for seat {seat} to decide.", { seat: view.round.turn }) + closedPage(view, [playerAt(view, view.round.turn)]);
  if (view.round?.claim != null) return t("A second person is validating a progressive win.");
  if (view.round?.phase === "dealing") return t("No more bets. The cards are dealt next.");
  return reason ? t("Waiting for the dealer.") : "";
}
