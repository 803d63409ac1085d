/** Tables of a large house are in pits, and the address says in which: `/pits/north/tables/…`. */

const PIT = /^\/pits\/[^/]+/;

/** The prefix of every address of this page: empty, unless it shows a pit. */
export const pit = (typeof location === "undefined" ? null : PIT.exec(location.pathname)?.[0]) ?? "";

export const withoutPit = (pathname: string): string => pathname.replace(PIT, "");
