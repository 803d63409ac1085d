import { t } from "../language/language";
import { percent, type Exact } from "./lab";
import { strategyPlace, strategySentence } from "../words/strategies";
import { unitOf } from "../words/words";
import { useShown } from "../parts/shown";

export interface Section {
  title: string;
  sentences: string[];
  table: { columns: string[]; rows: string[][] } | null;
}

export interface Words {
  optimal: { house_edge: Exact; actions: Record<string, Exact> };
  sections: Section[];
}

/** The rule of best play in words, as short as it can be exact. */
export function RuleInWords({ words }: { words: Words }) {
  const shown = useShown();
  return (
    <section class="panel" aria-labelledby="rule-in-words">
      <h2 id="rule-in-words">{t("The rule in words")}</h2>
      <p class="hint">{t("Best play has a house edge of {edge} per {unit}.", { edge: percent(words.optimal.house_edge, 8), unit: unitOf(shown) })}</p>
      {words.sections.map((section) => (
        <SectionView key={section.title} section={section} />
      ))}
    </section>
  );
}

function SectionView({ section: { title, sentences, table } }: { section: Section }) {
  return (
    <>
      <h3>{strategyPlace(title)}</h3>
      <ul class="lab-rule">
        {sentences.map((sentence) => (
          <li key={sentence}>{strategySentence(sentence)}</li>
        ))}
      </ul>
      {table && (
        <div class="scroll" tabIndex={0} role="region" aria-label={strategyPlace(title)}>
          <table class="plain-table lab-table">
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {strategyPlace(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([first, ...rest], at) => (
                <tr key={at}>
                  <th scope="row">{strategyPlace(first ?? "")}</th>
                  {rest.map((cell, place) => (
                    <td key={place}>{strategyPlace(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
