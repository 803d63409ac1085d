import "../dealer/SeatPayouts.css";
import { useEffect, useState } from "preact/hooks";
import { ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { lesson, type Layout, type Paid } from "./lessons";
import { PayForm } from "./PayForm";
import { PAY } from "./words";

/** Layouts to pay against the clock, without a limit on their number. */
export function Payouts({ submission }: { submission: string }) {
  const [layout, setLayout] = useState<Layout | null>(null);
  const [typed, setTyped] = useState<string[]>([]);
  const [paid, setPaid] = useState<Paid | null>(null);
  const [began, setBegan] = useState(0);
  const [took, setTook] = useState(0);
  const { problem, clear, attempt } = useAttempt();
  const begin = (): void =>
    void attempt(async () => {
      setLayout(await lesson<Layout>("layouts", { submission }));
      setTyped([]);
      setPaid(null);
      setBegan(Date.now());
    });
  const check = (event: Event): void => {
    event.preventDefault();
    if (!layout || paid) return;
    setTook(Math.round((Date.now() - began) / 1000));
    const amounts = layout.lines.map((_, at) => typed[at] ?? "");
    void attempt(async () => setPaid(await lesson<Paid>("payments", { submission, question: layout.question, amounts })));
  };
  return (
    <form class="panel learn-pay" onSubmit={check}>
      <p class="hint">{PAY.lead}</p>
      <ProblemNotice problem={problem} onClose={clear} />
      {layout && <PayForm layout={layout} typed={typed} onType={setTyped} paid={paid} />}
      <div class="button-row">
        {layout && !paid && <Seconds since={began} />}
        {paid && (
          <p role="status" class="learn-verdict">
            {PAY.score(paid.right.filter(Boolean).length, paid.lines.length, took)}
          </p>
        )}
        {layout && !paid ? (
          <button type="submit" class="action action-primary">
            {PAY.check}
          </button>
        ) : (
          <button type="button" class="action action-primary" onClick={begin}>
            {layout ? PAY.next : PAY.begin}
          </button>
        )}
      </div>
    </form>
  );
}

function Seconds({ since }: { since: number }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p class="hint" role="timer" aria-label={PAY.clock}>
      {PAY.seconds(Math.max(0, Math.round((Date.now() - since) / 1000)))}
    </p>
  );
}
