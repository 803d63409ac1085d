import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Route } from "./router";

let parseRoute: (address: { pathname: string; search: string; hash: string }) => Route;

beforeAll(async () => {
  vi.stubGlobal("location", { pathname: "/", search: "", hash: "" });
  vi.stubGlobal("addEventListener", () => undefined);
  ({ parseRoute } = await import("./router"));
});

const at = (pathname: string, search = "", hash = "") => {
  const { view, id, part, query } = parseRoute({ pathname, search, hash });
  return [view, id, part, query.toString()];
};

describe("addresses", () => {
  it("name a view, what it shows, and where in it one begins", () => {
    expect(at("/")).toEqual(["", "", "", ""]);
    expect(at("/tables/t1", "?sit")).toEqual(["tables", "t1", "", "sit="]);
    expect(at("/law/MD-HCF/11.B")).toEqual(["law", "MD-HCF", "11.B", ""]);
    expect(at("/law/MD-HCF/11.B(5)(c)/")).toEqual(["law", "MD-HCF", "11.B(5)(c)", ""]);
  });

  it("may be of a pit", () => {
    expect(at("/pits/north")).toEqual(["", "", "", ""]);
    expect(at("/pits/north/tables/t1", "?sit")).toEqual(["tables", "t1", "", "sit="]);
  });

  it("may be mistyped", () => {
    expect(at("/tables/50%")).toEqual(["tables", "50%", "", ""]);
    expect(at("/tables/No%20Such!")).toEqual(["tables", "No Such!", "", ""]);
  });

  it("keep the secret of a link to sign in behind the #", () => {
    expect(at("/", "", "#sign-in=owner.secret")).toEqual(["sign-in", "", "", "sign-in=owner.secret"]);
  });
});
