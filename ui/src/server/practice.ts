import { go } from "../router";
import { get, post, someone } from "./api";
import type { LobbyTable } from "./types";

/** Opens a practice table with this submission, as a guest if need be, and sits down at it. */
export async function openPracticeTable(submission: unknown): Promise<void> {
  await someone();
  const { table } = await post<LobbyTable>("/api/tables", { submission, kind: "practice" });
  go(`/tables/${table}?sit`);
}

/** A practice table of the player's own with this game: one that is open already, or a new one. */
export async function playAtOwnTable(submission: string, rulebook: string): Promise<void> {
  await someone();
  const tables = await get<LobbyTable[]>("/api/tables");
  const open = tables.find((each) => each.own && each.kind === "practice" && each.rulebook === rulebook && (each.seat !== null || each.open_seats > 0));
  if (open) go(`/tables/${open.table}?sit`);
  else await openPracticeTable(submission);
}
