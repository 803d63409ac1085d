"""Pay tables made ready for reading hands: which line a hand reaches, found by two look-ups."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import Struct

from houserules.cards import SUIT_NAMES, flush_key
from houserules.law import Amount, PayLine, Paytable, Share, Special, format_pay
from houserules.law.paytable import FLUSH_LINES, RUN_LINES
from houserules.money import Money, Odds

_LANE: Final = 0x1FFF
_NINE_TO_ACE: Final = 0b1111110000000
_NO_LINE: Final = 1_000

LENGTHS: Final = {
    **dict(zip(FLUSH_LINES, (7, 6, 5, 4), strict=True)),
    **dict(zip(RUN_LINES, (7, 6, 5, 4, 3), strict=True)),
}
"""How many cards each line asks for."""

WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


def flush_name(length: int) -> str:
    """``three-card flush``."""
    return f"{WORDS[length]}-card flush"


class Hand(Struct, frozen=True, gc=False):
    """What settlement reads in the cards of a hand."""

    mask: int
    key: int
    run: int


def read_hand(mask: int, runs: tuple[int, ...]) -> Hand:
    return Hand(
        mask,
        flush_key(mask),
        max(runs[mask & _LANE], runs[mask >> 13 & _LANE], runs[mask >> 26 & _LANE], runs[mask >> 39]),
    )


class Line(Struct, frozen=True, gc=False):
    """A line of a pay table with its figures at hand. Exactly one of odds, amount, share and push is meant."""

    hand: str
    shown: str
    clauses: tuple[str, ...]
    odds: Odds | None = None
    amount: int = 0
    share: Fraction | None = None
    of_prize: bool = False
    push: bool = False

    def winnings(self, stake: int) -> int:
        """What this line pays on a stake: its odds, or the dollars that it names whatever the stake."""
        if self.odds is None:
            return self.amount
        if self.odds.m == 1:
            return stake * self.odds.n
        return self.odds.winnings(Money(stake))


class LineTable(Struct, frozen=True, gc=False):
    """The lines of one wager, highest first, and for each length of flush and run the best line it reaches."""

    letter: str
    clauses: tuple[str, ...]
    lines: tuple[Line, ...]
    otherwise: Line | None
    by_flush: tuple[int, ...]
    by_run: tuple[int, ...]
    nine_to_ace: int
    four_of_a_kind: int
    suit_specific: int
    suit: int

    def best(self, hand: Hand) -> Line | None:
        """The highest line that the hand reaches; only that one pays."""
        best = min(self.by_flush[hand.key >> 13], self.by_run[hand.run])
        if self.nine_to_ace < best and hand.run >= _NINE_TO_ACE.bit_count() and _holds_nine_to_ace(hand.mask):
            best = self.nine_to_ace
        if self.four_of_a_kind < best and _holds_four_of_a_kind(hand.mask):
            best = self.four_of_a_kind
        if self.suit_specific < best and hand.run == 7 and hand.mask >> 13 * self.suit & _LANE:
            best = self.suit_specific
        return None if best == _NO_LINE else self.lines[best]

    def named(self, hand: str) -> Line | None:
        return next((line for line in self.lines if line.hand == hand), None)


def compile_table(table: Paytable, flushes: tuple[int, ...], runs: tuple[int, ...], suit: str | None) -> LineTable:
    """``flushes`` and ``runs`` are the lengths that the document recognizes; a line of another length never pays."""
    pay_lines = table.lines if table.letter != "invented" else tuple(sorted(table.lines, key=_pays_most))
    lines = tuple(_compile_line(line) for line in pay_lines)
    places = {line.hand: place for place, line in enumerate(lines)}
    return LineTable(
        letter=table.letter,
        clauses=(str(table.clause),),
        lines=lines,
        otherwise=_compile_line(table.otherwise) if table.otherwise else None,
        by_flush=_reached(places, FLUSH_LINES, flushes),
        by_run=_reached(places, RUN_LINES, runs),
        nine_to_ace=places.get("suited_nine_to_ace", _NO_LINE),
        four_of_a_kind=places.get("four_of_a_kind", _NO_LINE),
        suit_specific=places.get("suit_specific_seven_card_straight_flush", _NO_LINE),
        suit=SUIT_NAMES.index(suit) if suit in SUIT_NAMES else -1,
    )


def _pays_most(line: PayLine) -> tuple[int, Fraction]:
    match line.pay:
        case Share(percent=percent):
            return 0, -percent.share
        case Odds() as odds:
            return 1, -odds.ratio
        case Amount(money=money):
            return 1, Fraction(-money)
        case Special():
            return 2, Fraction(0)


def _reached(places: dict[str, int], names: tuple[str, ...], recognized: tuple[int, ...]) -> tuple[int, ...]:
    """For each length from 0 to 7, the place of the best line that so many cards reach."""
    return tuple(
        min(
            (
                place
                for name, place in places.items()
                if name in names and _reaches(length, LENGTHS[name], recognized)
            ),
            default=_NO_LINE,
        )
        for length in range(8)
    )


def _reaches(length: int, needed: int, recognized: tuple[int, ...]) -> bool:
    return needed <= length and needed in recognized


def _compile_line(line: PayLine) -> Line:
    clauses = tuple(str(clause) for clause in line.clauses)
    shown = format_pay(line.pay)
    match line.pay:
        case Odds() as odds:
            return Line(line.hand, shown, clauses, odds=odds)
        case Amount(money=money):
            return Line(line.hand, shown, clauses, amount=money)
        case Share(percent=percent, of=of):
            return Line(line.hand, shown, clauses, share=percent.share, of_prize=of == "prize")
        case Special.PUSH:
            return Line(line.hand, shown, clauses, push=True)
        case Special():
            raise ValueError(f"{line.hand}: the licensee's figure is missing")


def _holds_nine_to_ace(mask: int) -> bool:
    return any(mask >> 13 * suit & _NINE_TO_ACE == _NINE_TO_ACE for suit in range(4))


def _holds_four_of_a_kind(mask: int) -> bool:
    return mask & mask >> 13 & mask >> 26 & mask >> 39 & _LANE != 0
