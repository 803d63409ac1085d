import { useState } from "preact/hooks";
import { actName } from "../words/actions";
import { bySuit } from "../cards/cards";
import { DOLLAR, parseDollars, price, signed } from "../words/money";
import { bonusCards, linesOf, net, stakedOn } from "../words/rounds";
import type { Spot } from "./seating";
import type { Box, Line, Round, Seat, Shown } from "../server/types";
import { kindName, ownHandName } from "../cards/hand-names";
import { CardBack, CardFace } from "../cards/Card";
import { ChipStack } from "../cards/Chips";
import { useShown } from "../parts/shown";
import { many, t } from "../language/language";

interface Props {
  seat: Seat;
  box: Box | null;
  round: Round | null;
  over: boolean;
  turn: boolean;
  spot: Spot;
  /** The player's chips that are set down here and not yet bet. */
  setDown: number;
  /** When each card leaves the shoe. */
  leaves: readonly number[];
  onSit: (() => void) | null;
  /** Brings a box that the player has, or may bet on, to the front. */
  onFront: (() => void) | null;
}

/** In the drawing: the stake of a seat lies on its side of the felt. */
const MIDDLE = 800;

/** Another seat, as far as the rules let the player see it: card backs, wagers, and later the cards turned up. */
export function SeatPod({ seat, box, round, over, turn, spot, setDown, leaves, onSit, onFront }: Props) {
  const shown = useShown();
  const [near, setNear] = useState(false);
  const style = { "--x": String(spot.x), "--y": String(spot.y) };
  const { player } = seat;
  if (!player && !box && !setDown) return <FreeSeat seat={seat.seat} style={style} onSit={onSit} onFront={onFront} />;
  const lines = round && over ? linesOf(round, seat.seat) : [];
  const said = note(shown, box, seat, turn);
  const chips = box ? stakedOn(box) : setDown;
  const readable = Boolean(box?.cards) && !onFront;
  return (
    <li class={`pod ${spot.x < MIDDLE ? "pod-left" : ""} ${turn ? "pod-turn" : ""} ${readable && near ? "pod-nearer" : ""}`} style={style} aria-label={t("Seat {seat}", { seat: seat.seat })} data-seat={seat.seat} data-outcome={outcome(lines)}>
      {box && <PodCards box={box} leaves={leaves} wins={bonusCards(over ? round : null, box)} />}
      {(chips > 0 || said !== "") && (
        <div class="pod-line">
          <ChipStack key={chips} amount={chips} />
          {lines.length > 0 ? (
            <p key={net(lines)} class={`pod-net ${net(lines) > 0 ? "gain" : "even"}`}>{signed(wholeDollars(net(lines)))}</p>
          ) : (
            said && (
              <p key={said} class="pod-note">
                {said}
              </p>
            )
          )}
        </div>
      )}
      <p class="pod-name">
        {player && (
          <span class="pod-seat" title={t("Seat {seat}", { seat: seat.seat })}>
            {seat.seat}
          </span>
        )}
        <strong>{player ? <PlayerName name={player.name} /> : <BoxName seat={seat.seat} own={box?.yours || (!box && onFront !== null)} />}</strong>
        {player && (
          <span key={player.chips} class="pod-bank">
            {price(wholeDollars(parseDollars(player.chips)))}
          </span>
        )}
      </p>
      {readable && (
        <button type="button" class="pod-front pod-look" aria-pressed={near} onClick={() => setNear(!near)} data-look={seat.seat}>
          <span class="sr-only">{t("Show the hand of seat {seat} larger", { seat: seat.seat })}</span>
        </button>
      )}
      {onFront && (
        <button type="button" class="pod-front" onClick={onFront} data-front={seat.seat}>
          <span class="sr-only">{t("Bring your box at seat {seat} to the front", { seat: seat.seat })}</span>
        </button>
      )}
    </li>
  );
}

/** If there is little room, only the last word of a name is shown. */
function PlayerName({ name }: { name: string }) {
  const [, first = "", last = name] = /^(\S+ )(\S+)$/.exec(name) ?? [];
  return (
    <>
      {first && <span class="pod-first">{first}</span>}
      {last}
    </>
  );
}

/** If there is little room, only the number is shown: the player's own box is the one that can be brought to the front. */
function BoxName({ seat, own }: { seat: number; own: boolean }) {
  const short = t("Seat {seat}", { seat });
  if (!own) return <>{short}</>;
  return (
    <>
      <span class="pod-first">{t("Your seat {seat}", { seat })}</span>
      <span class="pod-short" aria-hidden="true">
        {short}
      </span>
    </>
  );
}

interface FreeProps {
  seat: number;
  style: Record<string, string>;
  onSit: (() => void) | null;
  onFront: (() => void) | null;
}

function FreeSeat({ seat, style, onSit, onFront }: FreeProps) {
  const act = onSit ?? onFront;
  return (
    <li class="pod pod-empty" style={style}>
      {act ? (
        <button
          type="button"
          class={`pod-sit ${onSit ? "" : "pod-more"}`}
          onClick={act}
          aria-label={t(onSit ? "Sit at seat {seat}" : "Also bet on seat {seat}", { seat })}
          title={onSit ? "" : t("Also bet on seat {seat}", { seat })}
          data-free={seat}
        >
          <span aria-hidden="true">{onSit ? t("Sit") : `${seat} +`}</span>
        </button>
      ) : (
        <span class="pod-ring" role="img" aria-label={t("Seat {seat} is free", { seat })}>
          <span aria-hidden="true">{seat}</span>
        </span>
      )}
    </li>
  );
}

/** The result of all wagers of a box together. */
function outcome(lines: readonly Line[]): Line["outcome"] | undefined {
  if (!lines.length) return undefined;
  return lines.every((line) => line.outcome === "lose") ? "lose" : net(lines) > 0 ? "win" : "push";
}

function PodCards({ box, leaves, wins }: { box: Box; leaves: readonly number[]; wins: readonly string[] }) {
  if (!box.card_count) return null;
  if (!box.cards) {
    return (
      <span class="pod-cards" role="img" aria-label={many(box.card_count, "{count} card face down", "{count} cards face down")}>
        {Array.from({ length: box.card_count }, (_, at) => (
          <CardBack key={at} place={at} leaves={leaves[at] ?? 0} small />
        ))}
      </span>
    );
  }
  const plays = new Set(box.hand?.cards ?? []);
  return (
    <span class="pod-cards" role="group" aria-label={box.hand ? kindName(box.hand.name) : t("cards")}>
      {bySuit(box.cards, box.hand?.cards).map((card, at) => (
        <CardFace key={card} card={card} place={at} turned role={plays.has(card) ? "plays" : "rests"} wins={wins.includes(card)} />
      ))}
      {box.hand && <span class="pod-worth">{ownHandName(box.hand)}</span>}
    </span>
  );
}

/** Large wins and large banks of others are shown in whole dollars. */
function wholeDollars(amount: number): number {
  return Math.abs(amount) < 1000 * DOLLAR ? amount : Math.trunc(amount / DOLLAR) * DOLLAR;
}

function note(shown: Shown | null, box: Box | null, seat: Seat, turn: boolean): string {
  if (seat.player?.away) return t("Page closed");
  if (turn) return t("Deciding");
  if (box?.forfeited) return t("Forfeited");
  if (box?.action && parseDollars(box.amount)) return `${actName(shown, box.action)} ${price(parseDollars(box.amount))}`;
  if (box?.action) return actName(shown, box.action);
  if (seat.player?.left) return t("Has left");
  return seat.player?.ready && box && !box.card_count ? t("Ready") : "";
}
