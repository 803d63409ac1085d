import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language/language";
import { heat } from "../lab/lab";

export interface HeatCell {
  readonly row: string;
  readonly column: string;
  readonly value: number;
  /** Written in the cell. */
  readonly shown: string;
  /** The label for screen readers. */
  readonly spoken: string;
  readonly mark: "none" | "some" | "all";
}

interface Props {
  readonly name: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly across: string;
  readonly down: string;
  readonly cells: readonly HeatCell[];
  readonly lowest: number;
  readonly highest: number;
  readonly chosen: { row: string; column: string } | null;
  readonly onChoose: (row: string, column: string) => void;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A map of values. One cell is in the tab order; arrow keys move to its neighbours, as in a spreadsheet. */
export function HeatMap({ name, rows, columns, across, down, cells, lowest, highest, chosen, onChoose }: Props) {
  const box = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  const at = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  const current = chosen ?? (cells[0] ? { row: cells[0].row, column: cells[0].column } : null);
  // Before the next paint, so that the next key acts on the new cell.
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    box.current?.querySelector<HTMLButtonElement>("button[tabindex='0']")?.focus();
  }, [chosen?.row, chosen?.column]);
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step || !current) return;
    event.preventDefault();
    let [row, column] = [rows.indexOf(current.row), columns.indexOf(current.column)];
    do {
      row += step[0];
      column += step[1];
      const [down, along] = [rows[row], columns[column]];
      if (down === undefined || along === undefined) return;
      if (at.has(`${down} ${along}`)) {
        moved.current = true;
        onChoose(down, along);
        return;
      }
    } while (row >= 0);
  };
  return (
    <div class="heat-box">
      <p class="heat-axis">
        {across} <span aria-hidden="true">→</span>
      </p>
      <table ref={box} class="heat" onKeyDown={move}>
        <caption class="sr-only">
          {t("{name}. Rows: {down}. Columns: {across}. Arrow keys move between cells.", { name, down, across })}
        </caption>
        <thead>
          <tr>
            <td class="heat-corner">{down}</td>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {columns.map((column) => {
                const cell = at.get(`${row} ${column}`);
                if (!cell) return <td key={column} class="heat-none" />;
                const colours = heat(cell.value, lowest, highest);
                const here = current?.row === row && current.column === column;
                return (
                  <td key={column}>
                    <button
                      type="button"
                      class={`heat-cell heat-${cell.mark}`}
                      style={{ background: colours.background, color: colours.ink }}
                      tabIndex={here ? 0 : -1}
                      aria-pressed={chosen?.row === row && chosen.column === column}
                      aria-label={cell.spoken}
                      onClick={() => onChoose(row, column)}
                      onMouseEnter={() => onChoose(row, column)}
                    >
                      <span>{cell.shown}</span>
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
