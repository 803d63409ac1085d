import type { Person } from "../server/types";

export interface DeskLink {
  readonly path: string;
  readonly name: string;
}

const ALL: readonly (DeskLink & { readonly jobs: readonly string[] | null })[] = [
  { path: "", name: "Lobby", jobs: null },
  { path: "dealer", name: "Dealer", jobs: ["dealer", "floorperson", "pit_manager"] },
  { path: "floor", name: "Floor", jobs: ["floorperson", "pit_manager", "auditor", "regulator"] },
  { path: "desk", name: "Regulator", jobs: ["auditor", "regulator"] },
  { path: "people", name: "People", jobs: ["administrator"] },
  { path: "law", name: "The law", jobs: null },
  { path: "lab", name: "The lab", jobs: null },
  { path: "submission", name: "Submission", jobs: null },
];

/** The service guards every desk itself; this only keeps doors out of sight that would not open. */
export function desksFor(person: Person | null): DeskLink[] {
  const jobs = new Set(person?.jobs ?? []);
  return ALL.filter((desk) => desk.jobs === null || desk.jobs.some((job) => jobs.has(job)));
}
