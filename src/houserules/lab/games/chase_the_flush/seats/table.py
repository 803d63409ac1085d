"""Chase the Flush: the joint moments of the seats of a table, for any strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, gcd, lcm
from typing import Final

import numpy as np

from houserules.cards import AceReading
from houserules.lab.games.chase_the_flush.rounds import pair_number
from houserules.lab.games.chase_the_flush.seats.boards import (
    FLOPS,
    Board,
    Play,
    all_boards,
    count_beside,
    count_pairs,
    play_of,
)
from houserules.lab.games.chase_the_flush.seats.pairs import STATES, SUMS, holes_of, pairs_of
from houserules.lab.games.chase_the_flush.strategies import GAME
from houserules.lab.games.chase_the_flush.terms import ACTIONS, Terms, terms_of
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.lines import kinds_of
from houserules.lab.games.flushes.rounds import LENGTHS, all_kinds, lanes_read
from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.solver import OwnWager, Progress, SeatMoments, Spins
from houserules.lab.solving.threads import in_threads
from houserules.lab.solving.verdicts import COMPARISONS
from houserules.lab.strategy.files import BestPlay, Strategy
from houserules.law import Submission

LEFT: Final = 48
"""Cards that the board leaves."""
HANDS: Final = comb(52, 4) * comb(LEFT, 3)
ALONE: Final = HANDS * comb(LEFT - 3, 3)
"""Deals of the board, the dealer and one seat."""
TWO: Final = ALONE * comb(LEFT - 6, 3)

Channel = tuple[int, ...]
"""What a wager on own cards brings by kind of hand, in parts above the least, and behind the kinds with a spin."""


@dataclass(frozen=True, slots=True)
class BasePair:
    """The base game in antes: what a seat brings, its square, and the product of two seats."""

    mean: Fraction
    square: Fraction
    product: Fraction


@dataclass(frozen=True, slots=True)
class Beside:
    """Wagers on own cards beside the base game, each in parts of its own."""

    own: tuple[Fraction, ...]
    base_of_same: tuple[Fraction, ...]
    """What a seat's base game, in antes, times the wager of the same seat comes to; and that of another seat."""
    base_of_other: tuple[Fraction, ...]
    same: tuple[tuple[Fraction, ...], ...]
    other: tuple[tuple[Fraction, ...], ...]
    """Products of two wagers of one seat, and of two seats."""


def table_moments(
    submission: Submission,
    strategy: Strategy,
    wagers: Sequence[OwnWager],
    ante: Fraction,
    progress: Progress | None,
    spins: Spins | None = None,
) -> SeatMoments:
    """One seat and two: ``wagers`` are those on a seat's own cards, ``spins`` what the wheel does."""
    if any(wager.after_fold is not None for wager in wagers):
        raise Unsupported("seats together are counted for wagers that a fold does not forfeit")
    read = [_channel(submission, wager.worth) for wager in wagers]
    constant = sum((least for least, _, _ in read), Fraction())
    own = [(scale, channel) for _, scale, channel in read if any(channel)]
    if spins is not None:
        own.append((spins.mean, (*(0 for _ in all_kinds()), 1)))
    share = 0.6 if own else 1.0
    base = _base_pair(submission, strategy, _part(progress, 0, share))
    aside = _beside(submission, strategy, tuple(channel for _, channel in own), _part(progress, share, 1 - share))
    scales = [scale for scale, _ in own]
    places = range(len(own))
    above = sum((scales[i] * aside.own[i] for i in places), Fraction())
    mean = ante * base.mean + constant + above
    with_same = sum((scales[i] * aside.base_of_same[i] for i in places), Fraction())
    with_other = sum((scales[i] * aside.base_of_other[i] for i in places), Fraction())
    own_same = sum((scales[i] * scales[j] * aside.same[i][j] for i in places for j in places), Fraction())
    own_other = sum((scales[i] * scales[j] * aside.other[i][j] for i in places for j in places), Fraction())
    rest = constant**2 + 2 * constant * above + 2 * ante * base.mean * constant
    square = ante**2 * base.square + 2 * ante * with_same + own_same + rest
    product = ante**2 * base.product + 2 * ante * with_other + own_other + rest
    if spins is not None:
        square += aside.own[-1] * spins.variance
    alone = base.square - base.mean**2, base.product - base.mean**2
    return SeatMoments(mean, square - mean**2, product - mean**2, base.mean, *alone)


def _part(progress: Progress | None, start: float, share: float) -> Progress | None:
    return None if progress is None else lambda done: progress(start + share * done)


def _channel(submission: Submission, worth: Mapping[Kind, Fraction]) -> tuple[Fraction, Fraction, Channel]:
    """The least that a hand brings, one part, and the parts above the least by kind."""
    counted = kinds_of(submission)
    if len({worth[kind] for kind in counted if kind.suit is not None}) > 1:
        raise Unsupported("seats together are counted for wagers that treat the suits alike")
    least = min(worth[kind] for kind in counted)
    above = [worth[kind] - least if kind in counted else Fraction(0) for kind in all_kinds()]
    finest = lcm(*(part.denominator for part in above))
    whole = [int(part * finest) for part in above]
    size = gcd(*whole) or 1
    return least, Fraction(size, finest), (*(part // size for part in whole), 0)


def _question(submission: Submission, about: str, strategy: Strategy, *more: object) -> Question:
    rules = "best play" if isinstance(strategy, BestPlay) else strategy.rules
    return Question(GAME, about, (terms_of(submission), rules, *more), __name__)


def _base_pair(submission: Submission, strategy: Strategy, progress: Progress | None) -> BasePair:
    """The answer is kept."""
    return find_answer(
        _question(submission, "two seats", strategy),
        lambda: base_pair(terms_of(submission), play_of(submission, strategy), all_boards(), progress),
    )


def _beside(
    submission: Submission, strategy: Strategy, channels: Sequence[Channel], progress: Progress | None
) -> Beside:
    """The answer is kept."""
    if not channels:
        return Beside((), (), (), (), ())
    terms = terms_of(submission)
    return find_answer(
        _question(submission, "two seats beside", strategy, submission.ace, channels),
        lambda: beside(terms, submission.ace, play_of(submission, strategy), channels, all_boards(), progress),
    )


def values_above_a_fold(terms: Terms) -> Ints:
    """``[action, length, state]``: what a round brings above a fold, in parts of an ante. Actions are numbered as in
    rule files: 0 is a fold, 3 is all in at once."""
    table = np.zeros((ACTIONS, LENGTHS, STATES), np.int64)
    fold = terms.net(ACTIONS - 1, True, COMPARISONS[0], 0)
    for action in range(1, ACTIONS):
        for length in range(LENGTHS):
            for state in range(STATES):
                qualifies, comparison = state >= len(COMPARISONS), COMPARISONS[state % len(COMPARISONS)]
                net = terms.net(ACTIONS - 1 - action, qualifies, comparison, length)
                table[action, length, state] = int(terms.unit * (net - fold))
    return table


def _insist(fits: bool) -> None:
    if not fits:
        raise Unsupported("seats together: the odds are too large or too finely divided to count them in 64 bits")


def _arrays(board: Board) -> tuple[Ints, int, Ints]:
    cards = np.array([card for card in range(52) if card not in board.cards], np.int64)
    flops = [(pair_number(one, other), times) for one, other, times in board.flops]
    return cards, sum(1 << card for card in board.cards), np.array(flops, np.int64)


def _run(work: Callable[[Board], list[int]], boards: Sequence[Board], progress: Progress | None) -> list[int]:
    """The sums of all boards, each as often as it stands for others."""
    total: list[int] = []
    for board, sums in zip(boards, in_threads(work, boards, progress), strict=True):
        total = total or [0] * len(sums)
        total = [one + board.weight * other for one, other in zip(total, sums, strict=True)]
    return total


def base_pair(terms: Terms, play: Play, boards: Sequence[Board], progress: Progress | None = None) -> BasePair:
    """The base game over these boards; for all of them the moments of the game."""
    table = values_above_a_fold(terms)
    holes, pairs = holes_of(LEFT), pairs_of(LEFT)

    def work(board: Board) -> list[int]:
        sums = np.zeros(SUMS, np.int64)
        fits = count_pairs(
            *_arrays(board), holes, pairs, play.opening, play.flops, play.tests, play.actions, *play.river,
            play.exact, table, terms.qualifier, sums,
        )  # fmt: skip
        _insist(fits)
        found: list[int] = sums.tolist()
        return found

    fold = terms.net(ACTIONS - 1, True, COMPARISONS[0], 0)
    weight = Fraction(sum(board.weight for board in boards), comb(52, 4)) * FLOPS
    first, second, product = _run(work, boards, progress)
    mean = Fraction(first, terms.unit * ALONE) / weight
    square = Fraction(second, terms.unit**2 * ALONE) / weight
    both = Fraction(product, terms.unit**2 * TWO) / weight
    rest = fold**2 + 2 * fold * mean
    return BasePair(fold + mean, square + rest, both + rest)


def beside(
    terms: Terms,
    ace: AceReading,
    play: Play,
    channels: Sequence[Channel],
    boards: Sequence[Board],
    progress: Progress | None = None,
) -> Beside:
    """Wagers on own cards beside the base game, over these boards."""
    table = values_above_a_fold(terms)
    holes, pairs, lookup = holes_of(LEFT), pairs_of(LEFT), lanes_read(ace)
    by_kind = np.array([channel[:-1] for channel in channels], np.int64)
    spins = np.array([channel[-1] for channel in channels], np.int64)
    many = len(channels)

    def work(board: Board) -> list[int]:
        together, own = np.zeros((many + 1, SUMS), np.int64), np.zeros(many, np.int64)
        products = np.zeros((many, many, 2), np.int64)
        fits = count_beside(
            *_arrays(board), holes, pairs, play.opening, play.flops, play.tests, play.actions, *play.river,
            play.exact, table, terms.qualifier, lookup, by_kind, spins, together, own, products,
        )  # fmt: skip
        _insist(fits)
        return [*together.ravel().tolist(), *own.tolist(), *products.ravel().tolist()]

    found = _run(work, boards, progress)
    share = Fraction(sum(board.weight for board in boards), comb(52, 4))
    alone, found = found[: SUMS * (many + 1)], found[SUMS * (many + 1) :]
    own, products = found[:many], found[many:]

    def of_two(which: int, deals: int) -> tuple[tuple[Fraction, ...], ...]:
        sums = [[products[2 * (one * many + other) + which] for other in range(many)] for one in range(many)]
        return tuple(tuple(Fraction(each, deals) / share for each in row) for row in sums)

    same, other = of_two(0, HANDS), of_two(1, HANDS * comb(LEFT - 3, 3))
    mean = tuple(Fraction(each, HANDS) / share for each in own)
    fold = terms.net(ACTIONS - 1, True, COMPARISONS[0], 0)

    def cross(place: int, which: int, deals: int, square: Fraction) -> Fraction:
        """The square of a sum less both squares is twice the product."""
        with_wager, without = alone[SUMS * place + which], alone[SUMS * many + which]
        product = (Fraction(with_wager - without, deals) / share - square) / 2
        return product / (FLOPS * terms.unit) + fold * mean[place]

    return Beside(
        mean,
        tuple(cross(place, 1, ALONE, same[place][place]) for place in range(many)),
        tuple(cross(place, 2, TWO, other[place][place]) for place in range(many)),
        same,
        other,
    )
