/** What a clause means: its gist in a sentence, and its parts if that sentence only refers to them. */

export interface Sense {
  readonly gist: string;
  readonly parts: readonly { readonly label: string; readonly gist: string }[];
}

const POINTS_ON = /\b(below|follow|follows)\b(?! the top)/;
/** "MD-CTF 12.C(1) Paytable A": the number, and what distinguishes clauses that have the same number in the document. */
const NUMBERED = /^(\S+ \S+?)((?: \S.*)?)$/;

export function senseIn(gists: ReadonlyMap<string, string>, clause: string): Sense {
  const gist = gists.get(clause) ?? "";
  if (!POINTS_ON.test(gist)) return { gist, parts: [] };
  const [, number = "", which = ""] = NUMBERED.exec(clause) ?? [];
  const parts = [...gists].flatMap(([id, sense]) => {
    const [, own = "", whose = ""] = NUMBERED.exec(id) ?? [];
    const label = own.slice(number.length);
    return whose === which && own.startsWith(number) && /^\((?:\w+)\)$/.test(label) ? [{ label, gist: sense }] : [];
  });
  return { gist, parts };
}
