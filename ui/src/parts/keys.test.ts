import { describe, expect, it } from "vitest";
import { meantBy } from "./keys";

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {}) => ({
  key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held,
});

describe("keys of the page", () => {
  it("takes a letter alone, and no combination", () => {
    expect(meantBy(press("f"), true)).toBe("f");
    expect(meantBy(press("F"), true)).toBe("f"); // with caps lock
    expect(meantBy(press("F", { shiftKey: true }), true)).toBeNull();
    expect(meantBy(press("f", { ctrlKey: true }), true)).toBeNull();
  });

  it("takes no letter and no digit where they are switched off, but the other keys", () => {
    expect(meantBy(press("f"), false)).toBeNull();
    expect(meantBy(press("1"), false)).toBeNull();
    expect(meantBy(press("Escape"), false)).toBe("escape");
    expect(meantBy(press("ArrowLeft", { shiftKey: true }), false)).toBe("arrowleft");
  });
});
