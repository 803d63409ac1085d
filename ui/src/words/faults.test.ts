import { afterEach, describe, expect, it } from "vitest";
import { show } from "../language/language";
import { cautionText, faultText, lawfulText } from "./faults";

describe("faults of a submission", () => {
  afterEach(() => show("en"));
  const fault = { code: "seats", message: "the document has at most 6 seats" };

  it("are told in the service's own words in English", () => {
    expect([faultText(fault), lawfulText("1 to 6")]).toEqual([fault.message, "1 to 6"]);
    expect(cautionText({ code: "player_advantage", message: "flush bonus: table A gives the player the advantage" }, "Flush Bonus")).toMatch(/^Flush bonus: table A/);
  });

  it("are told by their code in another language", async () => {
    await show("es");
    expect([faultText(fault), lawfulText("1 to 6"), lawfulText("at most 500")]).toEqual(["el juego no se juega con ese número de asientos", "1 a 6", "como máximo 500"]);
    expect(faultText({ code: "new_code", message: "something new" })).toBe("something new");
    expect(cautionText({ code: "player_advantage", message: "" }, "Flush Bonus")).toBe("Flush Bonus: el jugador tiene ventaja sobre la casa");
  });
});
