import { CardFace } from "./Card";
import { RANKS, SUITS } from "./cards";
import { t } from "../language/language";

/** A fresh deck, spread face up by suit and in sequence for a player to inspect. */
export function SpreadDeck({ deck }: { deck: number }) {
  return (
    <section class="spread-deck" aria-label={t("Deck {deck}, spread for inspection", { deck })}>
      <div class="spread-suits" role="img" aria-label={t("52 cards, face up, by suit and in sequence")}>
        {SUITS.map((suit) => (
          <div key={suit} class="spread-suit" aria-hidden="true">
            {[...RANKS].reverse().map((rank) => (
              <CardFace key={rank} card={`${rank}${suit}`} />
            ))}
          </div>
        ))}
      </div>
      <p class="spread-what">
        <strong>{t("Deck {deck} is spread for inspection.", { deck })}</strong> {t("52 cards, by suit and in sequence: none missing, none twice.")}
      </p>
    </section>
  );
}
