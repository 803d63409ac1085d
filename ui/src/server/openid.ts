import { get, post, Problem, welcome, type SignedIn } from "./api";
import type { Person } from "./types";
import { t } from "../language/language";

/** Signing in through the operator's OpenID provider: the browser goes there, and comes back to this page with a code. */

/** The operator's name for the provider; null if there is none. */
export const providerName = async (): Promise<string | null> => (await get<{ provider: string | null }>("/api/sign-in")).provider;

export async function visitProvider(): Promise<void> {
  location.assign((await post<{ address: string }>("/api/session/openid/visit", {})).address);
}

/** Whether the browser comes back from the provider, with the provider's parameters. */
export const isBroughtBack = (given: URLSearchParams): boolean => given.has("state") && (given.has("code") || given.has("error"));

export async function signInFromProvider(given: URLSearchParams): Promise<Person> {
  const code = given.get("code");
  if (!code) throw new Problem(0, "provider_refused", t("The provider answered: {answer}.", { answer: given.get("error") ?? "-" }));
  return welcome(await post<SignedIn>("/api/session/openid", { code, state: given.get("state") }));
}
