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
import { lineName } from "../words/words";
import type { Claim, FloorTable } from "./floor";

interface Props {
  table: FloorTable;
  round: number;
  claim: Claim;
  option: Option;
  shown: Shown | null;
  onValidate: () => Promise<void>;
}

const dollars = (text: string): string => exactPrice(parseDollars(text));

/** What a second person looks at before a win is paid, and the slip of it. */
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
        Look at the win at seat {claim.seat}
      </button>
      <dialog ref={dialog} class="sheet claim-sheet" aria-label={`Progressive win at seat ${claim.seat}`}>
        <header>
          <h2>
            {claim.player || `Seat ${claim.seat}`} wins {dollars(claim.paid)}
          </h2>
          <form method="dialog">
            <button class="quiet">Close</button>
          </form>
        </header>
        <div class="row-of-cards small">
          <HandRow cards={claim.cards} hand={claim.hand} label={`Cards of seat ${claim.seat}`} />
        </div>
        {claim.board.length > 0 && (
          <div class="row-of-cards small">
            <HandRow cards={claim.board} hand={null} label="Community cards" keepOrder />
          </div>
        )}
        <dl class="facts">
          <Fact name="Table" value={`${table.name}, round ${round}, seat ${claim.seat}`} />
          <Fact name="Player" value={claim.player || "has left"} />
          {claim.hand && <Fact name="Hand" value={ownHandName(claim.hand)} />}
          <Fact name="Pay line" value={`${lineName(shown, claim.line)}${claim.odds ? `, ${paysText(claim.odds)}` : ""}${claim.paytable ? `, table ${claim.paytable}` : ""}`} />
          <Fact name="Payout" value={dollars(claim.paid)} />
          <Fact name="Meter before" value={dollars(claim.meter_before)} />
          <Fact name="Meter after" value={dollars(claim.meter_after)} />
          <Fact name="Deal" value={claim.deal} />
        </dl>
        <p class={claim.verifiable ? "gain" : "entered-sign"} data-verifiable={String(claim.verifiable)}>
          {claim.verifiable ? "The deck was sealed before bets closed; the deal can be verified." : enteredText()}
        </p>
        {claim.clauses.slice(0, 1).map((clause) => (
          <ClauseNote key={clause} clause={clause} />
        ))}
        <p class="slip-signed">
          Validated by {session.value?.name}: <span class="slip-line" />
        </p>
        <div class="button-row">
          <button type="button" class="action" onClick={() => print()}>
            Print the slip
          </button>
          <button type="button" class="action action-primary" aria-busy={busy} data-action="validate" onClick={() => void validate()}>
            {option.title}: {dollars(claim.paid)}
          </button>
        </div>
      </dialog>
    </GameShown.Provider>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
