import { bySuit, spokenHand, suitOf } from "./cards";
import { handName } from "./hand-names";
import type { Hand as HandWorth } from "../server/types";
import { CardBack, CardFace, CardPlace } from "./Card";

interface Props {
  cards: readonly string[] | null;
  hand: HandWorth | null;
  /** How many cards are face down, where the player may not see them. */
  count?: number;
  places?: number;
  turned?: boolean;
  dim?: boolean;
  label: string;
  /** Cards among these that play in the dealer's hand. */
  dealers?: readonly string[] | undefined;
  /** Keep the order in which the cards are dealt. */
  keepOrder?: boolean;
}

/** A row of cards sorted by suit. The cards that play are raised, the others set back. */
export function HandRow({ cards, hand, count = 0, places = 0, turned = false, dim = false, dealers = [], label, keepOrder }: Props) {
  if (!cards) {
    return (
      <div class="hand" role="img" aria-label={count ? `${label}: ${count} cards face down` : `${label}: no cards`}>
        {Array.from({ length: count }, (_, at) => (
          <CardBack key={at} place={at} />
        ))}
        {count === 0 && Array.from({ length: places }, (_, at) => <CardPlace key={at} />)}
      </div>
    );
  }
  const playing = new Set(hand?.cards ?? []);
  const sorted = keepOrder ? [...cards] : bySuit(cards, hand?.cards);
  return (
    <div class={`hand ${dim ? "hand-dim" : ""}`} role="group" aria-label={`${label}: ${spokenHand(sorted)}`}>
      {sorted.map((card, at) => (
        <span
          key={card}
          class={`hand-card ${at > 0 && suitOf(sorted[at - 1]!) !== suitOf(card) ? "new-suit" : ""}`}
        >
          <CardFace card={card} place={at} turned={turned} role={roleOf(card, playing, dealers)} dealers={dealers.includes(card)} />
        </span>
      ))}
      {Array.from({ length: Math.max(0, places - sorted.length) }, (_, at) => (
        <CardPlace key={`place-${at}`} />
      ))}
    </div>
  );
}

function roleOf(card: string, playing: ReadonlySet<string>, dealers: readonly string[]): "plays" | "rests" | "plain" {
  if (playing.has(card)) return "plays";
  return dealers.includes(card) || !(playing.size || dealers.length) ? "plain" : "rests";
}

/** The name of the hand; with several boxes in play, also the seat. */
export function HandLabel({ hand, seat }: { hand: HandWorth | null; seat: number | null }) {
  if (!hand && seat === null) return null;
  return (
    <p class="hand-name">
      {seat !== null && <span class="hand-seat">Seat {seat} </span>}
      {hand && handName(hand)}
    </p>
  );
}
