import { CardBack } from "./Card";

const DRAWN = 13;
const WIDEST = 40;

/**
 * A deck that the dealer has spread for a player to inspect. The service does not send the cards to any page, so backs
 * are drawn, and the text says what to check.
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
        <strong>Deck {deck} is spread for inspection.</strong> Check that there are 52 cards, by suit and in sequence: none missing,
        none twice, none marked.
      </p>
      <p class="spread-note">Only backs are drawn: the faces of the cards are not sent to this page.</p>
    </section>
  );
}
