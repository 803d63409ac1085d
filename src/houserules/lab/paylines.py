"""Which line of a pay table each kind of hand is paid by: the highest one it reaches, and only that."""

from __future__ import annotations

from fractions import Fraction

from houserules.cards import AceReading
from houserules.lab.census import Kind, kinds
from houserules.law import PayLine, Paytable
from houserules.money import Odds

_LENGTHS = {"seven": 7, "six": 6, "five": 5, "four": 4, "three": 3, "two": 2}


def reaches(kind: Kind, hand: str) -> bool:
    """Whether a hand of this kind is, or contains, the hand that a line names."""
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


def lines_by_value(table: Paytable) -> tuple[PayLine, ...]:
    """The lines from the highest down. The documents print them so; an invented table may not."""
    if all(isinstance(line.pay, Odds) for line in table):
        return tuple(sorted(table, key=lambda line: -_ratio(line)))
    return table.lines


def hands_per_line(table: Paytable, cards: int, ace: AceReading) -> dict[str, int]:
    """Line to the number of hands that it pays, out of all hands of so many cards."""
    lines = lines_by_value(table)
    counts = {line.hand: 0 for line in lines}
    for kind, count in kinds(cards, ace).items():
        specific = counts.get("suit_specific_seven_card_straight_flush")
        if specific is not None and kind.run == 7:
            # Suits are equal in number: a quarter of these hands is in the suit that the licensee chose.
            counts["suit_specific_seven_card_straight_flush"] += count // 4
            counts["seven_card_straight_flush"] += count - count // 4
            continue
        for line in lines:
            if line.hand != "suit_specific_seven_card_straight_flush" and reaches(kind, line.hand):
                counts[line.hand] += count
                break
    return counts


def _ratio(line: PayLine) -> Fraction:
    assert isinstance(line.pay, Odds)
    return line.pay.ratio
