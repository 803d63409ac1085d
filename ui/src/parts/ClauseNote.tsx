import { useEffect, useState } from "preact/hooks";
import { gistOf } from "../server/clauses";

/** A clause by its number, with its sense in a sentence as soon as that is there. */
export function ClauseNote({ clause }: { clause: string }) {
  const [gist, setGist] = useState("");
  useEffect(() => {
    let wanted = true;
    gistOf(clause).then((found) => wanted && setGist(found));
    return () => {
      wanted = false;
    };
  }, [clause]);
  return (
    <p class="clause">
      <cite>{clause}</cite>
      {gist && <span> {gist}</span>}
    </p>
  );
}
