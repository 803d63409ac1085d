import { mark } from "../language/language";
import type { Person } from "../server/types";

interface ViewLink {
  readonly path: string;
  readonly name: string;
}

const ALL: readonly (ViewLink & { readonly jobs: readonly string[] | null })[] = [
  { path: "", name: mark("Lobby"), jobs: null },
  { path: "history", name: mark("History"), jobs: null },
  { path: "learn", name: mark("Learn"), jobs: null },
  { path: "dealer", name: mark("Dealer"), jobs: ["dealer", "floorperson", "pit_manager"] },
  { path: "floor", name: mark("Floor"), jobs: ["floorperson", "pit_manager", "auditor", "regulator"] },
  { path: "records", name: mark("Records"), jobs: ["auditor", "regulator"] },
  { path: "people", name: mark("People"), jobs: ["administrator", "auditor", "regulator"] },
  { path: "law", name: mark("The law"), jobs: null },
  { path: "lab", name: mark("The lab"), jobs: null },
  { path: "submission", name: mark("Submission"), jobs: null },
];

/** The service checks permissions itself; this only leaves out links that it would refuse. */
export function viewsFor(person: Person | null): ViewLink[] {
  const jobs = new Set(person?.jobs ?? []);
  return ALL.filter((view) => view.jobs === null || view.jobs.some((job) => jobs.has(job)));
}
