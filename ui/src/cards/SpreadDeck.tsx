import { CardBack } from "./Card";

const DRAWN = 13;
const WIDEST = 40;

/**
 * A deck that the dealer has spread for a player to look over. The service tells no page which cards these are, so
 * backs stand for them, and words for what there is to look at.
 */
export function SpreadDeck({ deck }: { deck: number }) {
  return (
    <section class="spread-deck" aria-label={`Deck ${deck}, spread for inspection`}>
      <div class="spread-fan" aria-hidden="true">
        {Array.from({ length: DRAWN }, (_, place) => (
          <span key={place} class="spread-card" style={{ "--turn": `${(place / (DRAWN - 1) - 0.5) * 2 * WIDEST}deg` }}>
            <CardBack place={place} />
          </span>
        ))}
      </div>
      <p class="spread-what">
        <strong>Deck {deck} is spread for inspection.</strong> Look for 52 cards, by suit and in sequence: none missing, none
        twice, none marked.
      </p>
      <p class="spread-note">Backs stand for the cards here: their faces are not sent to this page.</p>
    </section>
  );
}
