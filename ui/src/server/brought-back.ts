/** What a sign-in provider has sent along with the browser, if the browser comes from there. */
export function broughtBack(search: string): URLSearchParams | null {
  const given = new URLSearchParams(search);
  return given.has("state") && (given.has("code") || given.has("error")) ? given : null;
}
