import { many, t } from "../language/language";
import { comparedName, strayedAlong, type Compared, type Point } from "../floor/floor";
import { useShown } from "../parts/shown";
import { DOLLAR, exactPrice } from "../words/money";

/** Results against exact theory: a line for the results, a band for the range of an honest game. */

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 64;
const BOTTOM = 26;

export function TheoryChart({ course, wager }: { course: readonly Compared[]; wager: string }) {
  const shown = useShown();
  const points = strayedAlong(course);
  const last = points[points.length - 1];
  if (!last) return <p class="hint">{t("No settled wagers to compare with theory yet.")}</p>;
  const reach = reachOf(points);
  const x = (hands: number): number => LEFT + ((WIDTH - LEFT - 10) * hands) / last.hands;
  const middle = (HEIGHT - BOTTOM) / 2;
  const y = (value: number): number => Math.max(4, Math.min(HEIGHT - BOTTOM, middle - (value / reach) * (middle - 14)));
  const along = (value: (point: Point) => number): string => points.map((point) => `${x(point.hands)},${y(value(point))}`).join(" ");
  const back = [...points].reverse().map((point) => `${x(point.hands)},${y(-point.below)}`).join(" ");
  return (
    <figure class="theory-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={spokenChart(comparedName(shown, wager), last)} data-points={points.length}>
        <polygon class="band-area" points={`${along((point) => point.above)} ${back}`} />
        <line class="band-middle" x1={LEFT} x2={WIDTH - 10} y1={y(0)} y2={y(0)} />
        <polyline class="band-line" points={along((point) => point.strayed)} />
        <circle class="band-dot" cx={x(last.hands)} cy={y(last.strayed)} r="5" />
        <text class="chart-label" x={LEFT - 8} y={middle + 4} text-anchor="end">
          {t("theory")}
        </text>
        {[last.above, -last.below].map((value) => (
          <text key={value} class="chart-label" x={WIDTH - 14} y={y(value) + 15} text-anchor="end">
            {Math.abs(value) > reach ? t("up to {amount}", { amount: dollars(value) }) : dollars(value)}
          </text>
        ))}
        <text class="chart-label" x={LEFT} y={HEIGHT - 6}>
          {many(0, "{count} hand", "{count} hands")}
        </text>
        <text class="chart-label" x={WIDTH - 10} y={HEIGHT - 6} text-anchor="end">
          {many(last.hands, "{count} hand", "{count} hands")}
        </text>
      </svg>
      <figcaption>
        {t("What players won beyond theory, and the band: an honest game leaves it at one of a thousand such tables.")}
      </figcaption>
    </figure>
  );
}

/** A jackpot may be far above the rest: the narrower side of the band and the result itself set the scale. */
function reachOf(points: readonly Point[]): number {
  const narrow = points.map((point) => Math.max(Math.min(point.above, point.below) * 1.5, Math.abs(point.strayed) * 1.2));
  return Math.max(...narrow) || 1;
}

const spokenChart = (wager: string, last: Point): string =>
  many(
    last.hands,
    "{wager}: after {count} hand players are {strayed} from theory; an honest game stays within {above} above it and {below} below",
    "{wager}: after {count} hands players are {strayed} from theory; an honest game stays within {above} above it and {below} below",
    { wager, strayed: dollars(last.strayed), above: dollars(last.above), below: dollars(last.below) },
  );

/** The same, as a strip that fits into a row of a table. */
export function BandStrip({ each }: { each: Compared }) {
  const width = 160;
  const [net, expected] = [Number(each.net), Number(each.expected)];
  const [above, below] = [Number(each.band), Number(each.band_below)];
  const reach = Math.max(Math.abs(net - expected) * 1.15, Math.min(above, below) * 1.5, 1);
  const at = (value: number): number => Math.max(2, Math.min(width - 2, width / 2 + ((value - expected) / reach) * (width / 2 - 6)));
  return (
    <svg class="band" viewBox={`0 0 ${width} 20`} role="img" aria-label={t("band from {below} to {above} about what is expected", { below: dollars(-below), above: dollars(above) })}>
      <line class="band-axis" x1="0" x2={width} y1="10" y2="10" />
      <rect class="band-area" x={at(expected - below)} y="3" width={at(expected + above) - at(expected - below)} height="14" rx="4" />
      <line class="band-middle" x1={width / 2} x2={width / 2} y1="1" y2="19" />
      <circle class="band-dot" cx={at(net)} cy="10" r="4.5" />
    </svg>
  );
}

const dollars = (value: number): string => exactPrice(value * DOLLAR);
