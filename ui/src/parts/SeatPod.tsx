import { bySuit } from "../model/cards";
import { parseDollars, price, priceOf, signed } from "../model/money";
import { linesOf, net } from "../model/rounds";
import { capital, plain } from "../model/words";
import type { Spot } from "../model/seating";
import type { Box, Round, Seat } from "../server/types";
import { CardBack, CardFace } from "./Card";
import { ChipStack } from "./Chips";

interface Props {
  seat: Seat;
  box: Box | null;
  round: Round | null;
  over: boolean;
  turn: boolean;
  spot: Spot;
  onSit: (() => void) | null;
}

/** Another seat as the rules let one see it: backs of cards, wagers on the felt, and later what was turned up. */
export function SeatPod({ seat, box, round, over, turn, spot, onSit }: Props) {
  const style = { "--x": String(spot.x), "--y": String(spot.y) };
  const player = seat.player;
  if (!player && !box) {
    return (
      <li class="pod pod-empty" style={style}>
        {onSit ? (
          <button type="button" class="pod-sit" onClick={onSit} aria-label={`Sit at seat ${seat.seat}`}>
            <span aria-hidden="true">Sit</span>
          </button>
        ) : (
          <span class="pod-ring" role="img" aria-label={`Seat ${seat.seat} is free`}>
            <span aria-hidden="true">{seat.seat}</span>
          </span>
        )}
      </li>
    );
  }
  const lines = round && over ? linesOf(round, seat.seat) : [];
  return (
    <li class={`pod ${turn ? "pod-turn" : ""}`} style={style} aria-label={`Seat ${seat.seat}`} data-seat={seat.seat}>
      {box && <PodCards box={box} />}
      {box && <ChipStack amount={staked(box)} />}
      <p class="pod-name">
        <strong>{player?.name ?? `Seat ${seat.seat}`}</strong>
        {player && <span>{priceOf(player.chips)}</span>}
      </p>
      {note(box, seat, turn) && <p class="pod-note">{note(box, seat, turn)}</p>}
      {lines.length > 0 && <p class={`pod-net ${net(lines) > 0 ? "gain" : "even"}`}>{signed(net(lines))}</p>}
    </li>
  );
}

function PodCards({ box }: { box: Box }) {
  if (!box.card_count) return null;
  if (!box.cards) {
    return (
      <span class="pod-cards" role="img" aria-label={`${box.card_count} cards face down`}>
        {Array.from({ length: box.card_count }, (_, at) => (
          <CardBack key={at} place={at} small />
        ))}
      </span>
    );
  }
  const plays = new Set(box.hand?.cards ?? []);
  return (
    <span class="pod-cards" role="group" aria-label={box.hand?.name ?? "cards"}>
      {bySuit(box.cards, box.hand?.cards).map((card, at) => (
        <CardFace key={card} card={card} place={at} role={plays.has(card) ? "plays" : "rests"} />
      ))}
    </span>
  );
}

function staked(box: Box): number {
  const before = Object.values(box.wagers).reduce((sum, text) => sum + parseDollars(text), 0);
  return before + (box.action && box.action !== "fold" && box.action !== "check" ? parseDollars(box.amount) : 0);
}

function note(box: Box | null, seat: Seat, turn: boolean): string {
  if (turn) return "Deciding";
  if (box?.forfeited) return "Forfeited";
  if (box?.action && parseDollars(box.amount)) return `${capital(plain(box.action))} ${price(parseDollars(box.amount))}`;
  if (box?.action) return capital(plain(box.action));
  if (seat.player?.left) return "Has left";
  return seat.player?.ready && box && !box.card_count ? "Ready" : "";
}
