import { useEffect } from "preact/hooks";
import { baseLimits } from "../words/layout";
import { parseDollars, price, priceOf, toWire } from "../words/money";
import { usePolled } from "../parts/usePolled";
import { session } from "../server/api";
import type { TableRules, View } from "../server/types";
import { t } from "../language/language";
import { T } from "../language/T";

interface Props {
  view: View;
  rules: TableRules;
  buyIn: string;
  setBuyIn: (amount: string) => void;
  onSit: () => void;
}

/** For visitors without a seat: practice chips are free, live chips are bought from the player's purse. */
export function SitHere({ view, rules, buyIn, setBuyIn, onSit }: Props) {
  if (!view.you) return null;
  if (!view.seats.some((each) => each.player === null)) {
    return (
      <div class="sit-here sit-full">
        <p>
          <T text="<strong>This table is full.</strong> Watch until a seat is free, or open a table of your own." parts={{ strong: (inside) => <strong>{inside}</strong> }} />
        </p>
        <a class="action action-primary" href="/">
          {t("Other tables")}
        </a>
      </div>
    );
  }
  if (view.closed) return <p class="sit-here">{t("This table is closed.")}</p>;
  if (view.kind === "live") return <LiveSeat rules={rules} buyIn={buyIn} setBuyIn={setBuyIn} onSit={onSit} />;
  return (
    <div class="sit-here">
      <button type="button" class="action action-primary" data-action="sit" onClick={onSit}>
        <span class="action-label">{t("Sit down")}</span>
        <span class="action-amount">{priceOf(buyIn)}</span>
      </button>
    </div>
  );
}

function LiveSeat({ rules, buyIn, setBuyIn, onSit }: Omit<Props, "view">) {
  const guest = session.value?.guest ?? true;
  const { data: purse } = usePolled<Record<string, string>>(guest ? null : "/api/session/purse", 5000);
  const held = purse ? parseDollars(purse["live"] ?? "0") : null;
  useEffect(() => {
    // A first proposal: twenty of the smallest bets, or all that is in the purse.
    if (held && !buyIn) setBuyIn(toWire(Math.min(held, 20 * parseDollars(baseLimits(rules)?.minimum ?? "0"))));
  }, [held]);
  if (guest) {
    return (
      <div class="sit-here">
        <p>
          <T text="<strong>This is a live table.</strong> To play here, sign in with your account. Watching is free." parts={{ strong: (inside) => <strong>{inside}</strong> }} />
        </p>
        <a class="action action-primary" href="/sign-in">
          {t("Sign in")}
        </a>
      </div>
    );
  }
  if (held === 0) {
    return (
      <p class="sit-here" role="status">
        {t("Your purse is empty. Pay money in at the cage, then sit down here.")}
      </p>
    );
  }
  return (
    <form
      class="sit-here"
      onSubmit={(event) => {
        event.preventDefault();
        onSit();
      }}
    >
      {held !== null && <p>{t("Your purse holds {held}.", { held: price(held) })}</p>}
      <label class="field">
        {t("Buy chips for, in dollars")}
        <input
          inputMode="decimal"
          required
          pattern="[1-9][0-9]*(\.[0-9]{1,2})?"
          value={buyIn}
          onInput={(event) => setBuyIn(event.currentTarget.value.trim())}
        />
      </label>
      <button type="submit" class="action action-primary" data-action="sit">
        <span class="action-label">{t("Sit down")}</span>
      </button>
    </form>
  );
}
