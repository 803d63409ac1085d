import { bySuit, spokenHand, suitOf } from "./cards";
import { ownHandName } from "./hand-names";
import type { Hand as HandWorth } from "../server/types";
import { CardBack, CardFace, CardPlace } from "./Card";
import { many, t } from "../language/language";

interface Props {
  cards: readonly string[] | null;
  hand: HandWorth | null;
  /** How many cards are face down, if the player may not see them. */
  count?: number;
  places?: number;
  /** How many of the places beside the cards hold a card that is face down. */
  down?: number;
  turned?: boolean;
  dim?: boolean;
  label: string;
  /** Cards among these that play in the dealer's hand. */
  dealers?: readonly string[] | undefined;
  /** Cards for which a bonus was paid. */
  wins?: readonly string[];
  /** Keep the order in which the cards are dealt. */
  keepOrder?: boolean;
  /** Sort by these cards alone: with community cards the hand changes, and its cards must not jump. */
  byThemselves?: boolean;
  /** When each card leaves the shoe, in milliseconds after the first. */
  leaves?: readonly number[];
  /** The cards come from the shoe face down, are turned over, and only then put in order. */
  dealt?: boolean;
}

/** A row of cards sorted by suit. The cards that play are raised, the others dimmed. */
export function HandRow({ cards, hand, count = 0, places = 0, down = 0, turned = false, dim = false, dealers = [], wins = [], label, keepOrder, byThemselves, leaves = [], dealt = false }: Props) {
  if (!cards) {
    return (
      <div class="hand" role="img" aria-label={count ? many(count, "{label}: {count} card face down", "{label}: {count} cards face down", { label }) : t("{label}: no cards", { label })}>
        {Array.from({ length: count }, (_, at) => (
          <CardBack key={at} place={at} leaves={leaves[at] ?? 0} />
        ))}
        {count === 0 && Array.from({ length: places }, (_, at) => <CardPlace key={`place-${at}`} />)}
      </div>
    );
  }
  const playing = new Set(hand?.cards ?? []);
  const sorted = keepOrder ? [...cards] : bySuit(cards, byThemselves ? [] : hand?.cards);
  const gaps = sorted.map((_, at) => sorted.slice(1, at + 1).filter((card, before) => suitOf(card) !== suitOf(sorted[before]!)).length);
  return (
    <div class={`hand ${dim ? "hand-dim" : ""}`} role="group" aria-label={`${label}: ${spokenHand(sorted)}`}>
      {sorted.map((card, at) => (
        <span
          key={card}
          class={`hand-card ${at > 0 && suitOf(sorted[at - 1]!) !== suitOf(card) ? "new-suit" : ""}`}
          style={dealt ? asDealt(cards.indexOf(card), at, gaps) : turned ? asBacks(at, gaps) : undefined}
        >
          {dealt && <CardBack leaves={leaves[cards.indexOf(card)] ?? 0} />}
          <CardFace card={card} place={at} turned={turned} role={roleOf(card, playing, dealers)} dealers={dealers.includes(card)} wins={wins.includes(card)} />
        </span>
      ))}
      {Array.from({ length: Math.max(0, places - sorted.length) }, (_, at) =>
        at < down ? (
          <CardBack key={`back-${sorted.length + at}`} place={at} leaves={leaves[sorted.length + at] ?? 0} />
        ) : (
          <CardPlace key={`place-${sorted.length + at}`} />
        ),
      )}
    </div>
  );
}

/** The distance of a card from its place in the sorted hand before sorting, in cards and in gaps between suits; and its place in the deal. */
function asDealt(dealt: number, sorted: number, gaps: readonly number[]): Record<string, string> {
  const all = gaps.at(-1) ?? 0;
  const spread = gaps.length > 1 ? (dealt * all) / (gaps.length - 1) : 0;
  return { "--from": String(dealt - sorted), "--gaps": String(spread - (gaps[sorted] ?? 0)), "--dealt": String(dealt) };
}

/** The same for a row of backs without gaps, which is centred like this row. */
function asBacks(at: number, gaps: readonly number[]): Record<string, string> {
  return { "--from": "0", "--gaps": String((gaps.at(-1) ?? 0) / 2 - (gaps[at] ?? 0)) };
}

function roleOf(card: string, playing: ReadonlySet<string>, dealers: readonly string[]): "plays" | "rests" | "plain" {
  if (playing.has(card)) return "plays";
  return dealers.includes(card) || !(playing.size || dealers.length) ? "plain" : "rests";
}

/** The name of the hand; with several boxes in play, also the seat. */
export function HandLabel({ hand, seat }: { hand: HandWorth | null; seat: number | null }) {
  if (!hand && seat === null) return null;
  return (
    <p key={hand ? ownHandName(hand) : ""} class={`hand-name ${hand?.bonus ? "hand-bonus" : ""}`}>
      {seat !== null && <span class="hand-seat">{t("Seat {seat}", { seat })} </span>}
      {hand && ownHandName(hand)}
    </p>
  );
}
