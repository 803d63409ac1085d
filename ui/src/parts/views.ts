import type { Person } from "../server/types";

interface ViewLink {
  readonly path: string;
  readonly name: string;
}

const ALL: readonly (ViewLink & { readonly jobs: readonly string[] | null })[] = [
  { path: "", name: "Lobby", jobs: null },
  { path: "learn", name: "Learn", jobs: null },
  { path: "dealer", name: "Dealer", jobs: ["dealer", "floorperson", "pit_manager"] },
  { path: "floor", name: "Floor", jobs: ["floorperson", "pit_manager", "auditor", "regulator"] },
  { path: "records", name: "Records", jobs: ["auditor", "regulator"] },
  { path: "people", name: "People", jobs: ["administrator", "auditor", "regulator"] },
  { path: "law", name: "The law", jobs: null },
  { path: "lab", name: "The lab", jobs: null },
  { path: "submission", name: "Submission", jobs: null },
];

/** The service checks permissions itself; this only leaves out links that it would refuse. */
export function viewsFor(person: Person | null): ViewLink[] {
  const jobs = new Set(person?.jobs ?? []);
  return ALL.filter((view) => view.jobs === null || view.jobs.some((job) => jobs.has(job)));
}
