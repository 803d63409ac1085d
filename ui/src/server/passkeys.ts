import { mustAddPasskey, post, Problem, welcome, type SignedIn } from "./api";
import type { Person } from "./types";
import { mark } from "../language/language";

/** Passkeys: the browser asks a device of the person, which asks the person; the service checks what the device signed. */

interface AddingChallenge {
  challenge: string;
  site: string;
  user: string;
  account: string;
  name: string;
  known: string[];
}

/** ES256, EdDSA and RS256: the algorithms that devices support. */
const ALGORITHMS = [-7, -8, -257];

/** Whether this browser, at this address, can ask for a passkey: browsers do so by HTTPS and on this machine only. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== "undefined" && window.isSecureContext;

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A device that is not there, a person who says no, and time that runs out look alike to a page. */
async function asked<T>(device: Promise<Credential | null>): Promise<{ id: string; response: T }> {
  try {
    const credential = (await device) as PublicKeyCredential | null;
    if (credential) return { id: toText(credential.rawId), response: credential.response as T };
  } catch (error) {
    const known = error instanceof DOMException && error.name === "InvalidStateError";
    if (known) throw new Problem(0, "passkey_known", mark("This device has a passkey of yours already."));
  }
  throw new Problem(0, "no_passkey", mark("No passkey was given."));
}

export async function addPasskey(name: string, password: string): Promise<void> {
  const begun = await post<AddingChallenge>("/api/session/passkeys/challenge", {});
  const { id, response } = await asked<AuthenticatorAttestationResponse>(
    navigator.credentials.create({
      publicKey: {
        challenge: toBytes(begun.challenge),
        rp: { id: begun.site, name: "houserules" },
        user: { id: toBytes(begun.user), name: begun.account, displayName: begun.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: begun.known.map((each) => ({ type: "public-key", id: toBytes(each) })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        attestation: "none",
      },
    }),
  );
  const made = { credential: id, client_data: toText(response.clientDataJSON), attestation: toText(response.attestationObject) };
  await post("/api/session/passkeys", { name, password, ...made });
  mustAddPasskey.value = false;
}

export async function signInWithPasskey(): Promise<Person> {
  const begun = await post<{ challenge: string; site: string }>("/api/session/passkey/challenge", {});
  const { id, response } = await asked<AuthenticatorAssertionResponse>(
    navigator.credentials.get({
      publicKey: { challenge: toBytes(begun.challenge), rpId: begun.site, userVerification: "required" },
    }),
  );
  const signed = {
    credential: id,
    client_data: toText(response.clientDataJSON),
    authenticator_data: toText(response.authenticatorData),
    signature: toText(response.signature),
    user: toText(response.userHandle ?? new ArrayBuffer(0)),
  };
  return welcome(await post<SignedIn>("/api/session/passkey", signed));
}
