import { go } from "../router";
import { post, someone } from "./api";
import type { LobbyTable } from "./types";

/** Opens a practice table with this submission, as a guest if need be, and sits down at it. */
export async function openPracticeTable(submission: unknown): Promise<void> {
  await someone();
  const { table } = await post<LobbyTable>("/api/tables", { submission, kind: "practice" });
  go(`/tables/${table}?sit`);
}
