/** The API has amounts as text in dollars ("12.50"); the client computes in whole millionths of a dollar. */

export const DOLLAR = 1_000_000;
const SHAPE = /^(-?)(\d+)(?:\.(\d{1,6}))?$/;

export function parseDollars(text: string): number {
  const found = SHAPE.exec(text);
  if (!found) throw new RangeError(`not an amount: ${text}`);
  const [, sign, whole = "0", part = ""] = found;
  const size = Number(whole) * DOLLAR + Number(part.padEnd(6, "0"));
  return sign ? -size : size;
}

/** For the wire: "10", "12.50". */
export function toWire(amount: number): string {
  const whole = Math.floor(amount / DOLLAR);
  const cents = Math.round((amount % DOLLAR) / 10_000);
  return cents ? `${whole}.${String(cents).padStart(2, "0")}` : String(whole);
}

/** For people: "$1,250", "$12.50". Parts of a cent, which only a meter has, are cut off and never rounded up. */
export function price(amount: number): string {
  const size = Math.abs(amount);
  const whole = Math.floor(size / DOLLAR);
  const cents = Math.floor((size % DOLLAR) / 10_000);
  const shown = whole.toLocaleString("en-US");
  return `${amount < 0 ? "−" : ""}$${shown}${cents ? `.${String(cents).padStart(2, "0")}` : ""}`;
}

export function priceOf(text: string | null | undefined): string {
  return text ? price(parseDollars(text)) : "";
}

/** A meter always shows its cents. */
export function meterPrice(text: string): string {
  const amount = parseDollars(text);
  const whole = Math.floor(amount / DOLLAR).toLocaleString("en-US");
  const cents = Math.floor((amount % DOLLAR) / 10_000);
  return `$${whole}.${String(cents).padStart(2, "0")}`;
}

/** "+$10", "−$5", "±$0": what changed hands. */
export function signed(amount: number): string {
  return amount > 0 ? `+${price(amount)}` : price(amount);
}
