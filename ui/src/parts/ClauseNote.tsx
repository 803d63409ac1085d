import { useEffect, useState } from "preact/hooks";
import { gistOf } from "../server/clauses";

function useGist(clause: string): string {
  const [gist, setGist] = useState("");
  useEffect(() => {
    let wanted = true;
    gistOf(clause).then((found) => wanted && setGist(found));
    return () => {
      wanted = false;
    };
  }, [clause]);
  return gist;
}

/** A clause by its number, with its sense in a sentence as soon as that is there. */
export function ClauseNote({ clause }: { clause: string }) {
  const gist = useGist(clause);
  return (
    <p class="clause">
      <cite>{clause}</cite>
      {gist && <span> {gist}</span>}
    </p>
  );
}

/** The number alone, where there is little room; a tap tells its sense. */
export function ClauseLink({ clause }: { clause: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="link clause-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        <cite>{clause}</cite>
      </button>
      {open && <Sense clause={clause} />}
    </>
  );
}

function Sense({ clause }: { clause: string }) {
  return <span class="clause-sense">{useGist(clause)}</span>;
}
