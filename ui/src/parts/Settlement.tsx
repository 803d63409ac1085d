import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { parseDollars, priceOf, signed } from "../words/money";
import { capital, lineName, wagerName } from "../words/words";
import { oddsText } from "../words/pays";
import { net } from "../words/rounds";
import { reasonsFor, type Reasons } from "../words/why";
import type { Box, Line, TableRules } from "../server/types";
import { ClauseLink, ClauseNote } from "./ClauseNote";
import { useShown } from "./shown";
import { mark, t } from "../language/language";
import { T } from "../language/T";

/** One line for each wager, green or grey; a tap shows the reason. */

const OUTCOMES: Record<Line["outcome"], string> = { win: mark("wins"), lose: mark("loses"), push: mark("push"), void: mark("returned") };

/** From this many lines on they are closer together, and on a phone take the space of the other seats; on a short phone, from SHORT on. */
const LONG = 6;
const SHORT = 4;
/** How many lines the coach's text takes the space of; beside other players' hands it is one sentence. */
const TOLD = 2;

interface Props {
  lines: readonly Line[];
  title: string;
  /** The rules and hands for the reasons; without them only the clauses are shown. */
  rules?: TableRules;
  boxes?: readonly Box[];
  /** How many lines there will be, and how many there can be. */
  room?: { own: number; most: number };
  /** The coach's comment on the decisions, if it has no room beside the felt. */
  told?: ComponentChildren;
  /** What is shown below the lines. */
  children?: ComponentChildren;
}

export function Settlement({ lines, title, rules, boxes, room = { own: 0, most: 0 }, told, children }: Props) {
  if (!lines.length) return null;
  const sum = net(lines);
  const several = new Set(lines.map((line) => line.seat)).size > 1;
  const shared = boxes?.some((box) => !box.yours) ?? false;
  const own = room.own + (told && !shared ? TOLD : 0);
  return (
    <section class={`settlement ${own >= LONG ? "settlement-long" : ""} ${own >= SHORT ? "settlement-some" : ""} ${room.most >= LONG ? "settlement-close" : ""}`} aria-label={title}>
      <header class="settlement-head">
        <h2>{title}</h2>
        <strong key={sum} class={sum > 0 ? "gain" : "even"} data-net={String(sum)}>
          {signed(sum)}
        </strong>
      </header>
      {told && <p class={`settlement-told ${shared ? "settlement-shared" : ""}`}>{told}</p>}
      <ol>
        {lines.map((line, at) => (
          <SettledLine
            key={`${line.seat}-${line.wager}-${at}`}
            line={line}
            at={at}
            seat={several ? line.seat : null}
            reasons={reasonsFor(line, rules ?? null, boxes?.find((box) => box.seat === line.seat) ?? null)}
          />
        ))}
      </ol>
      {children && <footer class="settlement-foot">{children}</footer>}
    </section>
  );
}

interface LineProps {
  line: Line;
  at: number;
  seat: number | null;
  reasons: Reasons;
}

function SettledLine({ line, at, seat, reasons }: LineProps) {
  const shown = useShown();
  const [open, setOpen] = useState(false);
  const change = parseDollars(line.returned) - parseDollars(line.staked);
  const id = `why-${line.seat}-${line.wager}-${at}`;
  return (
    <li class={`settled settled-${line.outcome} ${line.hand_of_seat !== null && line.hand_of_seat !== line.seat ? "settled-for-another" : ""}`} style={{ "--place": String(at) }} data-wager={line.wager} data-seat={line.seat}>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span class="settled-wager">
          {seat !== null && <span class="settled-seat"><T text="<word>Seat </word>{seat}" parts={{ word: (inside) => <span class="settled-seat-word">{inside}</span>, seat }} /> </span>}
          {wagerName(shown, line.wager)}
        </span>
        <span class="settled-outcome">
          {line.outcome === "win" && line.odds ? (
            <>
              <span class="sr-only">{t(OUTCOMES.win)} </span>
              {oddsText(line.odds)}
            </>
          ) : (
            t(OUTCOMES[line.outcome])
          )}
          {line.hand_of_seat !== null && line.hand_of_seat !== line.seat && ` ${t("for seat {seat}", { seat: line.hand_of_seat })}`}
        </span>
        <span class="settled-amount" data-change={String(change)}>
          {signed(change)}
        </span>
      </button>
      <div id={id} class="why" hidden={!open}>
        {open && <Why line={line} reasons={reasons} />}
      </div>
    </li>
  );
}

function Why({ line, reasons }: { line: Line; reasons: Reasons }) {
  const shown = useShown();
  return (
    <>
      <dl>
        {line.line && (
          <>
            <dt>{t("Pay line")}</dt>
            <dd>
              {line.paytable
                ? t("{line}, table {letter}", { line: capital(lineName(shown, line.line)), letter: line.paytable })
                : capital(lineName(shown, line.line))}
            </dd>
          </>
        )}
        {line.odds && (
          <>
            <dt>{t("Pays")}</dt>
            <dd>{oddsText(line.odds)}</dd>
          </>
        )}
        <dt>{t("Staked")}</dt>
        <dd>{priceOf(line.staked)}</dd>
        <dt>{t("Won")}</dt>
        <dd>{priceOf(line.paid)}</dd>
        <dt>{t("Returned to you")}</dt>
        <dd>{priceOf(line.returned)}</dd>
        {line.hand_of_seat !== null && line.hand_of_seat !== line.seat && (
          <>
            <dt>{t("For the hand of")}</dt>
            <dd>{t("seat {seat}", { seat: line.hand_of_seat })}</dd>
          </>
        )}
        {line.limited_by && (
          <>
            <dt>{t("Limited by")}</dt>
            <dd>{line.limited_by}</dd>
          </>
        )}
      </dl>
      {reasons.said.map(({ clause, text }) => (
        <ClauseNote key={clause} clause={clause} text={text} />
      ))}
      {reasons.also.length > 0 && (
        <p class="clause also">
          {t("See also")}{" "}
          {reasons.also.map((clause) => (
            <ClauseLink key={clause} clause={clause} />
          ))}
        </p>
      )}
    </>
  );
}
