import type { Compared } from "../model/floor";
import { wagerName } from "../model/words";

/** Actual against theory for each wager: the band is where an honest result stays, the dot is the result. */
export function TheoryChart({ wagers, name }: { wagers: readonly Compared[]; name: string }) {
  if (!wagers.length) return <p class="hint">No settled wagers to compare with theory yet.</p>;
  return (
    <table class="plain-table theory" aria-label={`${name}: players' results against theory`}>
      <thead>
        <tr>
          <th scope="col">Wager</th>
          <th scope="col">Hands</th>
          <th scope="col">Players' result in its band</th>
          <th scope="col">Result</th>
          <th scope="col">Expected</th>
        </tr>
      </thead>
      <tbody>
        {wagers.map((each) => (
          <tr key={each.wager} class={each.alarm ? "out" : ""}>
            <th scope="row">{each.wager === "base" ? "Against the dealer" : wagerName(each.wager)}</th>
            <td>{each.hands}</td>
            <td>
              <Band each={each} />
            </td>
            <td>{dollars(each.net)}</td>
            <td>{dollars(each.expected)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const WIDTH = 220;

function Band({ each }: { each: Compared }) {
  const [net, expected, band] = [Number(each.net), Number(each.expected), Number(each.band)];
  const reach = Math.max(Math.abs(net - expected) * 1.15, band * 1.3, 1);
  const at = (value: number): number => WIDTH / 2 + ((value - expected) / reach) * (WIDTH / 2 - 6);
  return (
    <svg class="band" viewBox={`0 0 ${WIDTH} 24`} role="img" aria-label={`band of ${dollars(String(band))} either side of what is expected`}>
      <line class="band-axis" x1="0" x2={WIDTH} y1="12" y2="12" />
      <rect class="band-area" x={at(expected - band)} y="4" width={at(expected + band) - at(expected - band)} height="16" rx="4" />
      <line class="band-middle" x1={WIDTH / 2} x2={WIDTH / 2} y1="2" y2="22" />
      <circle class="band-dot" cx={at(net)} cy="12" r="5" />
    </svg>
  );
}

function dollars(text: string): string {
  const value = Number(text);
  return `${value < 0 ? "−" : ""}$${Math.abs(value).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
