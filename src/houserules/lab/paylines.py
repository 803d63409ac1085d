"""Which line of a pay table each kind of hand is paid by: the highest one it reaches, and only that."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from houserules.cards import AceReading
from houserules.lab.census import Kind, kinds
from houserules.law import PayLine, Paytable
from houserules.law.paytable import Pay
from houserules.money import Odds

SUIT_SPECIFIC = "suit_specific_seven_card_straight_flush"
_LENGTHS = {"seven": 7, "six": 6, "five": 5, "four": 4, "three": 3, "two": 2}


def reaches(kind: Kind, hand: str) -> bool:
    """Whether a hand of this kind is, or contains, the hand that a line names."""
    if hand == SUIT_SPECIFIC:
        return False  # Only a quarter of a kind; the caller takes it apart.
    if hand == "four_of_a_kind":
        return kind.four_of_a_kind
    if hand == "suited_nine_to_ace":
        return kind.nine_to_ace
    word, _, rest = hand.partition("_card_")
    if rest == "straight_flush":
        return kind.run >= _LENGTHS[word]
    if rest == "flush":
        return kind.flush >= _LENGTHS[word]
    raise ValueError(f"{hand} is not decided by the kind of the hand alone")


def lines_by_value(table: Paytable, value: Callable[[Pay], Fraction] | None = None) -> tuple[PayLine, ...]:
    """The lines from the highest down. The documents print them so; an invented table may not, and is sorted by
    the value of its lines where the caller can tell it."""
    if all(isinstance(line.pay, Odds) for line in table):
        return tuple(sorted(table, key=lambda line: -_ratio(line)))
    if value is not None and table.letter == "invented":
        worth = value
        return tuple(sorted(table, key=lambda line: -worth(line.pay)))
    return table.lines


def line_of(kind: Kind, lines: tuple[PayLine, ...]) -> PayLine | None:
    """The first of these lines that a hand of this kind reaches, the suit-specific one aside."""
    return next((line for line in lines if reaches(kind, line.hand)), None)


def kinds_per_line(
    table: Paytable, cards: int, ace: AceReading, value: Callable[[Pay], Fraction] | None = None
) -> list[tuple[Kind, PayLine | None, int]]:
    """Every kind of hand with the line that pays it (None: the wager loses) and how many hands that is."""
    lines = lines_by_value(table, value)
    specific = table.line(SUIT_SPECIFIC)
    found: list[tuple[Kind, PayLine | None, int]] = []
    for kind, count in kinds(cards, ace).items():
        rest = count
        if specific is not None and kind.run == 7:
            # Suits are equal in number: a quarter of these hands is in the suit that the licensee chose.
            found.append((kind, specific, count // 4))
            rest -= count // 4
        found.append((kind, line_of(kind, lines), rest))
    return found


def hands_per_line(
    table: Paytable, cards: int, ace: AceReading, value: Callable[[Pay], Fraction] | None = None
) -> dict[str, int]:
    """Line to the number of hands that it pays, out of all hands of so many cards."""
    counts = {line.hand: 0 for line in lines_by_value(table, value)}
    for _, line, count in kinds_per_line(table, cards, ace, value):
        if line is not None:
            counts[line.hand] += count
    return counts


def _ratio(line: PayLine) -> Fraction:
    assert isinstance(line.pay, Odds)
    return line.pay.ratio
