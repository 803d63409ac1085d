import { useEffect, useState } from "preact/hooks";
import { t } from "../language/language";
import { ProblemNotice } from "../parts/Notice";
import { percent, type Exact } from "./lab";
import type { Progress } from "../server/files";
import type { Data } from "../submission/submission";
import { ruleInWords, strategyName } from "../words/strategies";
import { useAnswer } from "./ask";
import { Working } from "./Progress";

interface Weighed {
  name: string;
  in_words: string | null;
  house_edge: Exact;
  cost: Exact;
  asks: number;
  average_wager: Exact;
}

/** What it costs to play by a shorter rule. Each rule plays every deal, so it is computed on request only. */
export function ShortStrategies({ data }: { data: Data }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => setWanted(false), [JSON.stringify(data)]);
  const body = { submission: data };
  const { answer, progress, problem } = useAnswer<{ strategies: Weighed[]; progress: Progress | null }>(wanted ? "/api/lab/short-strategies" : null, body);
  return (
    <section class="panel" aria-labelledby="short-strategies">
      <h2 id="short-strategies">{t("Shorter rules, and what they cost")}</h2>
      {!wanted && (
        <div>
          <button type="button" class="quiet" onClick={() => setWanted(true)}>
            {t("Play every deal by each rule")}
          </button>
        </div>
      )}
      <ProblemNotice problem={problem} onClose={() => setWanted(false)} />
      {wanted && !answer && progress && <Working what={t("Playing every deal")} progress={progress} />}
      {answer && (
        <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Short strategies")}>
          <table class="plain-table lab-table">
            <thead>
              <tr>
                <th scope="col">{t("Strategy")}</th>
                <th scope="col">{t("Asks")}</th>
                <th scope="col">{t("House edge")}</th>
                <th scope="col">{t("Costs")}</th>
              </tr>
            </thead>
            <tbody>
              {[...answer.strategies]
                .sort((a, b) => Number(a.cost.decimal) - Number(b.cost.decimal))
                .map((each) => (
                  <tr key={each.name}>
                    <th scope="row">
                      {strategyName(each.name)}
                      {each.in_words && <p class="hint">{ruleInWords(each.in_words)}</p>}
                    </th>
                    <td>{each.asks}</td>
                    <td title={each.house_edge.exact}>{percent(each.house_edge, 6)}</td>
                    <td title={each.cost.exact}>{percent(each.cost, 6)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
