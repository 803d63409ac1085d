"""An event of a round in words, with the cards and the hands that decided, for readers who need to know why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from houserules.cards import Card, format_cards, format_mask, mask_of
from houserules.cli.output import words
from houserules.money import format_price
from houserules.play import BOARD, DEALER, Reader, Table
from houserules.play import events as e

_PLACES = {DEALER: "the dealer", BOARD: "the community cards"}


def told(event: e.AnyEvent, table: Table, reader: Reader) -> Iterator[str]:
    """``table`` is as the event left it or, if the event ended the round, as it was before."""
    yield from _of_cards(event, table, reader)
    yield from _of_wagers(event)
    yield from _of_the_rest(event)


def _of_cards(event: e.AnyEvent, table: Table, reader: Reader) -> Iterator[str]:
    match event:
        case e.CardsRead(cards=cards):
            yield f"The shoe reads {shown_cards(cards)}"
        case e.CardsDealt():
            yield from _dealt(event)
        case e.CommunityDealt(burned=burned, cards=cards):
            yield f"On the board: {shown_cards(cards)}" + (f"; burned: {shown_cards(burned)}" if burned else "")
        case e.DealerRevealed(cards=cards, qualifies=qualifies):
            yield from _revealed(cards, qualifies, table, reader)
        case e.CardSetAside(cards=cards) if cards:
            yield f"Set aside: {shown_cards(cards)}"


def _of_wagers(event: e.AnyEvent) -> Iterator[str]:
    match event:
        case e.WagersPlaced(seat=seat, wagers=wagers):
            yield f"Seat {seat} bets " + ", ".join(
                f"{format_price(amount)} on {words(name)}" for name, amount in wagers
            )
        case e.Raised(seat=seat, wager=wager, amount=amount):
            yield f"Seat {seat} bets {format_price(amount)} more ({words(wager)})"
        case e.Checked(seat=seat):
            yield f"Seat {seat} checks"
        case e.Folded(seat=seat):
            yield f"Seat {seat} folds"
        case e.WagerSettled():
            yield _settled(event)


def _of_the_rest(event: e.AnyEvent) -> Iterator[str]:
    match event:
        case e.WheelSpun(seat=seat, symbol=symbol):
            yield f"The wheel shows {symbol} for seat {seat}"
        case e.RoundVoided(reason=reason):
            yield f"The round is void: {words(reason)}"
        case e.WagersForfeited(seat=seat, reason=reason):
            yield f"Seat {seat} forfeits its wagers: {words(reason)}"
        case e.MeterChanged(main=main, reason=reason):
            yield f"The meter shows {format_price(main)} ({words(reason)})"


def _dealt(event: e.CardsDealt) -> Iterator[str]:
    hands: dict[int, list[int]] = {}
    for place, card in zip(event.places, event.cards, strict=True):
        hands.setdefault(place, []).append(card)
    for place, cards in hands.items():
        yield f"To {_PLACES.get(place, f'seat {place}')}: {shown_cards(cards)}"


def _revealed(cards: Iterable[int], qualifies: bool, table: Table, reader: Reader) -> Iterator[str]:
    assert table.round is not None
    board = table.round.board
    verdict = "qualifies" if qualifies else "does not qualify"
    yield f"The dealer holds {shown_cards(cards)}; best hand {_best(reader, (*cards, *board))}: {verdict}"
    for seat in table.round.seats:
        folded = ", folded" if seat.action == "fold" else ""
        best = _best(reader, (*seat.cards, *board))
        yield f"Seat {seat.seat} holds {shown_cards(seat.cards)}; best hand {best}{folded}"


def _settled(event: e.WagerSettled) -> str:
    said = f"Seat {event.seat}, {words(event.wager)} of {format_price(event.stake)}: {event.outcome}"
    if event.odds:
        said += f" at {event.odds}"
    if event.row:
        said += f" for {words(event.row)}"
    if event.source is not None:
        said += f" in the hand of seat {event.source}"
    if event.limited_by:
        said += f", cut by {event.limited_by}"
    return f"{said}; {format_price(event.returned)} back"


def shown_cards(cards: Iterable[int]) -> str:
    return format_cards(Card(card) for card in cards)


def _best(reader: Reader, cards: Iterable[int]) -> str:
    name, shown = reader.describe(mask_of(Card(card) for card in cards))
    return f"{format_mask(shown)} ({name})"
