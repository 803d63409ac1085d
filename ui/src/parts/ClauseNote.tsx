import { useEffect, useMemo, useState } from "preact/hooks";
import { knownSense, learnClauses, learnSense, type Sense } from "../server/clauses";

const UNKNOWN: Sense = { gist: "", parts: [] };

function useSense(clause: string): Sense {
  const [learnt, setLearnt] = useState("");
  const known = useMemo(() => knownSense(clause), [clause, learnt]);
  useEffect(() => {
    if (known) return;
    let wanted = true;
    void learnSense(clause).then(() => wanted && setLearnt(clause));
    return () => {
      wanted = false;
    };
  }, [clause]);
  return known ?? UNKNOWN;
}

/** Whether the clauses of this rulebook have been fetched, or cannot be: after that no note changes its height. */
export function useClauses(rulebook: string | null): boolean {
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    if (rulebook === null) return;
    let wanted = true;
    void learnClauses(rulebook).then(() => wanted && setAsked(rulebook));
    return () => {
      wanted = false;
    };
  }, [rulebook]);
  return rulebook !== null && asked === rulebook;
}

/** A clause by its number, with its meaning once that has loaded, or with what it means in this case. */
export function ClauseNote({ clause, text = null }: { clause: string; text?: string | null }) {
  const { gist, parts } = useSense(clause);
  return (
    <div class="clause">
      <cite>{clause}</cite>
      {(text ?? gist) && <span> {text ?? gist}</span>}
      {text === null && parts.length > 0 && (
        <ol class="clause-parts">
          {parts.map((part) => (
            <li key={part.label}>
              <cite>{part.label}</cite> {part.gist}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** The number alone, for narrow places; a tap shows its meaning. */
export function ClauseLink({ clause }: { clause: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="link clause-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        <cite>{clause}</cite>
      </button>
      {open && <SenseOf clause={clause} />}
    </>
  );
}

function SenseOf({ clause }: { clause: string }) {
  const { gist, parts } = useSense(clause);
  return <span class="clause-sense">{[gist, ...parts.map((part) => `${part.label} ${part.gist}`)].join(" ")}</span>;
}
