import { indexOf, spoken, suitOf, type Suit } from "./cards";
import { t } from "../language/language";

/** Suits differ by shape; the four colours only help. */
const SHAPES: Record<Suit, string> = {
  s: "M12 1.2C7.200 6.400 2 9.700 2 14.300a4.800 4.800 0 0 0 8.300 3.300c-.2 2.100-.9 3.700-2.400 5.200h8.200c-1.500-1.500-2.200-3.100-2.400-5.200a4.800 4.800 0 0 0 8.300-3.300C22 9.700 16.800 6.400 12 1.200z",
  h: "M12 22.300C5.300 16.900 1.500 12.900 1.500 8.300a5.500 5.500 0 0 1 10.500-2.400A5.500 5.500 0 0 1 22.500 8.300c0 4.600-3.800 8.600-10.500 14z",
  d: "M12 .9C14.300 5.200 17.300 9 20.900 12c-3.600 3-6.600 6.800-8.900 11.100C9.700 18.800 6.700 15 3.100 12 6.700 9 9.700 5.200 12 .9z",
  c: "M12 1.300a4.800 4.800 0 0 0-3.900 7.600 4.900 4.900 0 1 0 2.500 8.400c-.2 2.200-.9 3.900-2.500 5.500h7.800c-1.600-1.600-2.300-3.300-2.500-5.500a4.900 4.900 0 1 0 2.500-8.400A4.800 4.800 0 0 0 12 1.300z",
};

export function SuitMark({ suit, class: name = "" }: { suit: Suit; class?: string }) {
  return (
    <svg class={`suit suit-${suit} ${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[suit]} />
    </svg>
  );
}

interface FaceProps {
  card: string;
  /** plays: part of the hand that counts; rests: the other cards. */
  role?: "plays" | "rests" | "plain";
  place?: number;
  /** It was face down until now. */
  turned?: boolean;
  /** Marks a community card that plays in the dealer's hand. */
  dealers?: boolean;
  /** A bonus was paid for it. */
  wins?: boolean;
}

export function CardFace({ card, role = "plain", place = 0, turned = false, dealers = false, wins = false }: FaceProps) {
  const suit = suitOf(card);
  const index = indexOf(card);
  return (
    <span
      class={`card card-${role} ${turned ? "card-turned" : ""} ${wins ? "card-wins" : ""}`}
      style={{ "--place": String(place) }}
      role="img"
      aria-label={dealers ? t("{card}, plays for the dealer", { card: spoken(card) }) : spoken(card)}
      data-card={card}
    >
      <svg viewBox="0 0 100 140" class={`suit-${suit}`} aria-hidden="true">
        <rect class="card-paper" x="1" y="1" width="98" height="138" rx="9" />
        {index === "10" ? (
          // Two digits in the width of one and a half: the glyphs are narrowed, so that the spacing stays.
          <text class="card-index" x="6" y="45" textLength="49" lengthAdjust="spacingAndGlyphs">
            {index}
          </text>
        ) : (
          <text class="card-index" x="9" y="45">
            {index}
          </text>
        )}
        <path class="card-suit" d={SHAPES[suit]} transform="translate(9 53) scale(1.25)" />
        <path class="card-suit card-suit-large" d={SHAPES[suit]} transform="translate(38 74) scale(2.25)" />
        {dealers && (
          <g class="card-dealers">
            <circle cx="78" cy="22" r="17" />
            <text x="78" y="31">{t("D")}</text>
          </g>
        )}
      </svg>
      {turned && <BackDrawing class="card-hides" />}
    </span>
  );
}

function BackDrawing({ class: name }: { class?: string }) {
  return (
    <svg viewBox="0 0 100 140" class={name} aria-hidden="true">
      <rect class="card-paper" x="1" y="1" width="98" height="138" rx="9" />
      <rect class="back-field" x="8" y="8" width="84" height="124" rx="5" />
      <path
        class="back-lines"
        d="M8 38 38 8M8 68 68 8M8 98 92 14M8 128 92 44M34 132 92 74M64 132 92 104M92 38 62 8M92 68 32 8M92 98 8 14M92 128 8 44M66 132 8 74M36 132 8 104"
      />
      <circle class="back-seal" cx="50" cy="70" r="17" />
      <path class="back-mark" d={SHAPES.s} transform="translate(38 57) scale(1)" />
    </svg>
  );
}

export function CardBack({ place = 0, leaves = 0, small = false }: { place?: number; leaves?: number; small?: boolean }) {
  return (
    <span class={`card card-back ${small ? "card-small" : ""}`} style={{ "--place": String(place), "--leaves": `${leaves}ms` }} aria-hidden="true">
      <BackDrawing />
    </span>
  );
}

/** An outline on the felt where a card will lie. */
export function CardPlace() {
  return <span class="card card-place" aria-hidden="true" />;
}
