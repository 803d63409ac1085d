"""The record of one person's drills: answers, and slips that wait to be shown again."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houserules.app.lessons.choice import DEALT, NEAR
from houserules.app.lessons.spacing import Waiting, repeated, slipped

PREFIX: Final = "lessons:"
_ANSWERS_KEPT: Final = 400
"""For one game: the latest answers show what somebody knows now."""
_SLIPS_KEPT: Final = 200

Way = Literal["near", "other", "again", "table"]
"""How a hand came up: dealt near the border or not, as a slip shown again, or at a practice table."""


class Answered(Struct, frozen=True, tag_field="event", tag="lessons.answered/1"):
    """A decision taken in a drill or at a practice table, with its price."""

    game: str
    cards: tuple[int, ...]
    board: tuple[int, ...]
    action: str
    best: str
    cost: str
    """What the answer costs against the best, in units, as a fraction."""
    way: Way
    dealt: int = 0
    """How many hands were dealt until this many of them reached the street: `choice.DEALT`."""


class LessonsErased(Struct, frozen=True, tag_field="event", tag="lessons.erased/1"):
    """Everything before is forgotten; then its content is removed."""


decode: Final = msgspec.json.Decoder(Answered | LessonsErased).decode


class Answer(Struct, frozen=True):
    game: str
    street: int
    at: int
    cost: Fraction
    way: Way
    dealt: int


class Slip(Struct, frozen=True):
    game: str
    cards: tuple[int, ...]
    board: tuple[int, ...]
    action: str
    best: str
    cost: Fraction
    waiting: Waiting


class Book(Struct, frozen=True):
    account: str
    version: int = 0
    answers: tuple[Answer, ...] = ()
    slips: dict[str, Slip] = {}
    """By `slip_name`, the oldest first."""


def slip_name(game: str, cards: tuple[int, ...], board: tuple[int, ...]) -> str:
    """The same for a hand in any order of its cards."""
    return sha256(repr((game, sorted(cards), sorted(board))).encode()).hexdigest()[:16]


def fold_book(book: Book, event: Answered | LessonsErased | None, at: int, version: int) -> Book:
    """``event`` is None if its content was removed."""
    if not isinstance(event, Answered):
        return Book(book.account, version)
    cost = Fraction(event.cost)
    answer = Answer(event.game, len(event.board), at, cost, event.way, event.dealt)
    own = [each for each in book.answers if each.game == event.game]
    dropped = own[0] if len(own) >= _ANSWERS_KEPT else None
    answers = (*(each for each in book.answers if each is not dropped), answer)
    return replace(book, version=version, answers=answers, slips=_slips_after(book.slips, event, cost, at))


def _slips_after(before: dict[str, Slip], event: Answered, cost: Fraction, at: int) -> dict[str, Slip]:
    name = slip_name(event.game, event.cards, event.board)
    slips, known = dict(before), before.get(name)
    if known is not None:
        waiting = repeated(known.waiting, not cost, at)
        if waiting is None:
            del slips[name]
        else:
            seen = {"action": event.action, "best": event.best, "cost": cost} if cost else {}
            slips[name] = replace(known, waiting=waiting, **seen)
    elif cost:
        slips[name] = Slip(event.game, event.cards, event.board, event.action, event.best, cost, slipped(at))
    if len(slips) > _SLIPS_KEPT:
        del slips[next(iter(slips))]
    return slips


class StreetScore(Struct, frozen=True):
    street: int
    answers: int
    right: int
    price: Fraction | None
    """What a round costs on this street as it is played now, in units; None while there are too few answers."""


LEAST_ANSWERS: Final = 2
"""For each part of the hands, before a price is shown."""


def score(book: Book, game: str, street: int) -> StreetScore:
    """All answers of a street; the price comes from hands that were dealt for the drill, each part weighted by its
    share."""
    own = [each for each in book.answers if each.game == game and each.street == street]
    near, others = ([each.cost for each in own if each.way == way] for way in ("near", "other"))
    price = None
    if min(len(near), len(others)) >= LEAST_ANSWERS:
        share = Fraction(NEAR, DEALT)
        drawn = [each.dealt for each in own if each.dealt]
        comes_here = Fraction(DEALT * len(drawn), sum(drawn))
        price = comes_here * (share * _mean(near) + (1 - share) * _mean(others))
    return StreetScore(street, len(own), sum(1 for each in own if not each.cost), price)


def _mean(costs: list[Fraction]) -> Fraction:
    return sum(costs, Fraction()) / len(costs)


DAY: Final = 24 * 60 * 60_000


def by_day(book: Book, game: str) -> list[tuple[int, int, int]]:
    """Each day (in days since 1970) with its answers and how many of them were right, the oldest first."""
    days: dict[int, tuple[int, int]] = {}
    for each in book.answers:
        if each.game == game and each.way != "table":
            asked, right = days.get(each.at // DAY, (0, 0))
            days[each.at // DAY] = (asked + 1, right + (not each.cost))
    return [(day, *counted) for day, counted in sorted(days.items())]
