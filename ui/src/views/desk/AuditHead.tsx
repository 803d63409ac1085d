import { useEffect, useState } from "preact/hooks";
import { usePolled } from "../../parts/usePolled";
import { ProblemNotice } from "../../parts/Notice";
import { get } from "../../server/api";
import { isIncluded, isSigned, type SignedHead } from "../../model/proof";

interface Inclusion {
  position: number;
  size: number;
  leaf: string;
  path: string[];
}

/** The newest signed head of the log, its signature, and whether a chosen event is in the tree beneath it. */
export function AuditHead({ position }: { position: number | null }) {
  const { data: head, problem, again } = usePolled<SignedHead>("/api/audit/head", 0);
  const [signed, setSigned] = useState<boolean | null>(null);
  const [included, setIncluded] = useState<boolean | null>(null);
  useEffect(() => {
    if (head) void isSigned(head).then(setSigned);
  }, [head]);
  useEffect(() => {
    setIncluded(null);
    if (position === null) return;
    void (async () => {
      const newest = await get<SignedHead>("/api/audit/head");
      const size = Math.max(newest.size, position);
      if (size > newest.size) return;
      const proof = await get<Inclusion>(`/api/audit/inclusion/${position}?size=${newest.size}`);
      setIncluded(await isIncluded(newest, proof.position, proof.leaf, proof.path));
    })();
  }, [position]);
  return (
    <section class="panel" aria-labelledby="audit-head">
      <div class="panel-head">
        <h2 id="audit-head">Audit head</h2>
        <button type="button" class="quiet" onClick={again}>
          Newest
        </button>
      </div>
      <ProblemNotice problem={problem} onClose={() => undefined} />
      {head && (
        <dl class="facts">
          <dt>Events</dt>
          <dd>{head.size}</dd>
          <dt>Root</dt>
          <dd class="hash">{head.root}</dd>
          <dt>Key</dt>
          <dd class="hash">{head.key}</dd>
          <dt>Signature</dt>
          <dd data-signed={String(signed)}>
            <span role="status">
              <Verdict value={signed} yes="holds" no="does not hold" />
            </span>
          </dd>
          {position !== null && (
            <>
              <dt>Event {position}</dt>
              <dd data-included={String(included)}>
                <span role="status">
                  <Verdict value={included} yes="is in the log under this root" no="is not proved" />
                </span>
              </dd>
            </>
          )}
        </dl>
      )}
      <p class="floor-doors">
        <a class="quiet" href="/api/export" download="houserules-log.ndjson">
          Export the whole log
        </a>
      </p>
    </section>
  );
}

export function Verdict({ value, yes, no }: { value: boolean | null; yes: string; no: string }) {
  if (value === null) return <span>checking…</span>;
  return value ? <span class="right">✓ {yes}</span> : <span class="wrong">✗ {no}</span>;
}
