import { useState } from "preact/hooks";
import { t } from "../language/language";
import { BarChart, type Bar } from "../charts/BarChart";
import { chance, roughly, signedNet, type Analysis, type Outcome } from "./lab";
import { unitOf } from "../words/words";
import { useShown } from "../parts/shown";
import { nameOf } from "./Edges";

/** How often a wager ends with each net result. */
export function Distribution({ analysis }: { analysis: Analysis }) {
  const game = useShown();
  const shown = Object.entries(analysis.wagers).filter(([, wager]) => wager.outcomes?.length);
  const [wanted, setWanted] = useState("base");
  const [scale, setScale] = useState<"plain" | "logarithmic" | null>(null);
  const [name, wager] = shown.find(([each]) => each === wanted) ?? shown[0] ?? [];
  if (!name || !wager?.outcomes) return <p class="hint">{t("Nothing to show yet.")}</p>;
  const outcomes = wager.outcomes;
  const smallest = Math.min(...outcomes.map((each) => Number(each.probability.decimal)));
  const logarithmic = (scale ?? (smallest < 0.002 ? "logarithmic" : "plain")) === "logarithmic";
  return (
    <>
      <div class="lab-bar">
        <div class="pills" role="group" aria-label={t("Wager")}>
          {shown.map(([each]) => (
            <button key={each} type="button" class="quiet" aria-pressed={each === name} onClick={() => setWanted(each)}>
              {nameOf(game, each)}
            </button>
          ))}
        </div>
        <label class="switch">
          <input type="checkbox" checked={logarithmic} onChange={(event) => setScale(event.currentTarget.checked ? "logarithmic" : "plain")} />
          <span>{t("Logarithmic scale")}</span>
        </label>
      </div>
      <section class="panel" aria-label={t("Distribution of the {wager}", { wager: nameOf(game, name) })}>
        <p class="hint">
          {t(
            name === "base"
              ? "Net result of a round under best play, in {unit}s, and how often it occurs."
              : "Net result of the wager, in units of the stake, and how often it occurs.",
            { unit: unitOf(game) },
          )}
        </p>
        <BarChart
          bars={outcomes.map(bar)}
          logarithmic={logarithmic}
          name={t(
            logarithmic
              ? "How often the {wager} ends with each net result, on a logarithmic scale. The numbers are in the table below."
              : "How often the {wager} ends with each net result. The numbers are in the table below.",
            { wager: nameOf(game, name) },
          )}
        />
        <details>
          <summary>{t("The numbers")}</summary>
          <OutcomeTable outcomes={outcomes} name={nameOf(game, name)} />
        </details>
      </section>
    </>
  );
}

function bar(outcome: Outcome): Bar {
  const net = roughly(outcome.net);
  return {
    label: signedNet(outcome.net),
    value: Number(outcome.probability.decimal),
    shown: chance(outcome.probability),
    kind: net < 0 ? "loss" : net > 0 ? "gain" : "even",
  };
}

function OutcomeTable({ outcomes, name }: { outcomes: readonly Outcome[]; name: string }) {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={t("Net results of the {wager}", { wager: name })}>
      <table class="plain-table lab-table">
        <thead>
          <tr>
            <th scope="col">{t("Net result")}</th>
            <th scope="col">{t("Probability")}</th>
            <th scope="col">{t("Exactly")}</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map((outcome) => (
            <tr key={outcome.net}>
              <th scope="row">{signedNet(outcome.net)}</th>
              <td>{chance(outcome.probability)}</td>
              <td class="hash">{outcome.probability.exact}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
