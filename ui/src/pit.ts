/** Tables of a large house stand in pits, and the address says in which: `/pits/north/tables/…`. */

const PIT = /^\/pits\/[^/]+/;

/** What stands before every address of this page: nothing, unless it shows a pit. */
export const pit = (typeof location === "undefined" ? null : PIT.exec(location.pathname)?.[0]) ?? "";

export const withoutPit = (pathname: string): string => pathname.replace(PIT, "");
