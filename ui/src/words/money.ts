import { numberFormat } from "../language/language";

/** The API has amounts as text in dollars ("12.50"); the client computes in whole millionths of a dollar. */

export const DOLLAR = 1_000_000;
const CENT = DOLLAR / 100;
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
  const cents = Math.round((amount % DOLLAR) / CENT);
  return cents ? `${whole}.${String(cents).padStart(2, "0")}` : String(whole);
}

/** US dollars in every language, as Intl writes them there; the sign is the caller's. */
const dollars = (size: number, digits: 0 | 2): string =>
  numberFormat({ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(size);

/** For people: "$1,250", "$12.50". Parts of a cent, which only a meter has, are cut off and never rounded up. */
export function price(amount: number): string {
  const size = Math.abs(amount);
  const whole = Math.floor(size / DOLLAR);
  const cents = Math.floor((size % DOLLAR) / CENT);
  return `${amount < 0 ? "−" : ""}${dollars(whole + cents / 100, cents ? 2 : 0)}`;
}

export function priceOf(text: string | null | undefined): string {
  return text ? price(parseDollars(text)) : "";
}

/** Always with cents: "$12.00". Parts of a cent are rounded. */
export function exactPrice(amount: number): string {
  const size = Math.round(Math.abs(amount) / CENT) / 100;
  return `${amount < 0 && size ? "−" : ""}${dollars(size, 2)}`;
}

/** A meter always shows its cents; parts of a cent are cut off. */
export const meterPrice = (text: string): string => exactPrice(Math.floor(parseDollars(text) / CENT) * CENT);

/** For figures that are not amounts of money at a table: "$41,250". */
export const roundPrice = (dollars: number): string => price(Math.round(dollars) * DOLLAR);

/** "+$10", "−$5", "±$0": what changed hands. */
export function signed(amount: number): string {
  return amount > 0 ? `+${price(amount)}` : price(amount);
}

/** The same with cents, rounded: "+$10.00", "−$0.35", "$0.00". */
export function signedExact(amount: number): string {
  const text = exactPrice(amount);
  return amount > 0 && text !== exactPrice(0) ? `+${text}` : text;
}
