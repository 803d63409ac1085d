import { senseIn, type Sense } from "./clause-sense";
import { once } from "./once";

export type { Sense };

interface Clause {
  id: string;
  gist: string;
}

const known = new Map<string, ReadonlyMap<string, string>>();

const rulebookOf = (clause: string): string => clause.split(" ")[0] ?? "";

/** Fetches the meaning of all clauses of a rulebook. If that fails, clauses are shown by their numbers. */
export async function learnClauses(rulebook: string): Promise<void> {
  const clauses = await once<Clause[]>(`/api/rulebooks/${rulebook}/clauses`).catch(() => null);
  if (clauses && !known.has(rulebook)) known.set(rulebook, new Map(clauses.map(({ id, gist }) => [id, gist])));
}

/** The meaning of a clause, if its rulebook has been fetched: then a page need not be rendered twice. */
export function knownSense(clause: string): Sense | null {
  const gists = known.get(rulebookOf(clause));
  return gists ? senseIn(gists, clause) : null;
}

export const learnSense = (clause: string): Promise<void> => learnClauses(rulebookOf(clause));
