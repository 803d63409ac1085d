import { useRef } from "preact/hooks";
import { apart } from "./marks";
import { useWidth } from "./useWidth";

export interface Line {
  readonly name: string;
  readonly at: (x: number) => number;
  readonly dashed?: boolean;
}

export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly name: string;
  readonly kind: "now" | "even" | "average" | "table";
}

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  readonly shown: (value: number) => string;
  readonly name: string;
}

const HEIGHT = 340;
const TOP = 26;
const BOTTOM = 50;
const LEFT = 62;
const RIGHT = 18;

/** Straight lines over one axis, with points marked on them. */
export function LineChart({ x, y, lines, marks, name }: { x: Axis; y: Axis; lines: readonly Line[]; marks: readonly Mark[]; name: string }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const across = (value: number): number => LEFT + ((value - x.from) / (x.to - x.from)) * (width - LEFT - RIGHT);
  const up = (value: number): number => TOP + ((y.to - value) / (y.to - y.from)) * (HEIGHT - TOP - BOTTOM);
  return (
    <div ref={box} class="chart">
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={name}>
        {y.ticks.map((tick) => (
          <g key={tick}>
            <line class={tick === 0 ? "chart-zero" : "chart-grid"} x1={LEFT} x2={width - RIGHT} y1={up(tick)} y2={up(tick)} />
            <text class="chart-label" x={LEFT - 8} y={up(tick) + 4} text-anchor="end">
              {y.shown(tick)}
            </text>
          </g>
        ))}
        {x.ticks.map((tick) => (
          <text key={tick} class="chart-label" x={across(tick)} y={HEIGHT - BOTTOM + 20} text-anchor="middle">
            {x.shown(tick)}
          </text>
        ))}
        <text class="chart-name" x={LEFT} y={14}>
          {y.name}
        </text>
        <text class="chart-name" x={width - RIGHT} y={HEIGHT - 8} text-anchor="end">
          {x.name}
        </text>
        {lines.map((line) => (
          <line
            key={line.name}
            class={`chart-line ${line.dashed ? "chart-line-other" : ""}`}
            x1={across(x.from)}
            x2={across(x.to)}
            y1={up(line.at(x.from))}
            y2={up(line.at(x.to))}
          />
        ))}
        {apart(marks.map((mark) => ({ ...mark, left: across(mark.x), top: up(mark.y) })), HEIGHT / 2).map((mark) => (
          <g key={mark.name} class={`mark mark-${mark.kind}`}>
            <line x1={mark.left} x2={mark.left} y1={Math.min(mark.top, up(mark.y))} y2={HEIGHT - BOTTOM} />
            <circle class="mark-point" cx={mark.left} cy={up(mark.y)} r={3} />
            <Shape kind={mark.kind} x={mark.left} y={mark.top} />
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Marks differ by shape as well as by colour. */
export function Shape({ kind, x, y }: { kind: Mark["kind"]; x: number; y: number }) {
  if (kind === "even") return <rect x={x - 6} y={y - 6} width={12} height={12} />;
  if (kind === "average") return <path d={`M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}Z`} />;
  if (kind === "table") return <path d={`M${x} ${y - 8}L${x + 8} ${y + 6}L${x - 8} ${y + 6}Z`} />;
  return <circle cx={x} cy={y} r={7} />;
}
