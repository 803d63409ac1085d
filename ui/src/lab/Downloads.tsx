import { useEffect, useState } from "preact/hooks";
import { mark, t } from "../language/language";
import { T } from "../language/T";
import { ProblemNotice } from "../parts/Notice";
import { toCsv, type Analysis } from "./lab";
import type { Progress } from "../server/files";
import { toToml, type Data } from "../submission/submission";
import { Papers } from "../papers/Papers";
import { useAnswer } from "./ask";
import { Working } from "./Progress";

interface Figure {
  name: string;
  base64: string;
}

const ABOUT_ODDS = ["odds", "strategy-card"];
const KINDS: Record<string, string> = { svg: "image/svg+xml", png: "image/png" };
const TITLES: Record<string, string> = {
  results: mark("Net results of a round"),
  meter: mark("House edge against the meter"),
  "starting-hands": mark("Values of starting hands"),
};

const address = (kind: string, text: string): string => `data:${kind};charset=utf-8,${encodeURIComponent(text)}`;
const drawn = (figure: Figure): string => `data:${KINDS[figure.name.split(".").at(-1) ?? ""] ?? ""};base64,${figure.base64}`;

interface Props {
  analysis: Analysis;
  data: Data;
  meter: string;
  players: number;
}

/** Files to download: the submission, the figures as data and as a spreadsheet, the charts. */
export function Downloads({ analysis, data, meter, players }: Props) {
  const stem = analysis.submission.rulebook.toLowerCase();
  const { check: _check, progress: _progress, ...whole } = analysis;
  return (
    <>
      <section class="panel" aria-labelledby="exhibits">
        <h2 id="exhibits">{t("Exhibits")}</h2>
        <p class="hint">
          <T
            text="For the choices on this page, digest {digest}. Fractions in full; the data is what {command} prints."
            parts={{ digest: <span class="hash">{analysis.submission.digest}</span>, command: <code>houserules analyze --json</code> }}
          />
        </p>
        {analysis.progress ? (
          <Working what={t("Solving every deal")} progress={analysis.progress} />
        ) : (
          <div class="button-row">
            <a class="action" href={address("application/json", JSON.stringify(whole, null, 2))} download={`${stem}-analysis.json`}>
              {t("Analysis, JSON")}
            </a>
            <a class="action" href={address("text/csv", toCsv(analysis))} download={`${stem}-analysis.csv`}>
              {t("Analysis, CSV")}
            </a>
            <a class="action" href={address("application/toml", toToml(data))} download={`${stem}-submission.toml`}>
              {t("Submission, TOML")}
            </a>
          </div>
        )}
      </section>
      <section class="panel" aria-labelledby="papers">
        <h2 id="papers">{t("Papers")}</h2>
        {analysis.check.lawful ? (
          <Papers path="/api/papers/" submission={data} only={ABOUT_ODDS} />
        ) : (
          <p class="hint">{t("Only a lawful submission is printed; these choices have faults.")}</p>
        )}
      </section>
      <Figures stem={stem} data={data} meter={meter} players={players} />
    </>
  );
}

function Figures({ stem, data, meter, players }: { stem: string; data: Data; meter: string; players: number }) {
  const [wanted, setWanted] = useState(false);
  const body = { submission: data, players, ...(meter ? { meter } : {}) };
  useEffect(() => setWanted(false), [JSON.stringify(body)]);
  const { answer, progress, problem } = useAnswer<{ files: Figure[]; progress: Progress | null }>(wanted ? "/api/lab/figures" : null, body);
  const pictures = (answer?.files ?? []).filter((file) => file.name.endsWith(".png"));
  return (
    <section class="panel" aria-labelledby="figures">
      <h2 id="figures">{t("Figures")}</h2>
      {!wanted && (
        <div>
          <button type="button" class="action" onClick={() => setWanted(true)}>
            {t("Draw the figures")}
          </button>
        </div>
      )}
      <ProblemNotice problem={problem} onClose={() => setWanted(false)} />
      {wanted && !answer && progress && <Working what={t("Drawing")} progress={progress} />}
      <div class="lab-figures">
        {pictures.map((picture) => {
          const vector = answer?.files.find((file) => file.name === picture.name.replace(/png$/, "svg"));
          const title = t(TITLES[picture.name.slice(stem.length + 1).replace(/\.png$/, "")] ?? picture.name);
          return (
            <figure key={picture.name}>
              <img src={drawn(picture)} alt={title} />
              <figcaption>
                {title}
                <a class="quiet" href={drawn(picture)} download={picture.name}>
                  <T text="PNG<more> of {title}</more>" parts={{ more: (inside) => <span class="sr-only">{inside}</span>, title }} />
                </a>
                {vector && (
                  <a class="quiet" href={drawn(vector)} download={vector.name}>
                    <T text="SVG<more> of {title}</more>" parts={{ more: (inside) => <span class="sr-only">{inside}</span>, title }} />
                  </a>
                )}
              </figcaption>
            </figure>
          );
        })}
      </div>
    </section>
  );
}
