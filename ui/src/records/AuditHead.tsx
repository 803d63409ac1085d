import { useEffect, useState } from "preact/hooks";
import { ProblemNotice } from "../parts/Notice";
import { get, Problem } from "../server/api";
import { dateAndTime } from "../words/times";
import { isIncluded, isSigned, onlyGrew, type SignedHead } from "../proof/proof";
import { pit } from "../pit";
import { many, numberFormat, t } from "../language/language";
import { T } from "../language/T";

interface Inclusion {
  position: number;
  size: number;
  leaf: string;
  path: string[];
}

interface Seen extends SignedHead {
  /** When this browser last saw it. */
  seen: number;
}

const KEPT = "audit-head";

function kept(): Seen | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") as Seen | null;
  } catch {
    return null;
  }
}

interface Growth {
  holds: boolean;
  by: number;
  since: number;
  sameKey: boolean;
}

/** Compares with the head that this browser saw last. A head that does not follow from it never replaces it. */
async function growth(head: SignedHead): Promise<Growth | null> {
  const old = kept();
  if (!old) return null;
  const by = head.size - old.size;
  const path = by > 0 ? (await get<{ path: string[] }>(`/api/audit/consistency?old=${old.size}&new=${head.size}`)).path : [];
  return { holds: await onlyGrew(old, head, path), by, since: old.seen, sameKey: old.key === head.key };
}

/** The newest signed head of the log: its signature, that the log only grew, and that a chosen event is in it. */
export function AuditHead({ position }: { position: number | null }) {
  const [head, setHead] = useState<SignedHead | null>(null);
  const [signed, setSigned] = useState<boolean | null>(null);
  const [grown, setGrown] = useState<Growth | null>(null);
  const [included, setIncluded] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const look = async (): Promise<void> => {
    try {
      const newest = await get<SignedHead>("/api/audit/head");
      setHead(newest);
      const isGood = await isSigned(newest);
      const grew = await growth(newest);
      setSigned(isGood);
      setGrown(grew);
      if (isGood && (grew === null || (grew.holds && grew.sameKey))) {
        localStorage.setItem(KEPT, JSON.stringify({ ...newest, seen: Date.now() }));
      }
      setProblem(null);
    } catch (error) {
      setProblem(error as Problem);
    }
  };
  const prove = async (at: number): Promise<void> => {
    try {
      const newest = await get<SignedHead>("/api/audit/head");
      const proof = await get<Inclusion>(`/api/audit/inclusion/${at}?size=${newest.size}`);
      setIncluded(await isIncluded(newest, proof.position, proof.leaf, proof.path));
    } catch (error) {
      setProblem(error as Problem);
    }
  };
  useEffect(() => void look(), []);
  useEffect(() => {
    setIncluded(null);
    if (position !== null) void prove(position);
  }, [position]);
  return (
    <section class="panel audit-head" aria-labelledby="audit-head">
      <div class="panel-head">
        <h2 id="audit-head">{t("The log")}</h2>
        <div class="head-buttons">
          <button type="button" class="quiet" onClick={() => void look()}>
            {t("Check again")}
          </button>
          <a class="quiet" href={`${pit}/api/export`} download="houserules-log.ndjson">
            {t("Export the log")}
          </a>
        </div>
      </div>
      <p class="hint">
        <T
          text="The export is the list of events, one per line, to read and search. {audit} checks another file, which {export} writes on the machine of the service."
          parts={{ audit: <code>houserules audit</code>, export: <code>houserules archive export</code> }}
        />
      </p>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      {head && (
        <ul class="proofs">
          <li data-signed={String(signed)}>
            <Verdict value={signed} yes={t("The head is signed")} no={t("The signature does not hold")} />
            <span class="hint">{t("{count} events of {origin}", { count: numberFormat().format(head.size), origin: head.origin })}</span>
          </li>
          <li data-grew={grown ? String(grown.holds) : "first"}>
            {grown ? <Grown grown={grown} /> : <span>{t("First check from this browser; the next one proves that the log only grew.")}</span>}
          </li>
          {grown && !grown.sameKey && (
            <li>
              <Verdict value={false} yes="" no={t("The key is not the one that signed the last head")} />
            </li>
          )}
          {position !== null && (
            <li data-included={String(included)}>
              <Verdict value={included} yes={t("Event {position} is in the log", { position: String(position) })} no={t("Event {position} is not proved to be in the log", { position: String(position) })} />
            </li>
          )}
        </ul>
      )}
      {grown && !(grown.holds && grown.sameKey) && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            localStorage.removeItem(KEPT);
            void look();
          }}
        >
          {t("Forget the last head")}
        </button>
      )}
      {head && (
        <details class="hashes">
          <summary>{t("Root and key")}</summary>
          <p class="hash">{head.root}</p>
          <p class="hash">{head.key}</p>
        </details>
      )}
    </section>
  );
}

function Grown({ grown }: { grown: Growth }) {
  const since = dateAndTime(grown.since);
  return (
    <>
      <Verdict value={grown.holds} yes={t("The log only grew")} no={t("The log is not the one seen before: something was changed or removed")} />
      <span class="hint">
        {grown.by >= 0
          ? many(grown.by, "{count} more event since {since}", "{count} more events since {since}", { since })
          : many(-grown.by, "{count} fewer event since {since}", "{count} fewer events since {since}", { since })}
      </span>
    </>
  );
}

export function Verdict({ value, yes, no }: { value: boolean | null; yes: string; no: string }) {
  return (
    <span role="status">
      {value === null ? t("checking…") : value ? <span class="right">✓ {yes}</span> : <span class="wrong">✗ {no}</span>}
    </span>
  );
}
