import { useState } from "preact/hooks";
import { t } from "../language/language";
import { HandRow } from "../cards/Hand";
import { handName, ownHandName } from "../cards/hand-names";
import { Settlement } from "../parts/Settlement";
import { useShown } from "../parts/shown";
import type { Round, TableRules } from "../server/types";
import { actName } from "../words/actions";
import { priceOf } from "../words/money";
import { ownBoxes, ownLines } from "../words/rounds";
import { HAND } from "./words";

/** A finished hand, step by step: cards, board, decision, dealer, result. */
export function HandView({ hand, rules }: { hand: Round; rules: TableRules | null }) {
  const shown = useShown();
  const steps = ["cards", ...(hand.board.length ? ["board"] : []), "decision", "dealer", "result"];
  const [at, setAt] = useState(steps.length - 1);
  const seen = (step: string): boolean => steps.indexOf(step) <= at;
  const own = ownBoxes(hand);
  const boxes = own.length ? own : hand.seats;
  const lines = own.length ? ownLines(hand) : hand.settled;
  return (
    <div class="hand-view">
      <div class="button-row" role="group" aria-label={HAND.title(hand.number)}>
        <button type="button" class="quiet" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {HAND.back()}
        </button>
        <strong role="status">{t(HAND.steps[steps[at] ?? "result"] ?? "")}</strong>
        <button type="button" class="quiet" disabled={at === steps.length - 1} onClick={() => setAt(at + 1)}>
          {HAND.on()}
        </button>
      </div>
      <div class={`hand-felt felt-${shown?.felt ?? "green"}`}>
        {hand.dealer && seen("dealer") && (
          <figure>
            <HandRow cards={hand.dealer} hand={hand.dealer_hand} label={HAND.dealer()} />
            <figcaption>{HAND.dealerHand(hand.dealer_hand && handName(hand.dealer_hand), hand.dealer_qualifies)}</figcaption>
          </figure>
        )}
        {hand.board.length > 0 && seen("board") && <HandRow cards={hand.board} hand={null} label={HAND.board()} keepOrder />}
        {boxes.map((box) => (
          <figure key={box.seat}>
            <HandRow cards={box.cards} hand={seen("board") || !hand.board.length ? box.hand : null} count={box.card_count} label={HAND.seat(box.seat)} byThemselves />
            <figcaption>
              {HAND.box(
                box.seat,
                box.yours,
                box.cards ? (box.hand && seen("decision") ? ownHandName(box.hand) : null) : HAND.hidden(),
                box.action && seen("decision") ? `${actName(shown, box.action)}${Number(box.amount) ? ` ${priceOf(box.amount)}` : ""}` : "",
              )}
            </figcaption>
          </figure>
        ))}
      </div>
      {seen("result") && <Settlement lines={lines} title={HAND.settled()} boxes={boxes} {...(rules ? { rules } : {})} />}
    </div>
  );
}
