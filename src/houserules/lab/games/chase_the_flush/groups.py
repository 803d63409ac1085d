"""Chase the Flush: into which groups the outcomes are sorted, by the player's flush.

The length of the flush decides what the X-tra Bonus pays, and its longest run what the Same Suit Wager pays; a payout
limit cuts both together. Only one suit of seven cards can hold four, so every run of four cards and more is a part of
the flush. The run depends on the reading of the ace: a group has the same run under each reading.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from houserules.cards import AceReading, has_suited_nine_to_ace, longest_run
from houserules.lab.counting.outcomes import Outcome
from houserules.lab.games.flushes.census import Kind
from houserules.law import Submission

LENGTHS: Final = 8
"""One more than the longest flush."""
SHORTEST_RUN: Final = 4
"""Shorter runs are not told apart."""
CELLS_OF_A_LENGTH: Final = 16
GROUPS: Final = LENGTHS * CELLS_OF_A_LENGTH
"""A group is a length, and behind it, in steps of the lengths, the cell that tells runs of that length apart."""


class Cell(NamedTuple):
    """What the pay lines ask of a hand, as far as its flush says it."""

    flush: int
    run: int
    nine_to_ace: bool


@cache
def groups_of_lanes() -> tuple[tuple[int, ...], dict[int, dict[AceReading, Cell]]]:
    """Every set of ranks of the player's flush to its group; and what each group is under each reading of it."""
    known: dict[tuple[Cell, ...], int] = {}
    cells: dict[int, dict[AceReading, Cell]] = {}
    groups = []
    for lane in range(1 << 13):
        length = lane.bit_count()
        if length >= LENGTHS:
            groups.append(0)
            continue
        nine = has_suited_nine_to_ace(lane)
        by_ace = tuple(Cell(length, _clipped(longest_run(lane, ace)), nine) for ace in AceReading)
        if by_ace not in known:
            number = sum(cell[0].flush == length for cell in known)
            assert number < CELLS_OF_A_LENGTH
            known[by_ace] = number * LENGTHS + length
            cells[known[by_ace]] = dict(zip(AceReading, by_ace, strict=True))
        groups.append(known[by_ace])
    return tuple(groups), cells


def _clipped(run: int) -> int:
    return run if run >= SHORTEST_RUN else 0


def length_of_group(group: int) -> int:
    return group % LENGTHS


def cell_of_kind(kind: Kind) -> Cell:
    return Cell(kind.flush, _clipped(kind.run), kind.nine_to_ace)


def cell_of_outcome(submission: Submission, outcome: Outcome) -> Cell:
    return groups_of_lanes()[1][outcome.group][submission.ace]
