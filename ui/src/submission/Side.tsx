import { useState } from "preact/hooks";
import { many, t } from "../language/language";
import { copied } from "../server/files";
import { FaultList } from "../parts/FaultList";
import { Notice, ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { Papers } from "../papers/Papers";
import { openPracticeTable } from "../server/practice";
import { toToml, type Data, type Fault } from "./submission";
import { idOf } from "./Fields";

/** Whether it is lawful, and every fault with a link to its field. */
export function Verdict({ faults, digest }: { faults: readonly Fault[]; digest: string }) {
  const lawful = faults.length === 0;
  return (
    <section class="panel" aria-labelledby="verdict">
      <h2 id="verdict" class={lawful ? "right" : "wrong"} tabIndex={-1}>
        <span role="status">{inShort(faults)}</span>
      </h2>
      {!lawful && <FaultList faults={faults} onShow={show} />}
      {lawful && digest && <p class="hash">{digest}</p>}
    </section>
  );
}

const inShort = (faults: readonly Fault[]): string =>
  faults.length ? many(faults.length, "{count} fault", "{count} faults") : t("Lawful");

/** If the verdict is below the form: a line that stays visible and leads to it. */
export function VerdictLine({ faults }: { faults: readonly Fault[] }) {
  const toTheVerdict = (): void => {
    const verdict = document.getElementById("verdict");
    verdict?.scrollIntoView({ block: "start" });
    verdict?.focus({ preventScroll: true });
  };
  return (
    <p class="verdict-line">
      <strong class={faults.length ? "wrong" : "right"}>{inShort(faults)}</strong>
      <button type="button" class="quiet" onClick={toTheVerdict}>
        {t(faults.length ? "Show what is wrong" : "Go to the file")}
      </button>
    </p>
  );
}

/** The field of a key, or of the nearest key above it. */
function show(key: string): void {
  for (let at = key; at; at = at.includes(".") ? at.slice(0, at.lastIndexOf(".")) : "") {
    const found = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(at)}"]`);
    if (!found) continue;
    found.scrollIntoView({ block: "center" });
    (document.getElementById(idOf(at)) ?? found.querySelector("input"))?.focus();
    return;
  }
}

/** Everything that is filed and displayed with it. */
export function PapersOf({ data, lawful }: { data: Data; lawful: boolean }) {
  return (
    <section class="panel" aria-labelledby="papers">
      <h2 id="papers">{t("Papers")}</h2>
      {lawful ? (
        <>
          {!data["approved_on"] && <p class="hint">{t("A draft: every page is marked as one.")}</p>}
          <Papers path="/api/papers/" submission={data} />
        </>
      ) : (
        <p class="hint">{t("Only a lawful submission is printed.")}</p>
      )}
    </section>
  );
}

/** The file to submit, and a practice table for trying it. */
export function Export({ data, lawful }: { data: Data; lawful: boolean }) {
  const [inClipboard, setInClipboard] = useState(false);
  const { problem, clear, attempt } = useAttempt();
  const text = toToml(data);
  const address = `data:application/toml;charset=utf-8,${encodeURIComponent(text)}`;
  return (
    <section class="panel" aria-labelledby="export">
      <h2 id="export">{t("The file")}</h2>
      <div class="file-buttons">
        <a class="action action-primary" href={address} download="submission.toml">
          {t("Download")}
        </a>
        <button type="button" class="action" onClick={() => void copied(text).then(setInClipboard)}>
          {t(inClipboard ? "Copied" : "Copy")}
        </button>
        {lawful && (
          <button type="button" class="action" onClick={() => void attempt(() => openPracticeTable(data))}>
            {t("Play it")}
          </button>
        )}
      </div>
      <ProblemNotice problem={problem} onClose={clear} />
      {!data["approved_on"] && <Notice>{t("A draft: for practice tables and analysis only.")}</Notice>}
      <pre class="toml" tabIndex={0} aria-label={t("The submission as TOML")}>
        {text}
      </pre>
    </section>
  );
}
