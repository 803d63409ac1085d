import { chipsToDraw, type Denomination } from "./chips";
import { DOLLAR, price } from "../words/money";
import { t } from "../language/language";

function Disc({ chip, at, top }: { chip: Denomination; at: number; top: boolean }) {
  return (
    <g class={`chip-${chip}`} transform={`translate(0 ${-at * 5.5})`}>
      <path class="chip-side" d="M2 12v5.500a20 10 0 0 0 40 0V12z" />
      <path class="chip-spot" d="M8 19.600v5.500l4.500 1.300v-5.500zM19.500 22.300v5.500h5v-5.500zM31.500 20.900v5.500l4.500-1.300v-5.500z" />
      <ellipse class="chip-top" cx="22" cy="12" rx="20" ry="10" />
      {top && (
        <>
          <ellipse class="chip-spots" cx="22" cy="12" rx="17.500" ry="8.700" pathLength="60" />
          <ellipse class="chip-inlay" cx="22" cy="12" rx="11.500" ry="5.700" />
        </>
      )}
    </g>
  );
}

/** A stack, with its amount beside it. */
export function ChipStack({ amount, label = true }: { amount: number; label?: boolean }) {
  if (amount <= 0) return null;
  const chips = chipsToDraw(amount);
  const height = 32 + (chips.length - 1) * 5.5;
  return (
    <span class="chips">
      <svg
        class="chip-stack"
        viewBox={`0 ${-(chips.length - 1) * 5.5} 44 ${height}`}
        style={{ "--rise": String(height / 44) }}
        aria-hidden="true"
      >
        {chips.map((chip, at) => (
          <Disc key={`${at}-${chip}`} chip={chip} at={at} top={at === chips.length - 1} />
        ))}
      </svg>
      {label && <span class="chip-amount">{price(amount)}</span>}
    </span>
  );
}

/** One chip seen from above, as in the player's rack. */
export function ChipFace({ chip }: { chip: Denomination }) {
  return (
    <svg class={`chip-face chip-${chip}`} viewBox="0 0 48 48" aria-hidden="true">
      <circle class="chip-top" cx="24" cy="24" r="23" />
      <circle class="chip-spots" cx="24" cy="24" r="19.500" pathLength="60" />
      <circle class="chip-inlay" cx="24" cy="24" r="14" />
      <text class="chip-value" x="24" y="29">
        {chip === 1000 ? t("1K") : chip}
      </text>
    </svg>
  );
}

export const worth = (chip: Denomination): number => chip * DOLLAR;
