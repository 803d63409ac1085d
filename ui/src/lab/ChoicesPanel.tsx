import { useEffect, useState } from "preact/hooks";
import { many, numberFormat, t } from "../language/language";
import { ClauseNote } from "../parts/ClauseNote";
import {
  bookWager,
  chooseTable,
  chosenTable,
  isAmount,
  linesOf,
  OWN,
  paidByTable,
  printedAlike,
  segmentsOf,
  setSegment,
  shownPay,
  tablesOf,
  typedPay,
  WANTED_AMOUNT,
  wantedPay,
} from "./lab";
import type { Reading } from "../words/readings";
import type { Tables } from "./lab";
import { isTable, read, write, type Data, type Fault } from "../submission/submission";
import { faultText } from "../words/faults";
import { capital, lineName, plain, wagerName } from "../words/words";
import type { Book, Shown } from "../server/types";
import { AMOUNTS, change, choose, setUnreadable, type AmountName, type Choices } from "./choices";

interface Props {
  chosen: Choices;
  book: Book;
  tables: Tables | null;
  readings: readonly Reading[] | null;
  faults: readonly Fault[];
}

/** The inputs of the figures: pay tables, printed or typed, the meter, and the readings. */
export function ChoicesPanel({ chosen, book, tables, readings, faults }: Props) {
  const switches = (readings ?? []).filter((each) => each.switch);
  const changed = switches.filter((each) => read(chosen.data, `readings.${each.id}`) !== undefined).length;
  const [begun, setBegun] = useState(0);
  const beginAgain = (): void => {
    choose({ ...chosen, data: chosen.bundled, meter: "", players: 1 });
    // Text that could not be read is removed as well.
    setBegun(begun + 1);
  };
  return (
    <div class="lab-choices" role="group" aria-label={t("Choices")}>
      {tables &&
        paidByTable(book).map((wager) => (
          <WagerChoice key={`${wager}-${begun}`} wager={wager} chosen={chosen} book={book} tables={tables} faults={faults} />
        ))}
      {switches.length > 0 && (
        <details class="panel lab-readings">
          <summary>
            {t("Readings")} <span class="hint">{changed ? many(changed, "{count} changed", "{count} changed") : t("all default")}</span>
          </summary>
          {switches.map((reading) => (
            <ReadingChoice key={reading.id} reading={reading} data={chosen.data} />
          ))}
        </details>
      )}
      <button type="button" class="quiet lab-again" onClick={beginAgain}>
        {t("Reset to the bundled submission")}
      </button>
    </div>
  );
}

interface WagerProps {
  wager: string;
  chosen: Choices;
  book: Book;
  tables: Tables;
  faults: readonly Fault[];
}

function WagerChoice({ wager, chosen, book, tables, faults }: WagerProps) {
  const { data, bundled } = chosen;
  const { shown } = book;
  const at = `wagers.${wager}`;
  const table = chosenTable(data, wager);
  const printed = tablesOf(book, tables, wager);
  const { wheel, offer } = bookWager(book, wager) ?? { wheel: false, offer: "" };
  const id = `lab-${wager}`;
  const open = Object.entries(printed[table] ?? {}).filter(([, pays]) => pays === "Bonus");
  return (
    <fieldset class="panel lab-wager">
      <legend>{wagerName(shown, wager)}</legend>
      <label class="field" for={id}>
        <span class="sr-only">{t("Pay table of the {wager}", { wager: wagerName(shown, wager) })}</span>
        <select id={id} value={table} onChange={(event) => change({ data: chooseTable(data, book, tables, wager, event.currentTarget.value, bundled) })}>
          {Object.keys(printed).map((letter) => (
            <option key={letter} value={letter}>
              {t(wheel ? "Wheel {letter}" : "Table {letter}", { letter })}
            </option>
          ))}
          {!wheel && <option value={OWN}>{t("My own")}</option>}
          {offer !== "required" && <option value="">{t("Not offered")}</option>}
        </select>
      </label>
      {table === OWN && <Lines wager={wager} shown={shown} at={`${at}.paytable`} lines={linesOf(book, tables, wager)} data={data} faults={faults} />}
      {open.length > 0 && <Lines wager={wager} shown={shown} at={`${at}.bonus`} lines={open.map(([line]) => line)} data={data} faults={faults} />}
      {wager === shown.progressive_wager && table !== "" && <MeterChoice chosen={chosen} at={at} wheel={wheel} />}
      {wheel && table !== "" && <Segments data={data} at={at} symbols={Object.keys(printed[table] ?? {})} />}
      <Unlawful wager={wager} faults={faults} alike={printedAlike(data, book, tables, wager)} />
    </fieldset>
  );
}

function Unlawful({ wager, faults, alike }: { wager: string; faults: readonly Fault[]; alike: string | null }) {
  const paytable = `wagers.${wager}.paytable`;
  // Unreadable input is reported at its field.
  const told = faults.filter((fault) => fault.key.startsWith(`wagers.${wager}`) && fault.code !== "malformed");
  const own = told.filter((fault) => fault.key !== paytable || !alike);
  if (alike && told.length > own.length && !own.length) return <p class="hint">{t("The same as the printed table {letter}, line for line.", { letter: alike })}</p>;
  if (!own.length) return null;
  return (
    <div class="lab-unlawful">
      {own.map((fault) => (
        <div key={`${fault.key}-${fault.code}`}>
          <p>
            {fault.key === paytable ? <strong>{t("Not among the lawful pay tables.")} </strong> : `${t("{what}.", { what: capital(faultText(fault)) })} `}
            {fault.lawful && <span>{t("Lawful: {lawful}.", { lawful: fault.lawful })}</span>}
          </p>
          {fault.clause && <ClauseNote clause={fault.clause} />}
        </div>
      ))}
    </div>
  );
}

interface LinesProps {
  wager: string;
  shown: Shown;
  at: string;
  lines: readonly string[];
  data: Data;
  faults: readonly Fault[];
}

/** Pay lines to type: "300", "3 to 2", "$250", and on the progressive "10%". */
function Lines({ wager, shown, at, lines, data, faults }: LinesProps) {
  const set = read(data, at);
  const table = isTable(set) ? set : {};
  return (
    <div class="lab-lines" role="group" aria-label={t("Pay lines of the {wager}", { wager: wagerName(shown, wager) })}>
      {lines.map((line) => (
        <PayInput
          key={line}
          id={`pay-${wager}-${line}`}
          name={capital(lineName(shown, line))}
          wrong={faults.some((fault) => fault.code === "malformed" && fault.key === `${at}.${line}`) ? wantedPay(shown, wager) : ""}
          value={shownPay(table[line])}
          onType={(text) => change({ data: write(data, `${at}.${line}`, typedPay(text)) })}
        />
      ))}
      <p class="hint">
        {t(
          wager === shown.progressive_wager
            ? "300 means 300 to 1; “10%” is a share of the meter, “$250” an amount. An empty line pays nothing."
            : "300 means 300 to 1; “$250” is an amount. An empty line pays nothing.",
        )}
      </p>
    </div>
  );
}

interface PayInputProps {
  id: string;
  name: string;
  value: string;
  /** How to write it, if the text cannot be read; else empty. */
  wrong: string;
  onType: (text: string) => void;
}

/** While typing, the text stays as typed. */
function PayInput({ id, name, value, wrong, onType }: PayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div class="lab-line">
      <label for={id}>{name}</label>
      <input
        id={id}
        type="text"
        aria-invalid={wrong !== ""}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={typed ?? value}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          onType(event.currentTarget.value);
        }}
        onBlur={() => setTyped(null)}
      />
      {wrong && (
        <p id={`${id}-wrong`} class="fault">
          {wrong}
        </p>
      )}
    </div>
  );
}

function MeterChoice({ chosen, at, wheel }: { chosen: Choices; at: string; wheel: boolean }) {
  const initial = String(read(chosen.data, `${at}.initial`) ?? "");
  const prize = wheel && read(chosen.data, `${at}.prize`) !== undefined;
  return (
    <div class="lab-meter">
      <AmountField name="meter" value={chosen.meter} otherwise={initial || t("initial amount")} onAmount={(meter) => change({ meter })} />
      <label class="field">
        {t("Players")}
        <select value={String(chosen.players)} onChange={(event) => change({ players: Number(event.currentTarget.value) })}>
          {[1, 2, 3, 4, 5, 6].map((count) => (
            <option key={count} value={String(count)}>
              {count}
            </option>
          ))}
        </select>
      </label>
      <SubmittedAmount name="wager" at={`${at}.amount`} data={chosen.data} />
      {prize && <SubmittedAmount name="prize" at={`${at}.prize`} data={chosen.data} />}
    </div>
  );
}

function SubmittedAmount({ name, at, data }: { name: AmountName; at: string; data: Data }) {
  const stated = read(data, at);
  // If several amounts may be wagered, the figures are those of the smallest.
  const value = Array.isArray(stated) ? [...stated].sort((a, b) => Number(a) - Number(b))[0] : stated;
  return <AmountField name={name} value={String(value ?? "")} onAmount={(amount) => change({ data: write(data, at, amount) })} />;
}

interface AmountProps {
  name: AmountName;
  value: string;
  /** The value of an empty field; without it the field is required. */
  otherwise?: string;
  onAmount: (amount: string) => void;
}

/** Only an amount that can be read is used; other text stays in the field with a message. */
function AmountField({ name, value, otherwise, onAmount }: AmountProps) {
  const [typed, setTyped] = useState({ text: value, over: value });
  // A value that came from elsewhere replaces what was typed.
  const text = typed.over === value ? typed.text : value;
  const reads = (amount: string): boolean => isAmount(amount) || (amount === "" && otherwise !== undefined);
  const wrong = !reads(text);
  const id = `lab-amount-${name}`;
  useEffect(() => {
    setUnreadable(name, wrong);
    return () => setUnreadable(name, false);
  }, [wrong]);
  return (
    <div class="field">
      <label for={id}>{t("{name}, dollars", { name: t(AMOUNTS[name]) })}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        placeholder={otherwise}
        value={text}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onInput={(event) => {
          const now = event.currentTarget.value.replace(/[$,\s]/g, "");
          setTyped({ text: now, over: reads(now) ? now : value });
          if (reads(now)) onAmount(now);
        }}
      />
      {wrong && (
        <p id={`${id}-wrong`} class="fault">
          {t(WANTED_AMOUNT)}
        </p>
      )}
    </div>
  );
}

function Segments({ data, at, symbols }: { data: Data; at: string; symbols: readonly string[] }) {
  const counts = segmentsOf(data, at);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <details>
      <summary>
        {t("Segments of the wheel")} <span class="hint">{numberFormat().format(all)}</span>
      </summary>
      <div class="lab-lines" role="group" aria-label={t("Segments of the wheel")}>
        {symbols.map((symbol) => (
          <label key={symbol}>
            <span>{symbol}</span>
            <input
              type="number"
              min={0}
              max={100000}
              value={counts[symbol] ?? 0}
              onInput={(event) => change({ data: setSegment(data, at, symbol, Math.max(0, Math.floor(Number(event.currentTarget.value) || 0))) })}
            />
          </label>
        ))}
      </div>
    </details>
  );
}

function ReadingChoice({ reading, data }: { reading: Reading; data: Data }) {
  const at = `readings.${reading.id}`;
  const value = String(read(data, at) ?? "");
  return (
    <label class="field">
      {reading.title}
      <select value={value} onChange={(event) => change({ data: write(data, at, event.currentTarget.value || undefined) })}>
        <option value="">{t("{reading} (default)", { reading: capital(plain(reading.default)) })}</option>
        {Object.keys(reading.readings)
          .filter((choice) => choice !== reading.default)
          .map((choice) => (
            <option key={choice} value={choice}>
              {capital(plain(choice))}
            </option>
          ))}
      </select>
      <cite>{reading.clauses.join(", ")}</cite>
    </label>
  );
}
