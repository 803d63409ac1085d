import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openTable, type TableLink } from "./table";

/** A table of which only the version matters here, and what the service answers to each command. */
type Answer = "lost" | { status: number; code: string } | "done";

let answers: Answer[];
let sent: { type: string; command_id: string; expected_version: number }[];
let version: number;
let table: TableLink;

const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

async function service(address: string, init?: RequestInit): Promise<Response> {
  if (!address.includes("/commands")) return json(200, { version, seal: [] });
  sent.push(JSON.parse(String(init?.body)));
  const answer = answers.shift() ?? "done";
  if (answer === "lost") throw new TypeError("no connection");
  if (answer !== "done") return json(answer.status, { error: { code: answer.code, message: answer.code } });
  version += 1;
  return json(200, { version, view: { version, seal: [] } });
}

class Silent {
  close(): void {}
}

beforeEach(() => {
  [answers, sent, version] = [[], [], 1];
  vi.stubGlobal("fetch", service);
  vi.stubGlobal("WebSocket", Silent);
  vi.stubGlobal("location", new URL("https://house.example/"));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  table = openTable("t1");
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
});

const ids = (): string[] => sent.map((each) => each.command_id);
const buy = (amount = "50"): Promise<boolean> => table.ask("buy_in", { amount });

describe("a command that may have been carried out all the same", () => {
  it.each<Answer>(["lost", { status: 503, code: "database_unavailable" }, { status: 500, code: "our_fault" }])(
    "after %o carries its id again, and a later one another",
    async (answer) => {
      answers = [answer];
      expect(await buy()).toBe(false);
      expect(await buy()).toBe(true);
      expect(await buy()).toBe(true);
      expect(new Set(ids()).size).toBe(2);
      expect(ids()[1]).toBe(ids()[0]);
    },
  );

  it("carries its id until it is known what became of it", async () => {
    answers = ["lost", { status: 429, code: "too_much" }, { status: 503, code: "pit_elsewhere" }, { status: 409, code: "stale_version" }];
    for (const done of [false, false, false, true]) expect(await buy()).toBe(done);
    expect(sent).toHaveLength(5);
    expect(new Set(ids()).size).toBe(1);
  });

  it("is done if the service knows its id, and the table is fetched", async () => {
    answers = [{ status: 503, code: "database_unavailable" }, { status: 409, code: "command_id_reused" }];
    expect(await buy()).toBe(false);
    version = 7;
    expect(await buy()).toBe(true);
    expect(table.view.value?.version).toBe(7);
    expect(table.problem.value).toBeNull();
    expect(await buy()).toBe(true);
    expect(ids()[2]).not.toBe(ids()[0]);
  });

  it("keeps its id while the page sends something by itself", async () => {
    answers = [{ status: 503, code: "database_unavailable" }, "lost"];
    expect(await buy()).toBe(false);
    expect(await table.askQuietly("add_entropy", { text: "mine" })).toBe(false);
    expect(await buy()).toBe(true);
    expect(ids()[2]).toBe(ids()[0]);
    expect(ids()[1]).not.toBe(ids()[0]);
  });

  it("is not another command", async () => {
    answers = [{ status: 503, code: "database_unavailable" }];
    expect(await buy()).toBe(false);
    expect(await buy("60")).toBe(true);
    expect(ids()[1]).not.toBe(ids()[0]);
  });

  it("under an id of its own cannot have been carried out before", async () => {
    answers = [{ status: 409, code: "command_id_reused" }];
    expect(await buy()).toBe(false);
    expect(table.problem.value?.code).toBe("command_id_reused");
  });
});
