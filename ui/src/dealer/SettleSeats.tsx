import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { TableLink } from "../server/table";
import type { Option, View } from "../server/types";
import { turnedUp } from "./procedure";
import { seatsInOrder } from "./training";
import { Key, useKeys } from "../parts/Key";
import { SeatPayouts } from "./SeatPayouts";
import { StepForm } from "./StepForm";
import { trainee } from "./trainee";
import { t } from "../language/language";

interface Props {
  table: TableLink;
  view: View;
  step: Option;
}

/** Seat by seat in the order of the document. The result is recorded when the last seat is paid. */
export function SettleSeats({ table, view, step }: Props) {
  const lines = view.desk?.payouts ?? [];
  const seats = seatsInOrder(lines);
  const [at, setAt] = useState(0);
  const [answered, setAnswered] = useState<ReadonlySet<number>>(new Set());
  const seat = seats[at] ?? 0;
  const tested = trainee.value.on;
  const ready = !tested || answered.has(seat);
  const last = at === seats.length - 1;
  const next = (): void => setAt(Math.min(at + 1, seats.length - 1));
  useKeys(ready && !last ? { n: next } : {});
  const whole = useRef<HTMLDivElement>(null);
  // For a trainee on the keyboard the focus moves from the answers to the next button, and on to the answers of the next seat.
  useLayoutEffect(() => {
    if (!tested) return;
    const target = answered.has(seat) ? ".action-large" : at > 0 ? ".payout-answer > input" : null;
    if (target) whole.current?.querySelector<HTMLElement>(target)?.focus();
  }, [answered, at]);
  return (
    <div ref={whole} class="settle-seats">
      <ol class="seat-dots" aria-label={t("Seats in the order in which they are settled")}>
        {seats.map((each, place) => (
          <li key={each} class={place < at ? "dot-done" : place === at ? "dot-now" : ""} aria-current={place === at ? "step" : undefined}>
            {place === at ? t("Seat {seat}", { seat: each }) : each}
          </li>
        ))}
      </ol>
      <SeatPayouts
        key={seat}
        seat={seat}
        box={turnedUp(view, seat)}
        lines={lines.filter((line) => line.seat === seat)}
        asked={tested}
        onAnswered={() => setAnswered(new Set([...answered, seat]))}
      />
      {ready && !last && (
        <button type="button" class="action action-primary action-large" onClick={next}>
          {t("Seat {seat} is settled, go to seat {next}", { seat, next: seats[at + 1] ?? 0 })}
          <Key name="n" />
        </button>
      )}
      {ready && last && <StepForm table={table} step={step} main label={t("Seat {seat} is settled", { seat })} />}
    </div>
  );
}
