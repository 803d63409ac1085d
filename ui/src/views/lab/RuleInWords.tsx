import { percent, type Exact } from "../../model/lab";

export interface Words {
  optimal: { house_edge: Exact; actions: Record<string, Exact> };
  raise_region?: {
    raise_from: string;
    fold_below: string;
    by_shape: { suits: number; second_length: number; outside_over: number; raise_from: string | null; exceptions: number }[];
    exceptions: number;
    cost_of_exceptions: Exact;
    mixed: { flush: string; raised: number; hands: number }[];
  };
  best_cutoff?: { flush: string; house_edge: Exact; cost: Exact };
  all_in?: { cards: string; third_cards: string }[];
  all_suited?: boolean;
  holes?: { all_in: number; all: number };
}

/** The rule, in as few words as are exact. */
export function RuleInWords({ words, chase }: { words: Words; chase: boolean }) {
  return (
    <section class="panel" aria-labelledby="rule-in-words">
      <h2 id="rule-in-words">The rule in words</h2>
      <p class="hint">Best play has a house edge of {percent(words.optimal.house_edge, 8)} per ante.</p>
      {chase ? <Openings words={words} /> : <Raises words={words} />}
    </section>
  );
}

function Raises({ words }: { words: Words }) {
  const region = words.raise_region;
  if (!region) return null;
  const hands = region.mixed.reduce((sum, each) => sum + each.hands, 0);
  return (
    <>
      <ul class="lab-rule">
        <li>
          Raise every hand with <strong>{region.raise_from}</strong> or better, as much as its flush allows.
        </li>
        <li>
          Fold every hand below <strong>{region.fold_below}</strong>.
        </li>
        <li>
          With the {region.mixed.length} flushes between, {hands.toLocaleString("en-US")} hands, the other cards decide:
        </li>
      </ul>
      <div class="scroll" tabIndex={0} role="region" aria-label="The flushes between">
        <table class="plain-table lab-table">
          <thead>
            <tr>
              <th scope="col">Suits held</th>
              <th scope="col">Second suit</th>
              <th scope="col">Higher outside</th>
              <th scope="col">Raise from</th>
              <th scope="col">Exceptions</th>
            </tr>
          </thead>
          <tbody>
            {region.by_shape.map((shape) => (
              <tr key={`${shape.suits}-${shape.second_length}-${shape.outside_over}`}>
                <th scope="row">{shape.suits}</th>
                <td>{shape.second_length} cards</td>
                <td>{shape.outside_over}</td>
                <td>{shape.raise_from ?? "fold"}</td>
                <td>{shape.exceptions.toLocaleString("en-US")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint">
        {region.exceptions.toLocaleString("en-US")} of 133,784,560 hands are exceptions; ignoring them costs {percent(region.cost_of_exceptions, 8)}.
        {words.best_cutoff && (
          <>
            {" "}
            One single flush to raise from: {words.best_cutoff.flush}, which costs {percent(words.best_cutoff.cost, 8)}.
          </>
        )}
      </p>
    </>
  );
}

function Openings({ words }: { words: Words }) {
  return (
    <>
      <p>
        Before the flop go all in with {words.holes?.all_in.toLocaleString("en-US")} of {words.holes?.all.toLocaleString("en-US")} holes, exactly these; check with all
        others.
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Holes that go all in">
        <table class="plain-table lab-table">
          <thead>
            <tr>
              <th scope="col">Cards</th>
              <th scope="col">With a third card of</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Three suited</th>
              <td>{words.all_suited ? "any" : "see the map"}</td>
            </tr>
            {words.all_in?.map((row) => (
              <tr key={row.cards}>
                <th scope="row">{row.cards}</th>
                <td>{row.third_cards === "all" ? "any" : row.third_cards}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
