import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Book, Shown } from "../server/types";
import { useOnce } from "./useOnce";

/** How the game of a part of the page is shown: from the rules of its table, or from the chosen rulebook. */
export const GameShown = createContext<Shown | null>(null);

export const useShown = (): Shown | null => useContext(GameShown);

/** All rulebooks; null until they are loaded. */
export const useBooks = (): readonly Book[] | null => useOnce<Book[]>("/api/rulebooks").data;

/** How each rulebook's game is shown. */
export function useShownOf(): (rulebook: string) => Shown | null {
  const books = useBooks();
  return (rulebook) => books?.find((book) => book.id === rulebook)?.shown ?? null;
}
