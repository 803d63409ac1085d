import type { Line, TableRules } from "../server/types";
import { t } from "../language/language";

interface Part {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
}

const DRAWN = 24;

/** The wheel as it is drawn, in degrees: the rules may have a thousand segments, and each symbol gets its share here. */
function partsOf(wheel: NonNullable<TableRules["wheel"]>): Part[] {
  const total = wheel.reduce((sum, { count }) => sum + count, 0);
  const all = wheel
    .flatMap(({ symbol, count }, which) => {
      const drawn = Math.max(1, Math.round((count * DRAWN) / total));
      // Evenly around the wheel, each symbol a little further on than the one before.
      return Array.from({ length: drawn }, (_, at) => ({ symbol, place: (at + (which + 1) / (wheel.length + 1)) / drawn }));
    })
    .sort((a, b) => a.place - b.place)
    .map(({ symbol }) => symbol);
  const each = 360 / all.length;
  return all.map((symbol, at) => ({ symbol, from: at * each, to: (at + 1) * each }));
}

const point = (degrees: number, radius: number): string => {
  const turn = ((degrees - 90) * Math.PI) / 180;
  return `${(50 + radius * Math.cos(turn)).toFixed(2)} ${(50 + radius * Math.sin(turn)).toFixed(2)}`;
};

interface Props {
  rules: TableRules;
  /** What has been settled so far. */
  lines: readonly Line[];
  /** The line for which it spins now. */
  spin: Line | null;
  /** Whether it is the player's own. */
  you: boolean;
}

/** The wheel of a game that has one. It points to the symbol drawn last, which is announced when it has come to rest. */
export function Wheel({ rules, lines, spin, you }: Props) {
  if (!rules.wheel) return null;
  const parts = partsOf(rules.wheel);
  const symbols = new Set(parts.map((part) => part.symbol));
  const drawn = (spin ?? lines.findLast((line) => line.line !== null && symbols.has(line.line)))?.line ?? null;
  const spins = spin !== null;
  const shown = parts.find((part) => part.symbol === drawn) ?? parts[0];
  if (!shown) return null;
  return (
    <svg class="wheel" viewBox="0 0 100 100" role="img" aria-label={drawn && !spins ? t("The wheel shows {symbol}", { symbol: drawn }) : t("The wheel")} data-drawn={spins ? "" : (drawn ?? "")}>
      <circle class="wheel-rim" cx="50" cy="50" r="48" />
      <g key={spin?.seat ?? "rests"} class="wheel-turn" style={{ "--to": String(-(shown.from + shown.to) / 2) }}>
        {parts.map((part, at) => (
          <path
            key={at}
            class={`wheel-part ${drawn && !spins && part === shown ? "wheel-shown" : ""}`}
            d={`M50 50L${point(part.from, 45)}A45 45 0 0 1 ${point(part.to, 45)}Z`}
          />
        ))}
        {parts.map((part, at) => (
          <text key={`t-${at}`} class="wheel-symbol" transform={`rotate(${(part.from + part.to) / 2} 50 50) translate(50 7) rotate(90)`} style={{ fontSize: `${Math.min(6, 170 / parts.length)}px` }}>
            {part.symbol}
          </text>
        ))}
      </g>
      <circle class="wheel-hub" cx="50" cy="50" r="11" />
      {drawn && (
        <text class="wheel-text" x="50" y="51.800">
          {!spin ? drawn : you ? t("You") : t("Seat {seat}", { seat: spin.seat })}
        </text>
      )}
      <path class="wheel-pointer" d="M46 1h8l-4 8z" />
    </svg>
  );
}
