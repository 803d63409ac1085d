import { useState } from "preact/hooks";
import { DENOMINATIONS, type Denomination } from "../model/chips";
import { tooDear } from "../model/means";
import { parseDollars, price, toWire } from "../model/money";
import { capital, plain, wagerName } from "../model/words";
import type { Option } from "../server/types";
import { ChipFace } from "./Chips";
import { Key, letterKeys, useKeys } from "./Key";

/** The rail in front of the player: chips to bet with, or the decision to take. Never more than three buttons. */

export interface Button {
  id: string;
  label: string;
  amount?: number;
  key: string;
  primary?: boolean;
  disabled?: boolean;
  why?: string | null;
  /** A double click is one press: what comes up next in the same place is another matter. */
  single?: boolean;
  onPress: () => void;
}

export function Buttons({ buttons, busy }: { buttons: readonly Button[]; busy: boolean }) {
  useKeys(
    Object.fromEntries(
      buttons.map((each) => [each.key.toLowerCase(), each.disabled ? undefined : each.onPress]),
    ),
  );
  return (
    <div class="actions" role="group" aria-label="What you can do" aria-busy={busy}>
      {buttons.map((each) => (
        <button
          key={each.id}
          type="button"
          class={`action ${each.primary ? "action-primary" : ""}`}
          data-action={each.id}
          aria-keyshortcuts={letterKeys.value ? each.key : undefined}
          aria-disabled={each.disabled ?? false}
          aria-describedby={each.disabled && each.why ? `why-${each.id}` : undefined}
          onClick={(event) => !each.disabled && !(each.single && event.detail > 1) && each.onPress()}
        >
          <span class="action-label">{each.label}</span>
          {each.amount ? <span class="action-amount">{price(each.amount)}</span> : null}
          <Key name={each.key} />
          {each.disabled && each.why && (
            <span class="sr-only" id={`why-${each.id}`}>
              {each.why}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

interface ChipsProps {
  chosen: Denomination;
  onChoose: (chip: Denomination) => void;
  most: number;
}

/** The rack always holds the same chips, so that nothing moves; those worth more than one has are dim. */
export function ChipRack({ chosen, onChoose, most }: ChipsProps) {
  useKeys(
    Object.fromEntries(DENOMINATIONS.map((chip, at) => [String(at + 1), chip > most ? undefined : () => onChoose(chip)])),
  );
  return (
    <fieldset class="chip-rack">
      <legend class="sr-only">Chip to bet with</legend>
      {DENOMINATIONS.map((chip) => (
        <label key={chip} class={`rack-chip ${chip === chosen ? "rack-chosen" : ""} ${chip > most ? "rack-dear" : ""}`} title={`$${chip}`}>
          <input
            type="radio"
            name="chip"
            value={chip}
            checked={chip === chosen}
            disabled={chip > most}
            onChange={() => onChoose(chip)}
            aria-label={`$${chip} chip`}
          />
          <ChipFace chip={chip} />
        </label>
      ))}
    </fieldset>
  );
}

const affordable = (amount: number, chips: number): Pick<Button, "disabled" | "why"> => {
  const why = tooDear(amount, chips);
  return { disabled: why !== null, why };
};

interface DecisionProps {
  options: readonly Option[];
  /** What the player has to pay with. */
  chips: number;
  busy: boolean;
  onAct: (option: Option, amount: string) => Promise<void>;
}

/** The acts that the service lists, each with its amount. Where any amount between two is lawful, it can be typed. */
export function Decision({ options, chips, busy, onAct }: DecisionProps) {
  const passive = options.filter((each) => each.smallest === undefined);
  const active = options.find((each) => each.smallest !== undefined);
  const [typed, setTyped] = useState("");
  const buttons: Button[] = passive.map((each) => ({
    id: each.action ?? each.type,
    label: capital(plain(each.action ?? each.type)),
    key: (each.action ?? "f").charAt(0),
    single: true,
    onPress: () => void onAct(each, "0"),
  }));
  const smallest = active?.smallest ?? "0";
  const largest = active?.largest ?? smallest;
  if (active) {
    const name = wagerName(active.action ?? "");
    const key = (active.action ?? "r").charAt(0);
    buttons.push({
      id: `${active.action}-smallest`,
      label: name,
      amount: parseDollars(smallest),
      ...affordable(parseDollars(smallest), chips),
      key,
      primary: smallest === largest,
      single: true,
      onPress: () => void onAct(active, toWire(parseDollars(smallest))),
    });
    if (largest !== smallest) {
      buttons.push({
        id: `${active.action}-largest`,
        label: name,
        amount: parseDollars(largest),
        ...affordable(parseDollars(largest), chips),
        key: "m",
        primary: true,
        single: true,
        onPress: () => void onAct(active, toWire(parseDollars(largest))),
      });
    }
  }
  const wanted = /^\d+(\.\d\d?)?$/.test(typed) ? parseDollars(typed) : null;
  const fits = wanted !== null && wanted >= parseDollars(smallest) && wanted <= Math.min(parseDollars(largest), chips);
  const short = active ? (tooDear(parseDollars(smallest), chips) ?? tooDear(parseDollars(largest), chips)) : null;
  return (
    <div class="decision">
      <Buttons buttons={buttons} busy={busy} />
      {short && (
        <p class="why-not" role="status">
          {short}
        </p>
      )}
      {active && largest !== smallest && (
        <form
          class="other-amount"
          onSubmit={(event) => {
            event.preventDefault();
            if (fits) void onAct(active, typed);
          }}
        >
          <label>
            <span>
              Or {price(parseDollars(smallest))} to {price(parseDollars(largest))}
            </span>
            <input
              inputMode="decimal"
              value={typed}
              placeholder={toWire(parseDollars(smallest))}
              onInput={(event) => setTyped(event.currentTarget.value.trim())}
            />
          </label>
          <button type="submit" class="quiet" disabled={!fits}>
            {wagerName(active.action ?? "")}
          </button>
        </form>
      )}
    </div>
  );
}
