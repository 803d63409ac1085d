import { expect, test } from "vitest";
import { nameIn } from "./files";

test("a file is saved under the name that the service gives it", () => {
  expect(nameIn('attachment; filename="md-hcf-signs.pdf"')).toBe("md-hcf-signs.pdf");
  expect(nameIn(null)).toBe("paper");
});
