"""An event of a round in words, with the cards and the hands that decided: for readers who need to know why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from houserules.cards import Card, format_cards, format_mask, mask_of
from houserules.money import format_price
from houserules.play import BOARD, DEALER, Reader, Table
from houserules.play import events as e

_PLACES = {DEALER: "the dealer", BOARD: "the community cards"}


def told(event: e.AnyEvent, table: Table, reader: Reader) -> Iterator[str]:
    """``table`` is as the event left it, or, where the event ended the round, as it stood before."""
    yield from _of_cards(event, table, reader)
    yield from _of_wagers(event)
    yield from _of_the_rest(event)


def _of_cards(event: e.AnyEvent, table: Table, reader: Reader) -> Iterator[str]:
    match event:
        case e.CardsRead(cards=cards):
            yield f"The shoe reads {_cards(cards)}"
        case e.CardsDealt():
            yield from _dealt(event)
        case e.CommunityDealt(burned=burned, cards=cards):
            yield f"On the board: {_cards(cards)}" + (f"; burned: {_cards(burned)}" if burned else "")
        case e.DealerRevealed(cards=cards, qualifies=qualifies):
            yield from _revealed(cards, qualifies, table, reader)
        case e.CardSetAside(cards=cards) if cards:
            yield f"Set aside: {_cards(cards)}"
        case _:
            return


def _of_wagers(event: e.AnyEvent) -> Iterator[str]:
    match event:
        case e.WagersPlaced(seat=seat, wagers=wagers):
            yield f"Seat {seat} bets " + ", ".join(f"{_price(amount)} on {_plain(name)}" for name, amount in wagers)
        case e.Raised(seat=seat, wager=wager, amount=amount):
            yield f"Seat {seat} bets {_price(amount)} more ({_plain(wager)})"
        case e.Checked(seat=seat):
            yield f"Seat {seat} checks"
        case e.Folded(seat=seat):
            yield f"Seat {seat} folds"
        case e.WagerSettled():
            yield _settled(event)
        case _:
            return


def _of_the_rest(event: e.AnyEvent) -> Iterator[str]:
    match event:
        case e.WheelSpun(seat=seat, symbol=symbol):
            yield f"The wheel shows {symbol} for seat {seat}"
        case e.RoundVoided(reason=reason):
            yield f"The round is void: {_plain(reason)}"
        case e.WagersForfeited(seat=seat, reason=reason):
            yield f"Seat {seat} forfeits its wagers: {_plain(reason)}"
        case e.MeterChanged(main=main, reason=reason):
            yield f"The meter shows {_price(main)} ({_plain(reason)})"
        case _:
            return


def _dealt(event: e.CardsDealt) -> Iterator[str]:
    hands: dict[int, list[int]] = {}
    for place, card in zip(event.places, event.cards, strict=True):
        hands.setdefault(place, []).append(card)
    for place, cards in hands.items():
        yield f"To {_PLACES.get(place, f'seat {place}')}: {_cards(cards)}"


def _revealed(cards: Iterable[int], qualifies: bool, table: Table, reader: Reader) -> Iterator[str]:
    assert table.round is not None
    board = table.round.board
    verdict = "qualifies" if qualifies else "does not qualify"
    yield f"The dealer holds {_cards(cards)}; best hand {_best(reader, (*cards, *board))}: {verdict}"
    for seat in table.round.seats:
        folded = ", folded" if seat.action == "fold" else ""
        yield f"Seat {seat.seat} holds {_cards(seat.cards)}; best hand {_best(reader, (*seat.cards, *board))}{folded}"


def _settled(event: e.WagerSettled) -> str:
    words = f"Seat {event.seat}, {_plain(event.wager)} of {_price(event.stake)}: {event.outcome}"
    if event.odds:
        words += f" at {event.odds}"
    if event.row:
        words += f" for {_plain(event.row)}"
    if event.source is not None:
        words += f" in the hand of seat {event.source}"
    if event.limited_by:
        words += f", cut by {event.limited_by}"
    return f"{words}; {_price(event.returned)} back"


def _cards(cards: Iterable[int]) -> str:
    return format_cards(Card(card) for card in cards)


def _best(reader: Reader, cards: Iterable[int]) -> str:
    name, shown = reader.describe(mask_of(Card(card) for card in cards))
    return f"{format_mask(shown)} ({name})"


def _price(amount: int) -> str:
    return format_price(amount)


def _plain(name: str) -> str:
    return name.replace("_", " ")
