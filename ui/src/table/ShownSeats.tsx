import * as bets from "../seat/bets";
import { boxAt, type Shown } from "../words/rounds";
import { othersFrom, spotOf } from "./seating";
import { departures } from "./performance";
import { SeatPod } from "./SeatPod";
import type { View } from "../server/types";
import type { Play } from "../seat/play";
import { t } from "../language/language";

interface Props {
  view: View;
  shown: Shown;
  play: Play;
  middle: number;
  onSit: ((seat: number) => void) | null;
}

/** The seats around the table. If an adjacent box is in front, the player's own seat is drawn in its place. */
export function ShownSeats({ view, shown, play, middle, onSit }: Props) {
  const { round, over } = shown;
  const own = view.you?.seat ?? null;
  const others = othersFrom(middle, view.seats.length);
  // For a spectator of a full table, the seat in front is drawn as well.
  if (own === null && (view.seats.some((each) => each.seat === middle && each.player) || boxAt(round, middle))) others.push(middle);
  const toFront = (seat: number): (() => void) | null => {
    const mine = seat === own || play.boxes.includes(seat) || play.inReach.includes(seat);
    return own !== null && mine && !play.myTurn ? () => play.setFocus(seat) : null;
  };
  return (
    <ul class="pods" aria-label={t("Other seats")}>
      {others.map((place, at) => {
        const number = own !== null && place === play.focus ? own : place;
        const seat = view.seats.find((each) => each.seat === number);
        if (!seat) return null;
        return (
          <SeatPod
            key={number}
            seat={seat}
            box={over && seat.player && !seat.player.played ? null : boxAt(round, number)}
            round={round}
            over={over}
            turn={!over && round?.turn === number}
            spot={spotOf(at, others.length)}
            setDown={play.canBet ? bets.onBox(play.bet.boxes[number] ?? {}) : 0}
            leaves={departures(view.deal_order, number)}
            onSit={onSit && seat.player === null ? () => onSit(number) : null}
            onFront={toFront(number)}
          />
        );
      })}
    </ul>
  );
}
