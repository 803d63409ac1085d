import { describe, expect, it } from "vitest";
import { onlyGrew, type SignedHead } from "./proof";

describe("a log that grew", () => {
  const newer = { size: 11, root: "e177ad5a8a17108dad67c70a51266681aa02b9e2b7ad6a0357585ba4289982ac" } as SignedHead;
  const six = { size: 6, root: "bb36e7d3d4cee5720cbd323d02fab15962e2ba1dadf5f8fc6eeef4fd6ad056a8" } as SignedHead;
  const eight = { size: 8, root: "ef7f49b620f6c7ea9b963a214da34b5021c6ded8ed57734380a311ab726aa907" } as SignedHead;
  const path = [
    "4b8c129ed14cce2c08cfc6766db7f8cdb133b5f698b8de3d5890ea7ff7f0a8d1",
    "bbb0feb32f648c73fe170518bcec1f675af1b780dc23d6fbf30b745c1ca5fa11",
    "9bcd51240af4005168f033121ba85be5a6ed4f0e6a5fac262066729b8fbfdecb",
    "e4b894272eb88bed1830cbef82d1c7aee37612a9e7131a5bdd0ae1a6e8f3ff50",
  ];
  it("is proved by the path of the service, from any size", async () => {
    expect(await onlyGrew(six, newer, path)).toBe(true);
    expect(await onlyGrew(eight, newer, path.slice(3))).toBe(true);
    expect(await onlyGrew(newer, newer, [])).toBe(true);
  });
  it("is not believed when anything is amiss", async () => {
    expect(await onlyGrew({ ...six, root: eight.root }, newer, path)).toBe(false);
    expect(await onlyGrew(six, { ...newer, root: six.root }, path)).toBe(false);
    expect(await onlyGrew(six, newer, path.slice(1))).toBe(false);
    expect(await onlyGrew(newer, six, path)).toBe(false);
    expect(await onlyGrew(six, { ...six, root: eight.root }, [])).toBe(false);
  });
});
