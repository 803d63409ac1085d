import { many, t } from "../language/language";
import type { Data } from "./submission";
import type { Field, Segment } from "./submission-fields";

/** How many segments of the wheel carry each symbol, and the chance that gives it. */
export function Segments({ field, segments, onSet }: { field: Field; segments: readonly Segment[]; onSet: (next: Data[]) => void }) {
  const symbols = [...new Set([...field.values.map((each) => each.value), ...segments.map((each) => each.symbol)])];
  const countOf = (symbol: string): number | null => segments.find((each) => each.symbol === symbol)?.count ?? null;
  const total = segments.reduce((sum, each) => sum + each.count, 0);
  const put = (symbol: string, text: string): void => {
    const count = text === "" ? null : Number(text);
    const next = symbols.map((each) => ({ symbol: each, count: each === symbol ? count : countOf(each) }));
    onSet(next.flatMap((each): Data[] => (each.count === null ? [] : [{ symbol: each.symbol, count: each.count }])));
  };
  return (
    <table class="plain-table segments">
      <caption>
        {field.label} <span class="hint">{many(total, "{count} in all", "{count} in all")}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("Symbol")}</th>
          <th scope="col">{t("Segments")}</th>
          <th scope="col">{t("Chance")}</th>
        </tr>
      </thead>
      <tbody>
        {symbols.map((symbol) => (
          <tr key={symbol}>
            <th scope="row">{symbol}</th>
            <td>
              <input
                type="number"
                min="1"
                step="1"
                aria-label={t("Segments with {symbol}", { symbol })}
                value={countOf(symbol) ?? ""}
                onInput={(event) => put(symbol, event.currentTarget.value)}
              />
            </td>
            <td>{total > 0 && countOf(symbol) ? `${((100 * (countOf(symbol) ?? 0)) / total).toFixed(2)} %` : ""}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
