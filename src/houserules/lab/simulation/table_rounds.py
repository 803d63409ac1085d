"""Rounds of a whole table played out: how often all seats together bring what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Final

import numpy as np

from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.solver import OwnWager, Progress
from houserules.lab.solving.threads import in_threads
from houserules.lab.strategy.files import WrittenStrategy
from houserules.law import Submission

AT_ONCE: Final = 1 << 12
PIECE: Final = 1 << 18
FOLD: Final = "fold"


@dataclass(frozen=True, slots=True)
class Stakes:
    """What every seat wagers: the base wager, wagers on its own cards, and what each segment of the wheel brings."""

    unit: Fraction
    wagers: tuple[OwnWager, ...]
    segments: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedRounds:
    """Rounds by what all seats together brought, in whole parts of a millionth of a dollar; and the same of the base
    game alone, in parts of its unit."""

    part: Fraction
    totals: Mapping[int, int]
    base_part: Fraction
    base: Mapping[int, int]

    @property
    def rounds(self) -> int:
        return sum(self.totals.values())


def play_table(
    submission: Submission,
    strategy: WrittenStrategy,
    stakes: Stakes,
    seats: int,
    rounds: int,
    seed: int = 1,
    progress: Progress | None = None,
) -> PlayedRounds:
    """What is dealt depends on the seed and the number of the round alone. The answer is kept."""
    solver = insist_supported(submission)
    kinds = tuple(solver.simulation.kinds(submission))
    worth = tuple(
        (tuple(wager.worth.get(kind, Fraction(0)) for kind in kinds), wager.after_fold) for wager in stakes.wagers
    )
    terms = (
        solver.base.question(submission), submission.ace, strategy.rules, stakes.unit, worth, stakes.segments, seats,
        rounds, seed,
    )  # fmt: skip
    by = f"{__name__} {solver.simulation.numbers.__module__}"
    question = Question(solver.game, "rounds of a table", terms, by)
    return find_answer(question, lambda: _play(submission, strategy, stakes, seats, rounds, seed, progress))


def _play(
    submission: Submission,
    strategy: WrittenStrategy,
    stakes: Stakes,
    seats: int,
    rounds: int,
    seed: int,
    progress: Progress | None,
) -> PlayedRounds:
    play = _player(submission, strategy, stakes, seats, seed)
    pieces = [(start, min(start + PIECE, rounds)) for start in range(0, rounds, PIECE)]
    totals, base = Counter[int](), Counter[int]()
    for more, of_base in in_threads(play.piece, pieces, progress):
        totals.update(more)
        base.update(of_base)
    return PlayedRounds(play.part, dict(sorted(totals.items())), play.base_part, dict(sorted(base.items())))


@dataclass(frozen=True, slots=True)
class _Player:
    piece: Callable[[tuple[int, int]], tuple[Counter[int], Counter[int]]]
    part: Fraction
    base_part: Fraction


def _player(submission: Submission, strategy: WrittenStrategy, stakes: Stakes, seats: int, seed: int) -> _Player:
    simulation = insist_supported(submission).simulation
    numbers = simulation.numbers(submission, (strategy,))
    ends, kinds = simulation.ends(submission), simulation.kinds(submission)
    nets = [Fraction(end.net) for end in ends]
    worth = [[_brings(stakes.wagers, kind, folded) for kind in kinds] for folded in (False, True)]
    spun = [*stakes.segments, Fraction(0)]
    """Behind the segments: the wheel was not spun."""
    part = _common([stakes.unit * net for net in nets], *worth, spun)
    base_part = _common(nets)
    of_end = _whole([stakes.unit * net for net in nets], part)
    of_base = _whole(nets, base_part)
    of_kind = np.array([_whole(row, part) for row in worth])
    of_segment = _whole(spun, part)
    folded = np.array([end.action == FOLD for end in ends], np.int64)
    play_rounds = simulation.play_rounds()

    def piece(rounds: tuple[int, int]) -> tuple[Counter[int], Counter[int]]:
        totals, base = Counter[int](), Counter[int]()
        seen = np.full((3, AT_ONCE, seats), -1, np.int64)
        plays = np.zeros((AT_ONCE, seats), np.uint8)
        for start in range(*rounds, AT_ONCE):
            some = np.arange(start, min(start + AT_ONCE, rounds[1]))
            play_rounds(seed, some, plays, *numbers.arrays, *seen)
            how, what, shown = seen[:, : len(some)]
            brought = of_end[how] + of_kind[folded[how], what]
            if stakes.segments:
                brought = brought + of_segment[shown]
            _count(totals, brought.sum(axis=1))
            _count(base, of_base[how].sum(axis=1))
        return totals, base

    return _Player(piece, part, base_part)


def _count(found: Counter[int], results: Ints) -> None:
    values, times = np.unique(results, return_counts=True)
    for value, often in zip(values.tolist(), times.tolist(), strict=True):
        found[value] += often


def _brings(wagers: Sequence[OwnWager], kind: object, folded: bool) -> Fraction:
    return sum(
        (
            each.after_fold if folded and each.after_fold is not None else each.worth.get(kind, Fraction(0))
            for each in wagers
        ),
        Fraction(),
    )


def _common(*amounts: Sequence[Fraction]) -> Fraction:
    """The largest part of which all amounts are whole multiples."""
    every = [amount for some in amounts for amount in some if amount]
    finest = lcm(*(amount.denominator for amount in every))
    return Fraction(gcd(*(int(amount * finest) for amount in every)) or 1, finest)


def _whole(amounts: Sequence[Fraction], part: Fraction) -> Ints:
    return np.array([int(amount / part) for amount in amounts], np.int64)
