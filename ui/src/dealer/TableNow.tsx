import type { Box, Console, Round, Shown, View } from "../server/types";
import { actName } from "../words/actions";
import { priceOf } from "../words/money";
import { spoken } from "../cards/cards";
import { ownHandName } from "../cards/hand-names";
import { capital, wagerName } from "../words/words";
import { CardBack } from "../cards/Card";
import { HandRow } from "../cards/Hand";
import { useShown } from "../parts/shown";
import { DealersCards } from "./Training";
import { inRow, many, t } from "../language/language";
import { named } from "../words/steps";

/** The layout as the dealer sees it: the dealer's cards, the community cards, and the seats with their wagers. */
export function TableNow({ view }: { view: View }) {
  const round = view.round;
  const desk = view.desk;
  return (
    <section aria-labelledby="table-now" class="panel table-now">
      <h2 id="table-now">{t("The layout")}</h2>
      <dl class="facts-row">
        <Fact name={t("Dealing")} value={capital(named(desk?.dealing ?? ""))} />
        <Fact name={t("Decks")} value={capital(inRow((desk?.decks ?? []).map((deck) => t("deck {deck} {status}", { deck: deck.deck, status: named(deck.status) }))) || t("none yet"))} />
        <Fact name={t("Rounds since a stub count")} value={String(desk?.rounds_since_stub_count ?? 0)} />
        {desk && desk.devices_out_of_order.length > 0 && <Fact name={t("Out of order")} value={inRow(desk.devices_out_of_order.map(named))} />}
        {desk && desk.devices_still_covered.length > 0 && <Fact name={t("Repaired, still covered")} value={inRow(desk.devices_still_covered.map(named))} />}
        {desk && desk.cards_set_aside > 0 && <Fact name={t("Set aside, face up")} value={setAside(desk)} />}
      </dl>
      {round && <DealersCards round={round} />}
      {round && round.board.length > 0 && (
        <div class="row-of-cards small">
          <HandRow cards={round.board} hand={null} label={t("Community cards")} keepOrder />
          <p>{t("Community cards")}</p>
        </div>
      )}
      {round && round.seats.length > 0 ? <Boxes round={round} /> : <p class="hint">{t("No wagers on the layout.")}</p>}
    </section>
  );
}

/** The cards that can be read, and how many others there are. */
function setAside({ set_aside: read, cards_set_aside: all }: Console): string {
  const others = all - read.length;
  return [...read.map(spoken), ...(others > 0 ? [many(others, "{count} not read", "{count} not read")] : [])].join(", ");
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Boxes({ round }: { round: Round }) {
  const shown = useShown();
  return (
    <ul class="boxes" aria-label={t("Seats in this round")}>
      {round.seats.map((box) => (
        <li key={box.seat} class={round.turn === box.seat ? "box-turn" : ""} data-box={box.seat}>
          <span class="box-seat">{box.seat}</span>
          <span class="box-wagers">
            {Object.entries(box.wagers).map(([name, amount]) => (
              <span key={name}>
                {wagerName(shown, name)} {priceOf(amount)}
              </span>
            ))}
          </span>
          <BoxCards box={box} />
          <span class="box-action">{action(shown, box, round)}</span>
        </li>
      ))}
    </ul>
  );
}

function BoxCards({ box }: { box: Box }) {
  if (box.cards) {
    return (
      <span class="box-cards">
        <HandRow cards={box.cards} hand={box.hand} label={t("Cards of seat {seat}", { seat: box.seat })} />
        {box.hand && <span class="hint">{ownHandName(box.hand)}</span>}
      </span>
    );
  }
  return (
    <span class="box-cards box-backs">
      {Array.from({ length: box.card_count }, (_, at) => (
        <CardBack key={at} place={at} small />
      ))}
      {box.card_count > 0 && <span class="sr-only">{many(box.card_count, "{count} card face down", "{count} cards face down")}</span>}
    </span>
  );
}

function action(shown: Shown | null, box: Box, round: Round): string {
  if (box.forfeited) return capital(named(box.forfeited));
  if (box.action) return `${actName(shown, box.action)}${Number(box.amount) > 0 ? ` ${priceOf(box.amount)}` : ""}`;
  return round.turn === box.seat ? t("to decide") : "";
}
