import { fullDeck, suitName } from "../model/cards";
import { CardFace } from "./Card";

/** A deck spread out face up, a column for each suit and in sequence, for a player to look over before it is used. */
export function SpreadDeck({ deck }: { deck: number }) {
  return (
    <section class="spread-deck" aria-label={`Deck ${deck}, spread face up`}>
      {fullDeck().map(({ suit, cards }) => (
        <div key={suit} class="spread-suit" role="group" aria-label={`All ${cards.length} ${suitName(suit)}`}>
          {cards.map((card) => (
            <CardFace key={card} card={card} />
          ))}
        </div>
      ))}
    </section>
  );
}
