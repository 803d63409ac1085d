import type { Box, Input, Option, View } from "../server/types";
import { mark, t } from "../language/language";
import { plain } from "../words/words";

/** The dealer's procedure as the service lists it: whose step it is, what else can be done, and what is sent. */

/** Whether a person with these roles may take the step. */
export const isFor = (step: Option, jobs: readonly string[]): boolean =>
  step.roles?.some((role) => jobs.includes(role)) ?? true;

const DONE_BY: Record<string, string> = {
  player: mark("A player does this."),
  floorperson: mark("A floorperson does this."),
  pit_manager: mark("A pit manager does this."),
};

/** Who takes the step, for people who may not. */
export function doneBy(step: Option): string {
  if (step.roles?.includes("dealer")) return t("The dealer does this.");
  const role = step.roles?.[0] ?? "floorperson";
  return DONE_BY[role] ? t(DONE_BY[role]) : t("A {role} does this.", { role: plain(role) });
}

/** The irregularities that can be reported now. */
export const irregularities = (steps: readonly Option[]): Option[] => steps.filter((step) => step.aside);

/** What else can be done now, apart from the steps of the procedure. */
export function otherSteps(view: View, jobs: readonly string[]): Option[] {
  const taken = new Set(view.desk?.procedure.map((step) => step.option));
  return (view.desk?.steps ?? []).filter((step, place) => !taken.has(place) && !step.aside && isFor(step, jobs));
}

/** A box as the dealer sees it: while a round is settled, with the hand turned up. */
export function turnedUp(view: View, seat: number): Box | null {
  const box = view.round?.seats.find((each) => each.seat === seat) ?? null;
  const hand = view.desk?.to_settle.find((each) => each.seat === seat);
  return box && hand ? { ...box, cards: hand.cards, hand: hand.hand } : box;
}

export type Typed = Readonly<Record<string, string>>;

/** The initial values of the form. The service fills in usual values, never what must be counted. */
export function usual(step: Option): Record<string, string> {
  const found: Record<string, string> = {};
  for (const input of step.inputs ?? []) {
    if (input.value !== undefined) found[input.name] = String(input.value);
    if (input.choices?.[0]) found[input.name] = input.choices[0].label;
  }
  return found;
}

/** What is sent to the service: the fields that the option fixes, and what was typed and chosen. */
export function fieldsOf(step: Option, typed: Typed): Record<string, unknown> {
  const { type: _, title, clause, roles, inputs = [], aside, smallest, largest, wagers, ...fixed } = step;
  const stated = new Set(inputs.map((input) => input.name));
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(fixed).filter(([name]) => !stated.has(name)));
  return Object.assign(fields, ...inputs.map((input) => statedBy(input, typed)));
}

function statedBy(input: Input, typed: Typed): Record<string, unknown> {
  const text = (typed[input.name] ?? "").trim();
  switch (input.input) {
    case "count":
      return text ? { [input.name]: Number(text) } : {};
    case "choice":
      return input.choices?.find((choice) => choice.label === text)?.fields ?? {};
    case "cards":
      return text ? { [input.name]: text.split(/\s+/) } : {};
    case "deck":
      return text ? { [input.name]: text.split(/\s+/) } : typed["as_dealt"] ? { as_dealt: true } : {};
  }
}
