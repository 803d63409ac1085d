import { parseDollars, price, signed } from "../words/money";
import type { Line, WagerOffer } from "../server/types";
import { fixedAmounts } from "./bets";
import { ChipStack } from "../cards/Chips";
import { mark, t } from "../language/language";

interface Props {
  offer: WagerOffer;
  amount: number;
  /** Chips can be added or removed here now. */
  open: boolean;
  /** The chips are set down and not yet a wager. */
  waits: boolean;
  /** The wager counts, but its chip has been taken into the tray before the deal. */
  collected: boolean;
  line: Line | null;
  onAdd: () => void;
  onRemove: () => void;
}

/** One betting area. A click or Enter adds the chosen chip; Delete or a right click removes the wager. */
export function BettingSpot({ offer, amount, open, waits, collected, line, onAdd, onRemove }: Props) {
  const fixed = offer.decision ? null : fixedAmounts(offer);
  const limits = fixed
    ? fixed.map(price).reduce((one, other) => t("{one} or {other}", { one, other }))
    : t("{least} to {most}", { least: price(parseDollars(offer.minimum)), most: price(parseDollars(offer.maximum)) });
  const explained = offer.like ? t("{wager}, as much as the {other}", { wager: offer.label, other: offer.like }) : offer.label;
  const won = line?.outcome === "win" ? parseDollars(line.paid) : 0;
  const inside = (
    <span class="spot-face" aria-hidden="true">
      <span class="spot-ring">
        <span key={amount > 0 ? "above" : "inside"} class="spot-name">
          {offer.short}
        </span>
      </span>
      {!collected && <ChipStack amount={amount} />}
      {won > 0 && (
        <span class="paid">
          <ChipStack amount={won} label={false} />
        </span>
      )}
      {collected && !line && <span class="spot-lamp">{price(amount)}</span>}
      {waits && amount > 0 && offer.base && <span class="spot-result spot-not-placed">{t("not placed yet")}</span>}
      {line && <span class={`spot-result spot-${line.outcome}`}>{resultOf(line)}</span>}
    </span>
  );
  const name = `spot ${offer.decision ? "spot-decision" : ""} ${offer.progressive ? "spot-progressive" : ""} ${offer.required ? "spot-required" : "spot-optional"} ${amount ? "spot-full" : ""} ${collected ? "spot-collected" : ""} ${amount && waits ? "spot-waits" : ""}`;
  if (!open || offer.decision) {
    return (
      <div
        class={name}
        role="img"
        aria-label={`${offer.label}: ${[amount ? price(amount) : t("nothing"), collected && t("collected"), line && resultOf(line)].filter(Boolean).join(", ")}`}
        data-wager={offer.name}
        data-amount={amount}
        data-outcome={line?.outcome}
        title={explained}
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
      data-outcome={line?.outcome}
      title={explained}
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
        {t("{wager}, {chips}. Takes {limits}.", {
          wager: offer.label,
          chips: line ? settledText(line, amount) : chipsText(amount, waits),
          limits: offer.like ? t("as much as the {other}", { other: offer.like }) : limits,
        })}
      </span>
    </button>
  );
}

/** The chips shown are those of the last round, not a new bet. */
const settledText = (line: Line, amount: number): string => t("last round's {amount}: {result}", { amount: price(amount), result: resultOf(line) });

function chipsText(amount: number, waits: boolean): string {
  if (!amount) return t("no chips");
  return waits ? t("{amount}, not placed yet", { amount: price(amount) }) : price(amount);
}

const RESULTS = { lose: mark("lost"), push: mark("push"), void: mark("returned") };

/** The result, as in the settlement: a chip that was collected is not returned. */
function resultOf(line: Line): string {
  if (line.outcome === "win") return signed(parseDollars(line.returned) - parseDollars(line.staked));
  return t(RESULTS[line.outcome]);
}
