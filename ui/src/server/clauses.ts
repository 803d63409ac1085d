import { senseIn, type Sense } from "./clause-sense";
import { get } from "./api";

export type { Sense };

/** The meaning of clauses, fetched once for each rulebook when a clause is first opened. */

interface Clause {
  id: string;
  gist: string;
}

const books = new Map<string, Promise<Map<string, string>>>();

function book(rulebook: string): Promise<Map<string, string>> {
  let known = books.get(rulebook);
  if (!known) {
    known = get<Clause[]>(`/api/rulebooks/${rulebook}/clauses`)
      .then((clauses) => new Map(clauses.map((clause) => [clause.id, clause.gist])))
      .catch(() => new Map<string, string>());
    books.set(rulebook, known);
  }
  return known;
}

export async function senseOf(clause: string): Promise<Sense> {
  const [rulebook = ""] = clause.split(" ");
  return senseIn(await book(rulebook), clause);
}
