import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import * as bets from "../seat/bets";
import { inscriptions, wagerOffers, type Inscription } from "../words/layout";
import { meterPrice, parseDollars, toWire } from "../words/money";
import { useCounted } from "../parts/useCounted";
import { bonusCards, boxAt, dealsByItself, fromOutside, isCollected, linesOf, net, ownBoxes, ownLines, roomForLines, shownRound } from "../words/rounds";
import { handName } from "../cards/hand-names";
import { phaseName, tableName, wagerName } from "../words/words";
import { BettingSpot } from "../seat/BettingSpot";
import { DealCheck } from "../proof/DealCheck";
import { FeltDrawing } from "./FeltDrawing";
import { HandLabel, HandRow } from "../cards/Hand";
import { EnteredSign } from "../parts/EnteredSign";
import { Notice, ProblemNotice } from "../parts/Notice";
import { SpreadDeck } from "../cards/SpreadDeck";
import { Settlement } from "../parts/Settlement";
import { useTitle } from "../parts/useTitle";
import { OFFLINE } from "../server/api";
import type { TableLink } from "../server/table";
import type { Box, Round, TableRules, View, WagerOffer } from "../server/types";
import { Announcer } from "./Announcer";
import { Controls } from "../seat/Controls";
import { ShownSeats } from "./ShownSeats";
import { SitHere } from "./SitHere";
import { Jackpot, jackpotOf } from "./Jackpot";
import { useSounds } from "./sounds";
import { VoidSign } from "./VoidSign";
import { Wheel } from "./Wheel";
import { TableHeader } from "./TableHeader";
import { useShares } from "./ShuffleShare";
import { usePlay, type Play } from "../seat/play";
import { SlipTold } from "../seat/Coach";
import { useTableCoach } from "../seat/useTableCoach";
import { COMMUNITY, dealtIn, departures, landings, turnedIn } from "./performance";
import type { Performed } from "./usePerformance";
import { t } from "../language/language";

interface Props extends Performed {
  table: TableLink;
  rules: TableRules;
  /** Content above or beside the felt, such as a lesson. */
  children?: ComponentChildren;
}

const PRACTICE_CHIPS = "1000";

/** The table seen from the player's seat. */
export function Felt({ table, view, rules, beat, times, spin, skip, children }: Props) {
  const [putAway, setPutAway] = useState(() => firstPutAway(view));
  const [buyIn, setBuyIn] = useState(view.kind === "practice" ? PRACTICE_CHIPS : "");
  const offers = wagerOffers(rules);
  const shown = shownRound(view, putAway);
  const { round } = shown;
  const play = usePlay(table, view, rules, offers, shown, () => setPutAway(view.last_round?.number ?? 0));
  const coach = useTableCoach(view, rules, play);
  const slip = coach?.coach.slip?.round === round?.number ? coach?.coach.slip : null;
  useShares(table, view);
  useTitle(play.myTurn ? t("Your decision, {table}", { table: tableName(view.name) }) : tableName(view.name));
  const seat = view.you?.seat ?? null;
  const middle = seat ?? middleSeat(view) ?? Math.ceil(view.seats.length / 2);
  const sit = (wanted: number): void => play.sit(wanted, buyIn);
  const own = boxAt(round, play.focus);
  const spread = view.you?.options.find((each) => each.type === "view_cards");
  const lines = round && shown.over ? ownLines(round) : [];
  const jackpot = shown.over ? jackpotOf(round, rules) : null;
  useSounds({
    beat,
    cards: landings(beat, view).map((ms) => ms * times),
    setDown: bets.total(play.bet.boxes),
    myTurn: play.myTurn,
    over: lines.length ? (round?.number ?? 0) : 0,
    won: net(lines),
    jackpot: jackpot !== null,
  });
  const words = inscriptions(rules);
  const entered = fromOutside(view, round);
  return (
    <main class={`table-view felt-${rules.shown.felt} ${shown.over ? "is-over" : ""} ${entered ? "is-entered" : ""}`} id="main">
      <div class="table-top">
        <TableHeader table={table} view={view} rules={rules} />
        {entered && <EnteredSign />}
        {children}
      </div>
      <div
        class="stage"
        data-round={round?.number ?? 0}
        data-phase={shown.over ? "over" : (round?.phase ?? "waiting")}
        data-beat={beat ?? ""}
        style={{
          "--lines": String(lines.length),
          "--times": String(times),
          "--dealt-in": `${dealtIn(view.deal_order.length)}ms`,
          "--turned-in": `${turnedIn(rules.cards.dealer)}ms`,
        }}
        onClick={beat ? skip : undefined}
      >
        <FeltDrawing game={view.game} operator={rules.operator} inscriptions={words} />
        <Inscribed words={words} />
        <DealerZone round={round} rules={rules} own={own} order={view.deal_order} />
        <MeterPlaque view={view} shown={rules.shown} />
        <Wheel rules={rules} lines={shown.over ? (round?.settled ?? []) : []} spin={spin} you={ownBoxes(round).some((box) => box.seat === spin?.seat)} />
        {jackpot && <Jackpot key={`jackpot-${round?.number}-${jackpot.seat}`} view={view} won={jackpot} rules={rules} />}
        <ShownSeats view={view} shown={shown} play={play} middle={middle} onSit={seat === null && view.you && buyIn ? sit : null} />
        <Settlement
          key={`settled-${round?.number}`}
          lines={lines}
          title={t(round?.void ? "Wagers back" : "Your wagers")}
          rules={rules}
          boxes={round?.seats ?? []}
          room={roomForLines(round, rules.shown)}
          told={slip && <SlipTold slip={slip} rulebook={view.rulebook} />}
        >
          {round && beat === null && <DealCheck table={view.table} round={round} />}
        </Settlement>
        <section class={`own ${play.myTurn ? "own-turn" : ""}`} aria-label={t("Your seat")} data-front={play.focus}>
          {seat === null ? (
            <SitHere view={view} rules={rules} buyIn={buyIn} setBuyIn={setBuyIn} onSit={() => sit(middle)} />
          ) : spread && !play.placed ? (
            <SpreadDeck deck={spread.deck ?? 1} />
          ) : (
            <>
              <div class="spots">
                {offers.map((offer) => (
                  <Spot
                    key={offer.name}
                    offer={offer}
                    play={play}
                    round={round}
                    over={shown.over}
                    waits={!dealsByItself(view)}
                  />
                ))}
              </div>
              <OwnHand round={round} rules={rules} over={shown.over} box={own} play={play} leaves={departures(view.deal_order, play.focus)} />
            </>
          )}
        </section>
        {round?.void && <VoidSign round={round} shown={rules.shown} />}
        <p class="phase">{phaseText(view, round, shown.over, play)}</p>
      </div>
      <div class="side-notes">
        {table.link.value === "lost" && table.problem.value?.status !== OFFLINE && (
          <Notice kind="warn">
            <div>
              <strong>{t("Connection lost.")}</strong>
              <p>{t("Everything stays as it is. This page keeps trying.")}</p>
            </div>
            <button type="button" class="quiet" onClick={table.retry}>
              {t("Try now")}
            </button>
          </Notice>
        )}
        <ProblemNotice problem={table.problem.value} onClose={() => (table.problem.value = null)} />
      </div>
      <Controls table={table} view={view} rules={rules} play={play} shown={shown} coach={coach} />
      <Announcer view={view} round={round} over={shown.over && beat === null} myTurn={play.myTurn} box={own} />
    </main>
  );
}

/** A player who was in the last round sees how it ended, even after a reload; others start with an empty felt. */
function firstPutAway(view: View): number {
  const last = view.last_round;
  return ownBoxes(last).length ? (last?.number ?? 1) - 1 : (last?.number ?? 0);
}

interface SpotProps {
  offer: WagerOffer;
  play: Play;
  round: Round | null;
  over: boolean;
  /** Whether chips that are set down still have to be placed before the dealer continues. */
  waits: boolean;
}

function Spot({ offer, play, round, over, waits }: SpotProps) {
  const lines = over && round && bets.isEmpty(play.bet) ? linesOf(round, play.focus) : [];
  const line = lines.find((each) => each.wager === offer.name) ?? null;
  return (
    <>
      {offer.joined && (
        <span class="plus" aria-hidden="true">
          +
        </span>
      )}
      <BettingSpot
        offer={offer}
        amount={play.amountOn(offer)}
        open={play.canBet}
        waits={waits && play.canBet && !bets.isEmpty(play.bet)}
        collected={bets.isEmpty(play.bet) && play.amountOn(offer) > 0 && isCollected(round, offer)}
        line={line}
        onAdd={() => play.add(offer.name)}
        onRemove={() => play.remove(offer.name)}
      />
    </>
  );
}

interface DealerProps {
  round: Round | null;
  rules: TableRules;
  own: Box | null;
  /** Where the cards of the deal go, one after another. */
  order: readonly number[];
}

function DealerZone({ round, rules, own, order }: DealerProps) {
  const dealt = round !== null && round.seats.some((box) => box.card_count > 0);
  const community = rules.cards.community;
  const board = departures(order, COMMUNITY);
  const down = dealt ? Math.max(0, board.length - round.board.length) : 0;
  // Where the document leaves them in the shuffler until the players have acted, they are not in the order.
  const kept = order.length > 0 && !order.includes(0);
  return (
    <section class={`dealer-zone ${community ? "with-board" : ""}`} style={{ "--cards": String(rules.cards.dealer) }} aria-label={t("Dealer")}>
      <div class="dealer-hand">
        <HandRow
          key={round?.dealer ? "up" : "down"}
          keepOrder={!round?.dealer_hand}
          cards={round?.dealer ?? null}
          hand={round?.dealer_hand ?? null}
          count={dealt && !kept ? rules.cards.dealer : 0}
          places={rules.cards.dealer}
          turned={Boolean(round?.dealer)}
          leaves={departures(order, 0)}
          label={t("The dealer's cards")}
        />
        {round?.dealer_hand && (
          <p class="dealer-worth">
            {handName(round.dealer_hand)}
            {round.dealer_qualifies !== null && (
              <span class={round.dealer_qualifies ? "qualifies" : "not-qualifies"}>
                {t(round.dealer_qualifies ? "qualifies" : "does not qualify")}
              </span>
            )}
          </p>
        )}
      </div>
      {community > 0 && (
        <div class="board">
          <HandRow
            cards={round?.board ?? []}
            hand={boardHand(round, own)}
            places={community}
            down={down}
            leaves={board}
            turned
            dealers={round?.dealer_hand?.cards}
            wins={bonusCards(round, own)}
            label={t("Community cards")}
            keepOrder
          />
        </div>
      )}
    </section>
  );
}

/** Only the community cards that play in the player's hand are raised. */
function boardHand(round: Round | null, own: Box | null) {
  if (!round || !own?.yours || !own.hand || !round.board.length) return null;
  return { name: own.hand.name, cards: own.hand.cards.filter((card) => round.board.includes(card)) };
}

interface OwnHandProps {
  round: Round | null;
  rules: TableRules;
  over: boolean;
  box: Box | null;
  play: Play;
  /** When each card leaves the shoe. */
  leaves: readonly number[];
}

function OwnHand({ round, rules, over, box, play, leaves }: OwnHandProps) {
  const own = box?.yours ? box : null;
  const folded = own?.action === "fold";
  const held = own?.cards?.length ? own : null;
  const several = play.boxes.length > 1 || [...play.boxes, play.seat].some((each) => each !== play.focus);
  return (
    <div class="own-hand">
      <HandRow
        key={`hand-${round?.number}-${play.focus}-${own?.card_count ? 1 : 0}`}
        cards={held?.cards ?? null}
        hand={held?.hand ?? null}
        wins={over ? bonusCards(round, held) : []}
        places={rules.cards.player}
        dim={folded}
        byThemselves={rules.cards.community > 0}
        leaves={leaves}
        dealt
        label={several ? t("Your cards at seat {seat}", { seat: play.focus }) : t("Your cards")}
      />
      <HandLabel hand={held?.hand ?? null} seat={several ? play.focus : null} />
      {folded && over && <p class="folded">{t("Folded")}</p>}
    </div>
  );
}

/** The inscriptions of the layout as text: for screen readers, and on screens without room for the drawing. */
function Inscribed({ words }: { words: readonly Inscription[] }) {
  return (
    <p class="felt-words">
      {words.map(({ about, text }) => (
        <span key={about} data-inscription={about}>
          {text}.{" "}
        </span>
      ))}
    </p>
  );
}

function MeterPlaque({ view, shown }: { view: View; shown: TableRules["shown"] }) {
  const meters = Object.entries(view.meters);
  if (!meters.length) return null;
  return (
    <dl class="meter">
      {meters.slice(0, 1).map(([name, amount]) => (
        <div key={name}>
          <dt>{wagerName(shown, shown.progressive_wager ?? "")}</dt>
          <Counted name={name} amount={amount} />
        </div>
      ))}
    </dl>
  );
}

/** The meter runs up, and down when it is won. */
function Counted({ name, amount }: { name: string; amount: string }) {
  const shown = useCounted(parseDollars(amount), true);
  return <dd data-meter={name}>{meterPrice(toWire(shown))}</dd>;
}

function phaseText(view: View, round: Round | null, over: boolean, play: Play): string {
  if (over) return round?.void ? t("Round void") : t("Round {number} settled", { number: String(round?.number) });
  if (view.closed) return t("This table is closed");
  if (play.myTurn) return ownBoxes(round).length > 1 ? t("Your decision, seat {seat}", { seat: play.focus }) : t("Your decision");
  return phaseName(round?.phase ?? view.phase);
}

/** The free seat nearest to the middle. */
export function middleSeat(view: View): number | null {
  const middle = (view.seats.length + 1) / 2;
  const free = view.seats.filter((each) => each.player === null).map((each) => each.seat);
  free.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return free[0] ?? null;
}
