"""Recorded rounds from outside: content that no round can have is reported, with its place, before anything is
played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec

from houserules.cards import DECK
from houserules.law import LawNotInstalled, MalformedData
from houserules.play import UNREAD, Exported, read_export
from houserules.play.events import CardsShuffled, RoundOpened

_LISTS_OF_CARDS: Final = frozenset(
    {"cards", "stock", "dealer", "board", "board_face_down", "burned", "set_aside", "incomplete"}
)
_LARGEST: Final = (1 << 63) - 1


def read_round(content: bytes) -> Exported:
    """The record, or :class:`MalformedData` if it holds an impossible card or a number that no log can store."""
    exported = read_export(content)
    problems = [
        problem
        for part in ("before", "commands", "events", "outside")
        for problem in _problems(msgspec.to_builtins(getattr(exported, part)), part, "")
    ]
    if problems:
        raise MalformedData(*problems)
    return exported


ENTERED: Final = "cards entered by hand, cannot be verified"


def has_entered_cards(exported: Exported) -> bool:
    """Whether the round was dealt from cards that came from outside."""
    entered = {deck.number: deck.entered for deck in exported.before.decks}
    for event in exported.events:
        if isinstance(event, CardsShuffled):
            entered[event.deck] = event.entered is True
        elif isinstance(event, RoundOpened):
            return entered.get(event.deck, False)
    return exported.before.round is not None and exported.before.round.entered


@contextmanager
def as_recorded(what: str) -> Iterator[None]:
    """The engine asserts properties that all of its own records have; a record without them was changed, or made
    elsewhere."""
    try:
        yield
    except (AssertionError, LookupError, ArithmeticError, ValueError, TypeError) as error:
        if isinstance(error, MalformedData | LawNotInstalled):
            raise
        said = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise MalformedData(
            f"{what} cannot have come about ({said}). A record as houserules wrote it never says this: "
            "where nobody changed it, please report a fault of the program"
        ) from error


def _problems(data: Any, place: str, name: str) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _problems(value, f"{place}.{key}", str(key))
    elif isinstance(data, list | tuple):
        for number, value in enumerate(data):
            here = f"{place}[{number}]"
            if value == UNREAD and (name == "stock" or (name == "cards" and set(data) == {UNREAD})):
                continue
            if name in _LISTS_OF_CARDS and isinstance(value, int) and not 0 <= value < len(DECK):
                yield f"{here}: {_short(value)} is not a card; cards are 0 to {len(DECK) - 1}"
            else:
                yield from _problems(value, here, "")
    elif isinstance(data, int) and abs(data) > _LARGEST:
        yield f"{place}: {_short(data)} is larger than any number of a record"


def _short(number: int) -> str:
    return str(number) if abs(number) <= _LARGEST else f"a number of {number.bit_length()} bits"
