"""Which line of a pay table each kind of hand is paid by: the highest one it reaches, and only that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.solver import Kind
from houserules.law import Pay, PayLine, Paytable, Submission

Value = Callable[[Pay], Fraction]


def kinds_of_hands(submission: Submission) -> Mapping[Kind, int]:
    """Every kind of a player's final hand to the number of such hands."""
    return insist_supported(submission).hands.kinds(submission)


def hands_of(submission: Submission) -> int:
    """The number of all final hands."""
    return sum(kinds_of_hands(submission).values())


def lines_by_value(submission: Submission, table: Paytable, value: Value) -> tuple[PayLine, ...]:
    """The lines from the highest down. The documents print them so; an invented table may not, and is sorted by what
    its lines are worth. Of lines that pay alike the rarer hand comes first, whatever was typed first."""
    if table.letter != "invented":
        return table.lines
    solver = insist_supported(submission)

    def hands(line: PayLine) -> int:
        return sum(
            count
            for kind, count in solver.hands.kinds(submission).items()
            if solver.hands.reaches(submission, kind, line.hand, None)
        )

    return tuple(sorted(table, key=lambda line: (-value(line.pay), hands(line), line.hand)))


def line_of(submission: Submission, kind: Kind, lines: tuple[PayLine, ...], suit: str | None) -> PayLine | None:
    """The first of these lines that a hand of this kind reaches."""
    reaches = insist_supported(submission).hands.reaches
    return next((line for line in lines if reaches(submission, kind, line.hand, suit)), None)


def kinds_per_line(
    submission: Submission, table: Paytable, value: Value, suit: str | None = None
) -> list[tuple[Kind, PayLine | None, int]]:
    """Every kind of hand with the line that pays it (None: the wager loses) and how many hands that is."""
    lines = lines_by_value(submission, table, value)
    counts = kinds_of_hands(submission)
    return [(kind, line_of(submission, kind, lines, suit), count) for kind, count in counts.items()]


def hands_per_line(submission: Submission, table: Paytable, value: Value, suit: str | None = None) -> dict[str, int]:
    """Line to the number of hands that it pays, out of all hands."""
    counts = {line.hand: 0 for line in lines_by_value(submission, table, value)}
    for _, line, count in kinds_per_line(submission, table, value, suit):
        if line is not None:
            counts[line.hand] += count
    return counts
