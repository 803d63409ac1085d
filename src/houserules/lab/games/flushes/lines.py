"""Pay lines of games that are decided by flushes: suited runs, long flushes, and a few hands besides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from houserules.cards import SUIT_NAMES, AceReading
from houserules.lab.games.flushes.census import Kind, kinds
from houserules.lab.solving.solver import Hands, lazily
from houserules.law import Submission

SUIT_SPECIFIC: Final = "suit_specific_seven_card_straight_flush"
LENGTHS: Final = {"seven": 7, "six": 6, "five": 5, "four": 4, "three": 3, "two": 2}
ALL_CARDS: Final = 7
"""How many cards the final hand of these games has."""
FLUSH_LINES: Final = tuple(f"{word}_card_flush" for word in ("seven", "six", "five", "four"))
RUN_LINES: Final = tuple(f"{word}_card_straight_flush" for word in ("seven", "six", "five", "four", "three"))
OTHER_LINES: Final = ("suited_nine_to_ace", "four_of_a_kind", SUIT_SPECIFIC)


@cache
def kinds_by_suit(ace: AceReading) -> dict[Kind, int]:
    """Every kind of hand of seven cards; those that are one run of one suit, suit by suit."""
    found: dict[Kind, int] = {}
    for kind, count in kinds(ALL_CARDS, ace).items():
        if kind.run == ALL_CARDS:
            found |= {kind._replace(suit=suit): count // len(SUIT_NAMES) for suit in SUIT_NAMES}
        else:
            found[kind] = count
    return found


def kinds_of(submission: Submission) -> Mapping[Kind, int]:
    return kinds_by_suit(submission.ace)


def length_of(line: str) -> int:
    """How many cards a line asks for, by the first word of its name."""
    return LENGTHS[line.partition("_card_")[0]]


def reaches(submission: Submission, kind: Kind, line: str, suit: str | None) -> bool:
    """Whether a hand of this kind is, or contains, the hand that a line names. A line of a length that the document
    does not recognize is reached by no hand."""
    if line == SUIT_SPECIFIC:
        return kind.suit is not None and kind.suit == suit
    if line == "four_of_a_kind":
        return kind.four_of_a_kind
    if line == "suited_nine_to_ace":
        return kind.nine_to_ace
    hands = submission.rulebook.hands
    has, recognized = (kind.run, hands.runs) if line.endswith("_straight_flush") else (kind.flush, hands.flushes)
    assert recognized is not None, "the gate lets no book without it through"
    return has >= length_of(line) and length_of(line) in recognized.value


HANDS: Final = Hands(
    lines=frozenset((*FLUSH_LINES, *RUN_LINES, *OTHER_LINES)),
    kinds=kinds_of,
    reaches=reaches,
    stubs=lazily("houserules.lab.games.flushes.stubs", "stubs"),
)
