import { parseDollars } from "./money";

/** The exact value of each option, as the service's mathematics gives it, in units of the Ante. */

export interface AdvisedOption {
  readonly action: string;
  readonly value: number;
  readonly exact: string;
}

export interface Advice {
  readonly options: readonly AdvisedOption[];
}

interface Answer {
  options: { action: string; ev: { exact: string; decimal: string } }[];
}

export function readAdvice(answer: unknown): Advice {
  const { options } = answer as Answer;
  return {
    options: options.map(({ action, ev }) => ({ action, value: Number(ev.decimal), exact: ev.exact })),
  };
}

export function best(advice: Advice): AdvisedOption | null {
  return advice.options.reduce<AdvisedOption | null>((top, each) => (!top || each.value > top.value ? each : top), null);
}

/** "raise" for $20 on a $10 Ante is "raise 2x"; the lab writes the All In as "all-in 3x". */
export function chosen(advice: Advice, action: string, amount: string, ante: number): AdvisedOption | null {
  const word = action.replaceAll("_", "-");
  const times = ante ? parseDollars(amount) / ante : 0;
  const names = times ? [`${word} ${times}x`, word] : [word];
  return advice.options.find((option) => names.includes(option.action)) ?? null;
}

/** What a choice costs against the best one, in the units of the Ante; nothing where the choice is not listed. */
export function slip(advice: Advice, choice: AdvisedOption | null): number {
  const top = best(advice);
  return top && choice ? Math.max(0, top.value - choice.value) : 0;
}
