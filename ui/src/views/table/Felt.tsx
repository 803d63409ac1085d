import { useEffect, useState } from "preact/hooks";
import { feltOf, inscription, joinsWithPlus, wagerOffers } from "../../model/layout";
import { meterPrice, parseDollars, price } from "../../model/money";
import { linesOf, ownBox, shownRound } from "../../model/rounds";
import { othersFrom, spotOf } from "../../model/seating";
import { capital, handName, phaseName, plain } from "../../model/words";
import { BettingSpot } from "../../parts/BettingSpot";
import { FeltDrawing } from "../../parts/FeltDrawing";
import { HandLabel, HandRow } from "../../parts/Hand";
import { Notice, ProblemNotice } from "../../parts/Notice";
import { SeatPod } from "../../parts/SeatPod";
import { Settlement } from "../../parts/Settlement";
import type { TableLink } from "../../server/table";
import type { Round, TableRules, View, WagerOffer } from "../../server/types";
import { Announcer } from "./Announcer";
import { Controls } from "./Controls";
import { TableHeader } from "./TableHeader";
import { usePlay } from "./play";

interface Props {
  table: TableLink;
  view: View;
  rules: TableRules;
}

/** The table seen from one's own seat. */
export function Felt({ table, view, rules }: Props) {
  const [putAway, setPutAway] = useState(() => firstPutAway(view));
  const offers = wagerOffers(rules);
  const shown = shownRound(view, putAway);
  const round = shown.round;
  const own = ownBox(round);
  const play = usePlay(table, view, offers, shown, () => setPutAway(view.last_round?.number ?? 0));
  const seat = view.you?.seat ?? null;
  const middle = seat ?? Math.ceil(view.seats.length / 2);
  const others = othersFrom(middle, view.seats.length);
  const lines = round && shown.over && own ? linesOf(round, own.seat) : [];
  return (
    <main class={`table-view felt-${feltOf(view.rulebook)} ${shown.over ? "is-over" : ""}`} id="main">
      <TableHeader table={table} view={view} rules={rules} />
      <div class="stage" data-round={round?.number ?? 0} data-phase={shown.over ? "over" : (round?.phase ?? "waiting")}>
        <FeltDrawing game={view.game} operator={rules.operator} inscription={inscription(rules)} />
        <DealerZone round={round} rules={rules} />
        <MeterPlaque view={view} />
        <p class="felt-title" aria-hidden="true">
          {view.game}
        </p>
        <ul class="pods" aria-label="Other seats">
          {others.map((number, at) => {
            const there = view.seats.find((each) => each.seat === number);
            if (!there) return null;
            const box = round?.seats.find((each) => each.seat === number) ?? null;
            return (
              <SeatPod
                key={number}
                seat={there}
                box={box}
                round={round}
                over={shown.over}
                turn={!shown.over && round?.turn === number}
                spot={spotOf(at, others.length)}
                onSit={seat === null && view.you ? () => play.sit(number) : null}
              />
            );
          })}
        </ul>
        <Settlement lines={lines} title={round?.void ? "Wagers back" : "Your wagers"} key={`settled-${round?.number}`} />
        <section class={`own ${play.myTurn ? "own-turn" : ""}`} aria-label="Your seat">
          {seat === null ? (
            <SitHere view={view} onSit={() => play.sit(middle)} />
          ) : (
            <>
              <div class="spots">
                {offers.map((offer) => (
                  <Spot key={offer.name} offer={offer} play={play} round={round} over={shown.over} />
                ))}
              </div>
              <OwnHand round={round} rules={rules} over={shown.over} />
            </>
          )}
        </section>
        {round?.void && (
          <div class="void-sign" role="status">
            <strong>Round void</strong>
            <span>{capital(plain(round.void))}</span>
          </div>
        )}
        <p class="phase">{phaseText(view, round, shown.over, play.myTurn)}</p>
      </div>
      <div class="side-notes">
        {table.link.value === "lost" && (
          <Notice kind="warn">
            <strong>Connection lost.</strong> Everything stays as it is; this page keeps trying.{" "}
            <button type="button" class="quiet" onClick={table.retry}>
              Try now
            </button>
          </Notice>
        )}
        <ProblemNotice problem={table.problem.value} onClose={() => (table.problem.value = null)} />
      </div>
      <Controls table={table} view={view} play={play} shown={shown} />
      <Announcer view={view} round={round} over={shown.over} myTurn={play.myTurn} />
    </main>
  );
}

/** Somebody who was in the last round sees how it ended, even after a reload; others begin with a clean felt. */
function firstPutAway(view: View): number {
  return ownBox(view.last_round) ? (view.last_round?.number ?? 1) - 1 : (view.last_round?.number ?? 0);
}

function Spot({
  offer,
  play,
  round,
  over,
}: {
  offer: WagerOffer;
  play: ReturnType<typeof usePlay>;
  round: Round | null;
  over: boolean;
}) {
  const line = over && round ? (round.settled.find((each) => ownBox(round)?.seat === each.seat && each.wager === offer.name) ?? null) : null;
  return (
    <>
      {joinsWithPlus(offer) && (
        <span class="plus" aria-hidden="true">
          +
        </span>
      )}
      <BettingSpot
        offer={offer}
        amount={play.amountOn(offer)}
        open={play.canBet}
        line={line}
        onAdd={() => play.add(offer.name)}
        onRemove={() => play.remove(offer.name)}
      />
    </>
  );
}

function DealerZone({ round, rules }: { round: Round | null; rules: TableRules }) {
  const dealt = round !== null && round.seats.some((box) => box.card_count > 0);
  const community = rules.cards.community;
  return (
    <section class={`dealer-zone ${community ? "with-board" : ""}`} aria-label="Dealer">
      <div class="dealer-hand">
        <HandRow
          key={round?.dealer ? "up" : "down"}
          cards={round?.dealer ?? null}
          hand={round?.dealer_hand ?? null}
          count={dealt ? rules.cards.dealer : 0}
          places={rules.cards.dealer}
          turned={Boolean(round?.dealer)}
          label="The dealer's cards"
        />
        {round?.dealer_hand && (
          <p class="dealer-worth">
            {handName(round.dealer_hand)}
            <span class={round.dealer_qualifies ? "qualifies" : "not-qualifies"}>
              {round.dealer_qualifies ? "qualifies" : "does not qualify"}
            </span>
          </p>
        )}
      </div>
      {community > 0 && (
        <div class="board">
          <HandRow
            cards={round?.board ?? []}
            hand={boardHand(round)}
            places={community}
            label="Community cards"
            keepOrder
          />
        </div>
      )}
    </section>
  );
}

/** On the board only the cards that play in one's own hand are lifted. */
function boardHand(round: Round | null) {
  const hand = ownBox(round)?.hand;
  if (!round || !hand || !round.board.length) return null;
  return { name: hand.name, cards: hand.cards.filter((card) => round.board.includes(card)) };
}

function OwnHand({ round, rules, over }: { round: Round | null; rules: TableRules; over: boolean }) {
  const own = ownBox(round);
  const folded = own?.action === "fold";
  return (
    <div class="own-hand">
      <HandRow
        key={`hand-${round?.number}-${own?.card_count ? 1 : 0}`}
        cards={own?.cards?.length ? own.cards : null}
        hand={own?.hand ?? null}
        places={rules.cards.player}
        dim={folded}
        label="Your cards"
      />
      <HandLabel hand={own?.cards?.length ? (own.hand ?? null) : null} />
      {folded && over && <p class="folded">Folded</p>}
    </div>
  );
}

function MeterPlaque({ view }: { view: View }) {
  const meters = Object.entries(view.meters);
  if (!meters.length) return null;
  return (
    <dl class="meter">
      {meters.slice(0, 1).map(([name, amount]) => (
        <div key={name}>
          <dt>Progressive</dt>
          <dd data-meter={name}>{meterPrice(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

function SitHere({ view, onSit }: { view: View; onSit: () => void }) {
  const free = view.seats.some((each) => each.player === null);
  if (!view.you) return null;
  if (!free) {
    return (
      <div class="sit-here">
        <p>
          <strong>This table is full.</strong> Watch until a seat is free, or open a table of your own.
        </p>
        <a class="action action-primary" href="#/">
          Other tables
        </a>
      </div>
    );
  }
  return (
    <div class="sit-here">
      <button type="button" class="action action-primary" data-action="sit" onClick={onSit}>
        <span class="action-label">Sit down</span>
        {view.kind === "practice" && <span class="action-amount">{price(parseDollars("1000"))}</span>}
      </button>
    </div>
  );
}

function phaseText(view: View, round: Round | null, over: boolean, myTurn: boolean): string {
  if (over) return round?.void ? "Round void" : `Round ${round?.number} settled`;
  if (view.closed) return "This table is closed";
  if (myTurn) return "Your decision";
  return phaseName(round?.phase ?? view.phase);
}

/** A clock that only runs while there is something to wait for. */
export function useSecondsLeft(deadline: number | null): number | null {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [deadline]);
  return deadline === null ? null : Math.max(0, Math.ceil((deadline - now) / 1000));
}
