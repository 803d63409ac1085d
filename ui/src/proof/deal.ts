import type { Round } from "../server/types";
import { isOpened, toHex, type Commitment, type Opening } from "./proof";
import { seenCards } from "../words/rounds";
import { Problem } from "../server/api";
import { explained } from "../words/refusals";
import { listed, t } from "../language/language";

/** Whether this round was dealt from the deck that was sealed before the bets closed. Checked here, not by the service. */

export interface DealProof {
  commitment: Commitment;
  openings: Opening[];
  /** In hexadecimal, in the order in which they were added. */
  shares: string[];
  /** "entered": the cards came from outside, and no seed produced them. */
  method?: string;
}

export interface Check {
  /** Null: it cannot be checked. */
  readonly ok: boolean | null;
  /** Worded while it is rendered, in the displayed language. */
  readonly text: () => string;
  /** It may be possible to check it later. */
  readonly later?: boolean;
}

/** What could not be checked because of an error: no answer, or one that cannot be read. That proves nothing against anybody. */
export function unknownFor(error: unknown, words: (why: string) => string): Check {
  const problem = error instanceof Problem ? error : new Problem(0, "client", String(error));
  const text = (): string => {
    const { what, next } = explained(problem);
    return words(`${what} ${next}`.trim());
  };
  return { ok: null, later: true, text };
}

const hexOf = (share: string): string => toHex(new TextEncoder().encode(share));

/** `sealed`: the root that this browser was shown while bets were still open; null if it was not at the table then. */
export async function checkDeal(
  round: Round,
  proof: DealProof,
  sealed: string | null,
  ownShares: readonly string[],
): Promise<Check[]> {
  const { commitment, openings, shares } = proof;
  const opened = await Promise.all(openings.map((opening) => isOpened(commitment, opening)));
  const wrong = openings.filter((_, at) => !opened[at]).map((opening) => opening.text);
  const places = new Set(openings.map((opening) => opening.place)).size;
  const cards = new Set(openings.map((opening) => opening.card)).size;
  const shown = new Set(openings.map((opening) => opening.text));
  const seen = seenCards(round);
  const missing = seen.filter((card) => !shown.has(card));
  const mine = ownShares.filter((share) => shares.includes(hexOf(share)));
  return [
    sealed === null
      ? { ok: true, text: () => t("This browser was not at the table when the deck was sealed, so the seal is taken from the records.") }
      : sealed === commitment.root
        ? { ok: true, text: () => t("The seal is the one that this browser was shown while bets were still open.") }
        : { ok: false, text: () => t("The seal is not the one that this browser was shown while bets were still open.") },
    wrong.length
      ? { ok: false, text: () => t("Not from the sealed deck: {cards}.", { cards: wrong.join(" ") }) }
      : { ok: true, text: () => t("Each of the {count} cards was in the sealed deck, at the place it was dealt from.", { count: openings.length }) },
    missing.length || places !== openings.length || cards !== openings.length
      ? { ok: false, text: () => t("The proof does not open every card on the felt exactly once: {cards}.", { cards: missing.join(" ") }) }
      : { ok: true, text: () => t("Every card that you saw is among them, exactly once.") },
    ...(proof.method === "entered"
      ? [{ ok: null, text: () => t("The cards were entered from outside: how they were shuffled cannot be checked here.") }]
      : []),
    ...(mine.length ? [{ ok: true, text: () => t("Your characters, {characters}, went into this shuffle.", { characters: listed(mine) }) }] : []),
  ];
}

/** Characters for the shuffle: 96 bits that the house could not know when it committed to its seed. */
export function randomShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
