import { describe, expect, it, vi } from "vitest";
import example from "./receipts.example.json";
import { fromHex, toBase64 } from "./proof";
import { checkReceipts, faultOf, receiptsOf, type Given, type Receipt } from "./receipts";

/** Receipts from a service with two witnesses: for a share of the seed and for wagers. */
const all = example as unknown as (Receipt & { given: Given })[];
const [share, wagers] = [all[0]!, all[1]!];

describe("a receipt", () => {
  it("proves what was asked, under a checkpoint that the witnesses signed", async () => {
    expect(await faultOf(share.given, share)).toBeNull();
    expect(await faultOf(wagers.given, wagers)).toBeNull();
    const [check] = await checkReceipts(all.map((each) => [each.given, each] as const));
    expect(check?.ok).toBe(true);
    expect(check?.text()).toContain("characters for the shuffle and wagers");
    expect(check?.text()).toContain("2 of 2 witnesses");
  });
  it("is not believed when anything is amiss", async () => {
    const event = wagers.events[0]!;
    const changed: [Partial<Given>, Partial<Receipt>][] = [
      [{ salt: "00" }, {}],
      [{ position: 1 }, {}],
      [{ asked: { type: "place_wagers", wagers: { ante: "20" } } }, {}],
      [{ asked: { type: "place_wagers", wagers: {} } }, {}],
      [{}, { witnesses: [wagers.log, wagers.witnesses[0]!] }],
      [{}, { witnesses: [wagers.witnesses[0]!, wagers.witnesses[0]!] }],
      [{}, { checkpoint: wagers.checkpoint.replace("\n", "x\n") }],
      [{}, { checkpoint: wagers.checkpoint.split("\n").slice(0, 5).join("\n") + "\n" }],
      [{}, { log: share.witnesses[0]! }],
      [{}, { events: [] }],
      [{}, { events: [{ ...event, data: `${event.data} ` }] }],
      [{}, { events: [{ ...event, text: `${event.text} ` }] }],
      [{}, { events: [{ ...event, path: event.path.slice(1) }] }],
      [{}, { command_id: share.command_id }],
    ];
    for (const [given, receipt] of changed) {
      expect(await faultOf({ ...wagers.given, ...given }, { ...wagers, ...receipt })).not.toBeNull();
    }
    const [check] = await checkReceipts([[{ ...share.given, salt: "00" }, share]]);
    expect(check?.ok).toBe(false);
  });
  it("is believed whatever characters the key of the house has", async () => {
    const encoded = "AR+utYCOx7m+/XWCUOj5lxd20HxotjPGfNlbatU5zXZV"; // One key in 131 has two plus signs this far apart.
    const secret = fromHex(`302e020100300506032b657004220420${(228).toString(16).padStart(64, "0")}`);
    const key = await crypto.subtle.importKey("pkcs8", secret, { name: "Ed25519" }, false, ["sign"]);
    const [origin = "", size, root] = wagers.checkpoint.split("\n");
    const text = new TextEncoder().encode(`${origin}\n${size}\n${root}\n`);
    const signature = new Uint8Array(await crypto.subtle.sign({ name: "Ed25519" }, key, text));
    const line = `— ${origin} ${toBase64(Uint8Array.of(1, 2, 3, 4, ...signature))}\n`;
    const log = `${origin}+01020304+${encoded}`;
    const alone = { log, witnesses: [], needed: 0, checkpoint: `${origin}\n${size}\n${root}\n\n${line}` };
    expect(await faultOf(wagers.given, { ...wagers, ...alone })).toBeNull();
    const forged = alone.checkpoint.replace(`${origin}\n`, `${origin}\n1`);
    expect(await faultOf(wagers.given, { ...wagers, ...alone, checkpoint: forged })).not.toBeNull();
  });
  it("is neither believed nor held against the house where this browser cannot check signatures", async () => {
    const cannot = vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("", "NotSupportedError"));
    const [check] = await checkReceipts([[wagers.given, wagers]]);
    cannot.mockRestore();
    expect(check?.ok).toBeNull();
    expect(check?.text()).toContain("does not know Ed25519");
    const [unread] = await checkReceipts([[wagers.given, { ...wagers, events: [{ ...wagers.events[0]!, text: "" }] }]]);
    expect(unread?.ok).toBeNull();
  });
  it("belongs to a round with what was asked before it", () => {
    const given = (round: number | null, position: number): Given => ({ ...wagers.given, table: "1", round, position });
    const noted = [given(null, 1), given(1, 2), given(1, 3), given(null, 4), given(2, 5), given(null, 6)];
    expect(receiptsOf("1", 1, noted).map((each) => each.position)).toEqual([1, 2, 3]);
    expect(receiptsOf("1", 2, noted).map((each) => each.position)).toEqual([4, 5]);
    expect(receiptsOf("2", 1, noted)).toEqual([]);
  });
});
