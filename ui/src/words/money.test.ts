import { describe, expect, it } from "vitest";
import { meterPrice, parseDollars, price, signed, toWire } from "./money";

describe("amounts", () => {
  it("reads what the service writes, to the millionth", () => {
    expect(parseDollars("12.50")).toBe(12_500_000);
    expect(parseDollars("-0.000001")).toBe(-1);
    expect(parseDollars("50000")).toBe(50_000_000_000);
    expect(() => parseDollars("1e3")).toThrow(RangeError);
    expect(() => parseDollars("")).toThrow(RangeError);
  });

  it("writes what the service reads", () => {
    expect(toWire(10_000_000)).toBe("10");
    expect(toWire(12_500_000)).toBe("12.50");
    expect(toWire(50_000)).toBe("0.05");
  });

  it("shows dollars to people, and never more than there is", () => {
    expect(price(1_250_000_000)).toBe("$1,250");
    expect(price(-12_500_000)).toBe("−$12.50");
    expect(signed(10_000_000)).toBe("+$10");
    expect(signed(0)).toBe("$0");
    expect(meterPrice("30000.229999")).toBe("$30,000.22");
    expect(meterPrice("30000")).toBe("$30,000.00");
  });
});
