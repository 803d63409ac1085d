"""What a seat gains when it knows more than its own cards: other players' hands, or one card of the dealer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from houserules.lab import chase_the_flush, high_card_flush
from houserules.lab.base_game import base_results, largest_raise, qualifier_of, xtra_odds
from houserules.lab.board_plans import Four
from houserules.lab.decisions import has_board
from houserules.lab.lanes import FULL_LANE, RANKS, SUITS, Ints
from houserules.lab.leak_sweep import gains_by_sharing, see_one_dealer_card
from houserules.lab.random_streams import deal
from houserules.law import Submission

Progress = Callable[[float], None]
Part = TypeVar("Part")
Floats = npt.NDArray[np.float64]
WORKERS: Final = 2
ROWS: Final = 1 << 15
DEALS: Final = 1 << 10
BATCH: Final = 32


@dataclass(frozen=True, slots=True)
class ExactLeak:
    """Best play with the knowledge, over all deals."""

    value: Fraction
    """Per ante, for the player."""
    without: Fraction
    """The same without the knowledge."""

    @property
    def gain(self) -> Fraction:
        return self.value - self.without


@dataclass(frozen=True, slots=True)
class SampledLeak:
    """Deals are sampled; for each, the gain over play without the knowledge is exact, and so is the value without."""

    samples: int
    mean_gain: float
    standard_error: float
    without: Fraction

    @property
    def value(self) -> float:
        return float(self.without) + self.mean_gain


def dealer_card_leak(submission: Submission, progress: Progress) -> ExactLeak:
    """One of the dealer's cards is seen before the first decision. Exact."""
    without = -base_results(submission).house_edge
    if has_board(submission):
        return ExactLeak(_chase_with_dealer_card(submission, progress), without)
    table = high_card_flush.hand_table(qualifier_of(submission))
    raises = _raises(submission)
    qualifier = qualifier_of(submission)

    def work(start: int) -> int:
        rows = slice(start, start + ROWS)
        return int(see_one_dealer_card(table.hands[rows], table.weights[rows], qualifier, raises))

    total = sum(_in_threads(work, range(0, len(table.hands), ROWS), progress))
    return ExactLeak(Fraction(total, comb(52, 7) * 45 * comb(44, 6)), without)


def sharing_leak(submission: Submission, players: int, samples: int, seed: int, progress: Progress) -> SampledLeak:
    """All players at the table know each other's cards before they decide; the gain of one of them."""
    without = -base_results(submission).house_edge
    if has_board(submission):
        gains = _chase_sharing(submission, players, samples, seed, progress)
    else:
        gains = _high_card_sharing(submission, players, samples, seed, progress)
    error = float(gains.std(ddof=1) / np.sqrt(len(gains)))
    return SampledLeak(len(gains), float(gains.mean()), error, without)


def _raises(submission: Submission) -> Ints:
    return np.array([largest_raise(submission).get(length, 1) for length in range(8)], np.int64)


def _high_card_sharing(submission: Submission, players: int, samples: int, seed: int, progress: Progress) -> Floats:
    qualifier, raises = qualifier_of(submission), _raises(submission)

    def work(start: int) -> Floats:
        stop = min(start + DEALS, samples)
        gains = np.empty(stop - start)
        gains_by_sharing(seed, start, stop, players, qualifier, raises, gains)
        return gains

    return np.concatenate(list(_in_threads(work, range(0, samples, DEALS), progress)))


def _chase_sharing(submission: Submission, players: int, samples: int, seed: int, progress: Progress) -> Floats:
    odds, qualifier = xtra_odds(submission), qualifier_of(submission)

    def best(hole: int, known: int) -> Fraction:
        return max(chase_the_flush.decide(hole, known=known, xtra=odds, qualifier=qualifier).values())

    def work(index: int) -> float:
        holes, taken, at = [], 0, 0
        for _ in range(players):
            hole, at = deal(seed, index, at, taken, 3)
            holes.append(int(hole))
            taken |= int(hole)
        return float(sum(best(hole, taken & ~hole) - best(hole, 0) for hole in holes)) / players

    return np.array(list(_in_threads(work, range(samples), progress)))


def _chase_with_dealer_card(submission: Submission, progress: Progress) -> Fraction:
    odds, qualifier = xtra_odds(submission), qualifier_of(submission)
    states = list(_holes_with_dealer_card())

    def work(start: int) -> Fraction:
        total = Fraction(0)
        for hole, card, weight in states[start : start + BATCH]:
            options = chase_the_flush.decide(hole, dealer=card, xtra=odds, qualifier=qualifier)
            total += weight * max(options.values())
        return total

    total = sum(_in_threads(work, range(0, len(states), BATCH), progress), Fraction(0))
    return total / (comb(52, 3) * 49)


def _holes_with_dealer_card() -> Iterator[tuple[int, int, int]]:
    """Every hole with every card of the dealer, once for all that exchanging suits turns into each other: hole,
    card, and how many such pairs there are."""
    for hole in chase_the_flush.hole_classes():
        alike: dict[tuple[int, int], list[int]] = {}
        for suit, lane in enumerate(hole):
            for rank in range(RANKS):
                if (FULL_LANE & ~lane) >> rank & 1:
                    alike.setdefault((lane, rank), []).append(1 << RANKS * suit + rank)
        for cards in alike.values():
            yield _mask(hole), cards[0], chase_the_flush.class_weight(hole) * len(cards)


def _mask(lanes: Four) -> int:
    return sum(lanes[suit] << RANKS * suit for suit in range(SUITS))


def _in_threads(work: Callable[[int], Part], pieces: range, progress: Progress) -> Iterator[Part]:
    """The parts in their order. An interrupt leaves undone what has not begun."""
    with ThreadPoolExecutor(WORKERS) as pool:
        futures: list[Future[Part]] = [pool.submit(work, piece) for piece in pieces]
        try:
            for done, future in enumerate(futures, start=1):
                yield future.result()
                progress(done / len(futures))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
