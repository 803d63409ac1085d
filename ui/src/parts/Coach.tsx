import { useEffect, useState } from "preact/hooks";
import { DOLLAR, price } from "../model/money";
import { best, readAdvice, type Advice } from "../model/advice";
import { get } from "../server/api";
import { capital } from "../model/words";

interface Props {
  table: string;
  /** Changes with every decision, so that each is asked about once. */
  decision: string;
  ante: number;
  cost: number;
  mistakes: number;
  onAdvice: (advice: Advice | null) => void;
}

/** Exact values of each option at practice tables, and what one's own choices have cost so far. */
export function Coach({ table, decision, ante, cost, mistakes, onAdvice }: Props) {
  const [open, setOpen] = useState(false);
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let wanted = true;
    setAdvice(null);
    onAdvice(null);
    if (!decision) return;
    get<unknown>(`/api/tables/${encodeURIComponent(table)}/advice`)
      .then((answer) => {
        if (!wanted) return;
        const read = readAdvice(answer);
        setAdvice(read);
        onAdvice(read);
      })
      .catch(() => wanted && setMissing(true));
    return () => {
      wanted = false;
    };
  }, [table, decision]);
  if (missing && !advice) return null;
  const top = advice ? best(advice) : null;
  return (
    <section class="coach" aria-label="Coach">
      <button type="button" class="coach-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>Coach</span>
        <span class="coach-cost">{mistakes ? `${mistakes} slips, ${price(Math.round(cost))}` : "no slips yet"}</span>
      </button>
      {open && (
        <div class="coach-body">
          {advice ? (
            <table>
              <caption class="sr-only">Value of each option</caption>
              <thead>
                <tr>
                  <th scope="col">Option</th>
                  <th scope="col">Worth on average</th>
                </tr>
              </thead>
              <tbody>
                {advice.options.map((option) => (
                  <tr key={option.action} class={option === top ? "best" : ""}>
                    <th scope="row">
                      {capital(option.action)}
                      {option === top && <span class="tag">best</span>}
                    </th>
                    <td>
                      <span title={option.exact}>{money(option.value * ante)}</span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p>{decision ? "Counting every deal that is left…" : "Comes in when there is something to decide."}</p>
          )}
          <p class="coach-note">Practice tables only. Exact, over every hand the dealer can have.</p>
        </div>
      )}
    </section>
  );
}

function money(amount: number): string {
  const dollars = amount / DOLLAR;
  return `${dollars < 0 ? "−" : "+"}$${Math.abs(dollars).toFixed(2)}`;
}
