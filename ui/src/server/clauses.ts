import { senseIn, type Sense } from "./clause-sense";
import { once } from "./once";

export type { Sense };

interface Clause {
  id: string;
  gist: string;
}

/** The meaning of a clause; empty where the rulebook cannot be fetched. */
export async function senseOf(clause: string): Promise<Sense> {
  const [rulebook = ""] = clause.split(" ");
  const clauses = await once<Clause[]>(`/api/rulebooks/${rulebook}/clauses`).catch((): Clause[] => []);
  return senseIn(new Map(clauses.map(({ id, gist }) => [id, gist])), clause);
}
