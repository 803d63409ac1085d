import { go } from "../router";
import { get, post, session, someone, whoAmI } from "./api";
import type { LobbyTable } from "./types";

/** Opens a practice table with this submission, as a guest if necessary, and sits down at it. */
export async function openPracticeTable(submission: unknown): Promise<void> {
  await someone();
  const { table } = await post<LobbyTable>("/api/tables", { submission, kind: "practice" });
  go(`/tables/${table}?sit`);
}

/** A practice table of the player's own with this game: one that is open already, or a new one. */
export async function playAtOwnTable(submission: string, rulebook: string): Promise<void> {
  const open = await ownTables(rulebook);
  const found = open.find((each) => each.seat !== null || each.open_seats > 0);
  if (found) go(`/tables/${found.table}?sit`);
  else await openPracticeTable(submission);
}

/** A guided first hand, at the player's own table if nobody else sits there and no round is in progress; else at a new one. */
export async function learnAtOwnTable(submission: string, rulebook: string): Promise<void> {
  const open = await ownTables(rulebook);
  const found = open.find((each) => each.phase === "waiting" && each.open_seats + (each.seat === null ? 0 : 1) === each.seats);
  const { table } = found ?? (await post<LobbyTable>("/api/tables", { submission, kind: "practice" }));
  go(`/tables/${table}?sit&lesson`);
}

async function ownTables(rulebook: string): Promise<LobbyTable[]> {
  if (!(session.value ?? (await whoAmI()))) {
    await someone();
    return []; // A new guest has no table yet.
  }
  const tables = await get<LobbyTable[]>("/api/tables");
  return tables.filter((each) => each.own && each.kind === "practice" && each.rulebook === rulebook);
}
