import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { actName } from "../words/actions";
import { DENOMINATIONS, type Denomination } from "../cards/chips";
import { decisionButtons, isWager, least, most } from "./decisions";
import { tooDear } from "./means";
import { parseDollars, price, toWire } from "../words/money";
import type { Option } from "../server/types";
import { ChipFace } from "../cards/Chips";
import { Key, letterKeys, useKeys } from "../parts/Key";
import { useShown } from "../parts/shown";
import { t } from "../language/language";

/** The controls in front of the player: chips to bet with, or the decision to take. */

export interface Button {
  id: string;
  label: string;
  amount?: number;
  key: string;
  primary?: boolean;
  disabled?: boolean;
  why?: string | null;
  /** A double click counts as one press: the button that then appears in the same place is a different one. */
  single?: boolean;
  onPress: () => void;
}

export function Buttons({ buttons, busy }: { buttons: readonly Button[]; busy: boolean }) {
  const [pressed, setPressed] = useState("");
  const press = (button: Button): void => {
    setPressed(button.id);
    button.onPress();
  };
  useKeys(
    Object.fromEntries(
      buttons.map((each) => [each.key.toLowerCase(), each.disabled ? undefined : () => press(each)]),
    ),
  );
  return (
    <div class="actions" role="group" aria-label={t("What you can do")} aria-busy={busy}>
      {buttons.map((each) => (
        <button
          // A button of a different width is a different element: none of them grows or moves.
          key={`${each.id}-${Math.min(buttons.length, 2)}`}
          type="button"
          class={`action ${each.primary ? "action-primary" : ""} ${busy && pressed === each.id ? "action-pressed" : ""}`}
          data-action={each.id}
          aria-keyshortcuts={letterKeys.value ? each.key : undefined}
          aria-disabled={each.disabled ?? false}
          aria-describedby={each.disabled && each.why ? `why-${each.id}` : undefined}
          onClick={(event) => !each.disabled && !(each.single && event.detail > 1) && press(each)}
        >
          <span key={each.label} class="action-label">
            {each.label}
          </span>
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

/** The rack always shows the same chips, so that nothing moves; chips that the player cannot afford are dimmed. */
export function ChipRack({ chosen, onChoose, most }: ChipsProps) {
  useKeys(
    Object.fromEntries(DENOMINATIONS.map((chip, at) => [String(at + 1), chip > most ? undefined : () => onChoose(chip)])),
  );
  return (
    <fieldset class="chip-rack">
      <legend class="sr-only">{t("Chip to bet with")}</legend>
      {DENOMINATIONS.map((chip) => (
        <label key={chip} class={`rack-chip ${chip === chosen ? "rack-chosen" : ""} ${chip > most ? "rack-dear" : ""}`} title={`$${chip}`}>
          <input
            type="radio"
            name="chip"
            value={chip}
            checked={chip === chosen}
            disabled={chip > most}
            onChange={() => onChoose(chip)}
            aria-label={t("{amount} chip", { amount: `$${chip}` })}
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
  /** What else the player may state with the decision. */
  before?: ComponentChildren;
  onAct: (option: Option, amount: string) => Promise<void>;
}

/** The actions that the service lists, each with its amounts. Where any amount in a range is allowed, it can be typed. */
export function Decision({ options, chips, busy, before, onAct }: DecisionProps) {
  const shown = useShown();
  const wagers = options.filter(isWager);
  const buttons = decisionButtons(options).map(({ option, id, amount, key }): Button => ({
    id,
    label: actName(shown, option.action ?? option.type),
    ...(amount === null ? {} : { amount, ...affordable(amount, chips) }),
    key,
    single: true,
    onPress: () => void onAct(option, amount === null ? "0" : toWire(amount)),
  }));
  const dear = wagers.flatMap((each) => [tooDear(least(each), chips), tooDear(most(each), chips)]);
  const short = dear.find((why) => why !== null) ?? null;
  return (
    <div class="decision">
      {before}
      <Buttons buttons={buttons} busy={busy} />
      {short && (
        <p class="why-not" role="status">
          {short}
        </p>
      )}
      {wagers
        .filter((each) => least(each) !== most(each))
        .map((each) => (
          <OtherAmount key={each.action} option={each} chips={chips} onAct={onAct} />
        ))}
    </div>
  );
}

interface OtherProps {
  option: Option;
  chips: number;
  onAct: DecisionProps["onAct"];
}

/** Any amount between the smallest and the largest. */
function OtherAmount({ option, chips, onAct }: OtherProps) {
  const shown = useShown();
  const [typed, setTyped] = useState("");
  const amount = /^\d+(\.\d\d?)?$/.test(typed) ? parseDollars(typed) : null;
  const fits = amount !== null && amount >= least(option) && amount <= Math.min(most(option), chips);
  return (
    <form
      class="other-amount"
      onSubmit={(event) => {
        event.preventDefault();
        if (fits) void onAct(option, typed);
      }}
    >
      <label>
        <span>{t("Or {least} to {most}", { least: price(least(option)), most: price(most(option)) })}</span>
        <input
          inputMode="decimal"
          value={typed}
          placeholder={toWire(least(option))}
          onInput={(event) => setTyped(event.currentTarget.value.trim())}
        />
      </label>
      <button type="submit" class="quiet" disabled={!fits}>
        {actName(shown, option.action ?? "")}
      </button>
    </form>
  );
}
