import { useRef, useState } from "preact/hooks";
import { HandRow } from "../cards/Hand";
import { ownHandName } from "../cards/hand-names";
import { ClauseNote } from "../parts/ClauseNote";
import { enteredText } from "../parts/EnteredSign";
import { GameShown } from "../parts/shown";
import { session } from "../server/api";
import type { Option, Shown } from "../server/types";
import { exactPrice, parseDollars } from "../words/money";
import { paysText } from "../words/pays";
import { lineName, tableName } from "../words/words";
import type { Claim, FloorTable } from "./floor";
import { inRow, t } from "../language/language";
import { T } from "../language/T";
import { said } from "../words/steps";

interface Props {
  table: FloorTable;
  round: number;
  claim: Claim;
  option: Option;
  shown: Shown | null;
  onValidate: () => Promise<void>;
}

const dollars = (text: string): string => exactPrice(parseDollars(text));

/** What a second person checks before a win is paid, and its slip. */
export function ClaimSheet({ table, round, claim, option, shown, onValidate }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const validate = async (): Promise<void> => {
    setBusy(true);
    await onValidate();
    dialog.current?.close();
    setBusy(false);
  };
  return (
    <GameShown.Provider value={shown}>
      <button type="button" class="action action-primary" onClick={() => dialog.current?.showModal()}>
        {t("Look at the win at seat {seat}", { seat: claim.seat })}
      </button>
      <dialog ref={dialog} class="sheet claim-sheet" aria-label={t("Progressive win at seat {seat}", { seat: claim.seat })}>
        <header>
          <h2>{t("{player} wins {amount}", { player: claim.player || t("Seat {seat}", { seat: claim.seat }), amount: dollars(claim.paid) })}</h2>
          <form method="dialog">
            <button class="quiet">{t("Close")}</button>
          </form>
        </header>
        <div class="row-of-cards small">
          <HandRow cards={claim.cards} hand={claim.hand} label={t("Cards of seat {seat}", { seat: claim.seat })} />
        </div>
        {claim.board.length > 0 && (
          <div class="row-of-cards small">
            <HandRow cards={claim.board} hand={null} label={t("Community cards")} keepOrder />
          </div>
        )}
        <dl class="facts">
          <Fact name={t("Table")} value={t("{table}, round {round}, seat {seat}", { table: tableName(table.name), round: String(round), seat: claim.seat })} />
          <Fact name={t("Player")} value={claim.player || t("has left")} />
          {claim.hand && <Fact name={t("Hand")} value={ownHandName(claim.hand)} />}
          <Fact name={t("Pay line")} value={payLine(shown, claim)} />
          <Fact name={t("Payout")} value={dollars(claim.paid)} />
          <Fact name={t("Meter before")} value={dollars(claim.meter_before)} />
          <Fact name={t("Meter after")} value={dollars(claim.meter_after)} />
          <Fact name={t("The deal")} value={claim.deal} />
        </dl>
        <p class={claim.verifiable ? "gain" : "entered-sign"} data-verifiable={String(claim.verifiable)}>
          {claim.verifiable ? t("The deck was sealed before bets closed; the deal can be verified.") : enteredText()}
        </p>
        {claim.clauses.slice(0, 1).map((clause) => (
          <ClauseNote key={clause} clause={clause} />
        ))}
        <p class="slip-signed">
          <T text="Validated by {name}: {line}" parts={{ name: session.value?.name, line: <span class="slip-line" /> }} />
        </p>
        <div class="button-row">
          <button type="button" class="action" onClick={() => print()}>
            {t("Print the slip")}
          </button>
          <button type="button" class="action action-primary" aria-busy={busy} data-action="validate" onClick={() => void validate()}>
            {t("{step}: {amount}", { step: said(option.title), amount: dollars(claim.paid) })}
          </button>
        </div>
      </dialog>
    </GameShown.Provider>
  );
}

/** The row of the pay table, what it pays, and which table it is. */
function payLine(shown: Shown | null, { line, odds, paytable }: Claim): string {
  const pays = odds ? inRow([lineName(shown, line), paysText(odds)]) : lineName(shown, line);
  return paytable ? t("{line}, table {letter}", { line: pays, letter: paytable }) : pays;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
