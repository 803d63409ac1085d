import { useRef } from "preact/hooks";
import { useWidth } from "./useWidth";

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly shown: string;
  readonly kind: "loss" | "even" | "gain";
}

const ROW = 26;
const GAP = 10;

/** Horizontal bars, one below the other. */
export function BarChart({ bars, name, logarithmic }: { bars: readonly Bar[]; name: string; logarithmic: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const left = 12 + 8 * Math.max(...bars.map((bar) => bar.label.length), 4);
  const right = 12 + 8 * Math.max(...bars.map((bar) => bar.shown.length), 6);
  const room = Math.max(40, width - left - right);
  const length = lengths(bars, logarithmic);
  const height = bars.length * ROW + GAP;
  return (
    <div ref={box} class="chart">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name}>
        <line class="chart-axis" x1={left} x2={left} y1={0} y2={height - GAP} />
        {bars.map((bar, place) => {
          const y = place * ROW;
          const long = Math.max(1.5, length(bar.value) * room);
          return (
            <g key={bar.label}>
              <text class="chart-label" x={left - 8} y={y + 17} text-anchor="end">
                {bar.label}
              </text>
              <rect class={`bar bar-${bar.kind}`} x={left} y={y + 4} width={long} height={ROW - 9} rx={2} />
              <text class="chart-value" x={left + long + 8} y={y + 17}>
                {bar.shown}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** On a logarithmic scale the smallest bar is still visible. */
function lengths(bars: readonly Bar[], logarithmic: boolean): (value: number) => number {
  const values = bars.map((bar) => bar.value).filter((value) => value > 0);
  const largest = Math.max(...values);
  if (!logarithmic) return (value) => value / largest;
  const [low, high] = [Math.log10(Math.min(...values)) - 0.6, Math.log10(largest)];
  return (value) => (value > 0 ? (Math.log10(value) - low) / (high - low) : 0);
}
