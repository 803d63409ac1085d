import { parseDollars, price } from "../model/money";
import { shortWager } from "../model/words";
import type { Line, WagerOffer } from "../server/types";
import { ChipStack } from "./Chips";

interface Props {
  offer: WagerOffer;
  amount: number;
  /** Chips may be put down or taken up here now. */
  open: boolean;
  /** The chips lie in front of the player, and are no wager yet. */
  waits: boolean;
  line: Line | null;
  onAdd: () => void;
  onRemove: () => void;
}

/** One betting area. A click or Enter puts the chosen chip down; Delete or a right click takes the wager back. */
export function BettingSpot({ offer, amount, open, waits, line, onAdd, onRemove }: Props) {
  const fixed = offer.minimum === offer.maximum && !offer.decision;
  const limits = fixed
    ? price(parseDollars(offer.minimum))
    : `${price(parseDollars(offer.minimum))} to ${price(parseDollars(offer.maximum))}`;
  const inside = (
    <span class="spot-face" aria-hidden="true">
      <span class="spot-ring">
        <span class="spot-name">{shortWager(offer.name)}</span>
      </span>
      <ChipStack amount={amount} />
      {waits && amount > 0 && offer.name === "ante" && <span class="spot-result spot-not-placed">not placed yet</span>}
      {line && <span class={`spot-result spot-${line.outcome}`}>{resultOf(line)}</span>}
    </span>
  );
  const name = `spot spot-kind-${offer.name} ${offer.required ? "spot-required" : "spot-optional"} ${amount ? "spot-full" : ""} ${amount && waits ? "spot-waits" : ""}`;
  if (!open || offer.decision) {
    return (
      <div
        class={name}
        role="img"
        aria-label={`${offer.label}: ${amount ? price(amount) : "nothing"}${line ? `, ${resultOf(line)}` : ""}`}
        data-wager={offer.name}
        data-amount={amount}
      >
        {inside}
      </div>
    );
  }
  return (
    <button
      type="button"
      class={`${name} spot-open`}
      data-wager={offer.name}
      data-amount={amount}
      onClick={onAdd}
      onContextMenu={(event) => {
        event.preventDefault();
        onRemove();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Delete" && event.key !== "Backspace") return;
        event.preventDefault();
        onRemove();
      }}
    >
      {inside}
      <span class="sr-only">
        {offer.label}, {line ? settledText(line, amount) : amount ? `${price(amount)}${waits ? ", not placed yet" : ""}` : "no chips"}. Takes{" "}
        {offer.equals ? "as much as the Ante" : limits}.
      </span>
    </button>
  );
}

/** What lies there is the last round's, and no new bet. */
const settledText = (line: Line, amount: number): string => `last round's ${price(amount)}: ${resultOf(line)}`;

function resultOf(line: Line): string {
  if (line.outcome === "win") return `+${price(parseDollars(line.paid))}`;
  return { lose: "lost", push: "push", void: "returned" }[line.outcome];
}
