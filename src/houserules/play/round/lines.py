"""Pay tables prepared for settlement: which line a hand reaches, and what it pays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, Generic, TypeVar, assert_never

from msgspec import Struct

from houserules.law import Amount, PayLine, Paytable, Share, Source, Special, format_pay
from houserules.money import Money, Odds

NO_LINE: Final = 1_000
"""In place of a line's number, for a hand that no line pays; higher than the number of any line."""
INVENTED: Final = "invented"
"""The letter of a table that the submission supplies itself."""

HandT = TypeVar("HandT")


class Line(Struct, frozen=True, gc=False):
    """A line of a pay table with its figures. Exactly one of odds, amount, share and push applies."""

    hand: str
    shown: str
    clauses: tuple[str, ...]
    odds: Odds | None = None
    amount: int = 0
    share: Fraction | None = None
    of_prize: bool = False
    push: bool = False

    def winnings(self, stake: int) -> int:
        """What this line pays on a stake: at its odds, or the dollars that it names whatever the stake."""
        if self.odds is None:
            return self.amount
        if self.odds.m == 1:
            return stake * self.odds.n
        return self.odds.winnings(Money(stake))


class LineTable(Struct, Generic[HandT], frozen=True):
    """The lines of one wager, highest first. The game says which line a hand reaches."""

    letter: str
    clauses: tuple[str, ...]
    lines: tuple[Line, ...]
    otherwise: Line | None
    find: Callable[[HandT], int]
    """The number of the highest line that a hand reaches, or ``NO_LINE``; only that line pays."""

    def best(self, hand: HandT) -> Line | None:
        found = self.find(hand)
        return None if found == NO_LINE else self.lines[found]

    def named(self, hand: str) -> Line | None:
        return next((line for line in self.lines if line.hand == hand), None)


def compile_table(table: Paytable, finder: Callable[[tuple[str, ...]], Callable[[HandT], int]]) -> LineTable[HandT]:
    """``finder`` takes the names of the lines, highest first, and returns the function that finds the line of a
    hand."""
    pay_lines = table.lines if table.letter != INVENTED else tuple(sorted(table.lines, key=_pays_most))
    return LineTable(
        letter=table.letter,
        clauses=(str(table.clause),),
        lines=tuple(_compile_line(line) for line in pay_lines),
        otherwise=_compile_line(table.otherwise) if table.otherwise else None,
        find=finder(tuple(line.hand for line in pay_lines)),
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
        case _:
            assert_never(line.pay)


def _compile_line(line: PayLine) -> Line:
    clauses = tuple(str(clause) for clause in line.clauses)
    shown = format_pay(line.pay)
    match line.pay:
        case Odds() as odds:
            return Line(line.hand, shown, clauses, odds=odds)
        case Amount(money=money):
            return Line(line.hand, shown, clauses, amount=money)
        case Share(percent=percent, of=of):
            return Line(line.hand, shown, clauses, share=percent.share, of_prize=of is Source.PRIZE)
        case Special.PUSH:
            return Line(line.hand, shown, clauses, push=True)
        case Special.DISCRETION:
            raise ValueError(f"{line.hand}: the licensee's figure is missing")
        case _:
            assert_never(line.pay)
