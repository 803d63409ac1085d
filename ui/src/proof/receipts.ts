import { fromHex, isEd25519, rootFromPath, toBase64, toHex } from "./proof";
import { unknownFor, type Check } from "./deal";
import { pit } from "../pit";
import { listed, mark, t, type Facts } from "../language/language";

/**
 * Receipts: each reply to a command has its place in the log and the salt of its leaf. After the round this page proves
 * that what was asked is in the log under a checkpoint that the house and its witnesses signed.
 */

export interface Given {
  command_id: string;
  table: string;
  /** The round that the table was in; null between two rounds. */
  round: number | null;
  position: number;
  salt: string;
  /** What was asked. */
  asked: Record<string, unknown>;
}

interface ReceiptEvent {
  position: number;
  text: string;
  data: string | null;
  command: string | null;
  path: string[];
}

export interface Receipt {
  command_id: string;
  log: string;
  needed: number;
  witnesses: string[];
  checkpoint: string;
  events: ReceiptEvent[];
}

/** Each pit has its own log, and tables in different pits may have the same names. */
const KEPT = `${pit}receipts`;
const MOST = 200;

function kept(): Given[] {
  try {
    return (JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Given[] | null) ?? [];
  } catch {
    return [];
  }
}

export function noteReceipt(given: Given): void {
  sessionStorage.setItem(KEPT, JSON.stringify([...kept(), given].slice(-MOST)));
}

/** What was asked in a round, and between the previous round and this one. */
export function receiptsOf(table: string, round: number, all: readonly Given[] = kept()): Given[] {
  const found: Given[] = [];
  let between: Given[] = [];
  for (const each of all.filter((one) => one.table === table)) {
    if (each.round === null) between.push(each);
    else {
      if (each.round === round) found.push(...between, each);
      between = [];
    }
  }
  return found;
}

const utf8 = (value: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(value));
const fromBase64 = (value: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(value), (each) => each.charCodeAt(0));

async function sha256(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", content));
}

/** The types of verifier keys: of the log itself, and of a witness, whose cosignature has its time before it. */
const [OF_A_LOG, OF_A_WITNESS] = [1, 4];

/** Whether a verifier key of this type signed a note. */
async function isSignedBy(note: string, vkey: string, type: number): Promise<boolean> {
  // Name and number have no plus sign; the key, in base 64, may have several.
  const [, name = "", number = "", encoded = ""] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(vkey) ?? [];
  const key = fromBase64(encoded);
  if (key[0] !== type) return false;
  const end = note.lastIndexOf("\n\n");
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).split("\n")) {
    const [, who, content] = line.split(" ");
    if (who !== name || !content) continue;
    const signed = fromBase64(content);
    if (toHex(signed.slice(0, 4)) !== number || signed.length < 12) continue;
    const isWitness = type === OF_A_WITNESS;
    const message = utf8(isWitness ? `cosignature/v1\ntime ${new DataView(signed.buffer).getBigUint64(4)}\n${text}` : text);
    return isEd25519(key.slice(1), signed.slice(isWitness ? 12 : 4), message);
  }
  return false;
}

const MILLIONTHS = 1_000_000;

/** Whether an event says what was asked. */
function isAsAsked(name: string, data: string, asked: Record<string, unknown>): boolean {
  const said = JSON.parse(data) as { wagers?: [string, number][]; text?: string };
  if (name === "shuffle.entropy_added/1") return said.text === asked.text;
  if (name !== "round.wagers_placed/1") return true;
  const wagers = Object.entries((asked.wagers ?? {}) as Record<string, string>);
  const placed = said.wagers ?? [];
  return placed.length === wagers.length && wagers.every(([wager, dollars]) =>
    placed.some(([of, amount]) => of === wager && amount === Math.round(Number(dollars) * MILLIONTHS)),
  );
}

const digest = async (content: string): Promise<string> => toHex(await sha256(utf8(content)));

async function isInTheLog(receipt: Receipt, event: ReceiptEvent): Promise<boolean> {
  const [, size, root] = receipt.checkpoint.split("\n");
  const leaf = await sha256(Uint8Array.of(0, ...(await sha256(utf8(event.text)))));
  const found = await rootFromPath(leaf, event.position - 1, Number(size), event.path);
  return found !== null && toBase64(fromHex(found)) === root;
}

/** A fault in words, which are translated where it is shown. */
interface Wrong {
  readonly text: string;
  readonly facts?: Facts;
}

/** What is wrong with a receipt; null if nothing is. */
export async function faultOf(given: Given, receipt: Receipt): Promise<Wrong | null> {
  if (receipt.command_id !== given.command_id) return { text: mark("the receipt is of another command") };
  const origin = receipt.checkpoint.split("\n")[0] ?? "";
  if (!receipt.log.startsWith(`${origin}+`) || !(await isSignedBy(receipt.checkpoint, receipt.log, OF_A_LOG))) return { text: mark("the house did not sign its checkpoint") };
  const signed = await Promise.all([...new Set(receipt.witnesses)].map((each) => isSignedBy(receipt.checkpoint, each, OF_A_WITNESS)));
  if (signed.filter(Boolean).length < receipt.needed) return { text: mark("too few witnesses have signed its checkpoint") };
  if (!receipt.events.some((each) => each.position === given.position)) return { text: mark("the event is not the one of the reply") };
  for (const event of receipt.events) {
    const said = JSON.parse(event.text) as unknown[];
    if (said[1] !== event.position || said[8] !== receipt.command_id) return { text: mark("an event of another command is in it") };
    if (event.position === given.position && said[14] !== given.salt) return { text: mark("its salt is not the one of the reply") };
    if (event.data !== null && said[9] !== (await digest(event.data))) return { text: mark("its content is not what was hashed") };
    if (event.data !== null && !isAsAsked(String(said[5]), event.data, given.asked)) return { text: mark("it is not what you asked for") };
    if (!(await isInTheLog(receipt, event))) return { text: mark("event {position} is not in the log"), facts: { position: String(event.position) } };
  }
  return null;
}

/** What is wrong with a receipt or cannot be checked, for people; null if everything holds. */
async function judge(given: Given, receipt: Receipt): Promise<Check | null> {
  try {
    const fault = await faultOf(given, receipt);
    return fault && { ok: false, text: () => t("Your {what}: {fault}.", { what: words(given), fault: t(fault.text, fault.facts) }) };
  } catch (error) {
    return unproved(given, error);
  }
}

/** Nothing is proved about this request, and nothing is held against the house; the error says why. */
export const unproved = (given: Given, error: unknown): Check =>
  unknownFor(error, (why) => t("Your {what} could not be checked. {why}", { what: words(given), why }));

/** The checks of all receipts of a round, for people. */
export async function checkReceipts(all: readonly (readonly [Given, Receipt])[]): Promise<Check[]> {
  if (!all.length) return [];
  const judged = await Promise.all(all.map(([given, receipt]) => judge(given, receipt)));
  const amiss = judged.filter((each) => each !== null);
  if (amiss.length) return amiss;
  const { witnesses, needed } = all[0]![1];
  const text = (): string => {
    const what = listed([...new Set(all.map(([given]) => words(given)))]);
    return witnesses.length
      ? t("Your {what} stand in the log as you sent them, under a checkpoint that {needed} of {witnesses} witnesses must have signed, and have.", {
          what, needed, witnesses: witnesses.length,
        })
      : t("Your {what} stand in the log as you sent them, under a checkpoint that the house signed; it has no witness.", { what });
  };
  return [{ ok: true, text }];
}

function words({ asked }: Given): string {
  if (asked.type === "place_wagers") return t("wagers");
  return asked.type === "add_entropy" ? t("characters for the shuffle") : t("requests");
}
