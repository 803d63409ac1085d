"""High Card Flush: the moments of one seat for any strategy, and of two where play is decided by the flush alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from houserules.cards import AceReading, has_suited_nine_to_ace, longest_run
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.lanes import FULL_LANE, LANE_SIZE, RANKS, SUITS
from houserules.lab.games.flushes.lines import kinds_of
from houserules.lab.games.high_card_flush.hands_sweep import DEALER_HANDS, HandTable
from houserules.lab.games.high_card_flush.seats.two_seats import ANY_KEY, CUT_LENGTH, seat_moments
from houserules.lab.games.high_card_flush.seats.wagers import ANY, beside_moments, pair_chances, weights_of
from houserules.lab.games.high_card_flush.solving import flush_keys, hand_table, parts_of, pieces_of
from houserules.lab.games.high_card_flush.terms import Terms, terms_of
from houserules.lab.games.high_card_flush.written_play import evaluate_written, multiples_of
from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.solver import OwnWager, Progress, SeatMoments
from houserules.lab.strategy.files import WrittenStrategy
from houserules.law import Submission

GAME: Final = "high_card_flush"

HandCode = tuple[Kind, bool]
"""The kind of a hand, suits not told apart, and whether it is folded."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat in antes, whatever is staked beside it."""

    mean: Fraction
    square: Fraction
    by_hand: Mapping[HandCode, tuple[Fraction, Fraction]]
    """How often such hands come, and what the base game brings with them, over all deals."""
    cut: int | None
    """The key from which on the seat raises, as much as it may, where it looks at nothing else; else None."""


@dataclass(frozen=True, slots=True)
class Joint:
    """All that the table needs to know of two seats, whatever is staked."""

    mean: Fraction
    product: Fraction
    beside: tuple[Fraction, ...]
    chances: tuple[tuple[Fraction, ...], ...]


def table_moments(
    submission: Submission,
    strategy: WrittenStrategy,
    wagers: Sequence[OwnWager],
    ante: Fraction,
    progress: Progress | None,
) -> SeatMoments:
    """One seat and two: ``wagers`` are those on a seat's own cards, and ``ante`` is the ante."""
    terms = terms_of(submission)
    seat = _seat(terms, strategy, submission.ace)
    worth = _worth(submission, wagers)
    own, own_square, with_own = Fraction(0), Fraction(0), Fraction(0)
    for code, (chance, part) in seat.by_hand.items():
        first, second = worth[code]
        own, own_square, with_own = own + chance * first, own_square + chance * second, with_own + part * first
    mean = ante * seat.mean + own
    square = ante**2 * seat.square + 2 * ante * with_own + own_square
    alone = seat.mean, seat.square - seat.mean**2
    if seat.cut is None:
        return SeatMoments(mean, square - mean**2, None, *alone, None)
    joint = joint_moments(terms, seat.cut, submission.ace, progress)
    assert joint.mean == seat.mean, "three ways to the same number"
    base = joint.product - seat.mean**2
    try:
        weights = weights_of(wagers)
    except Unsupported:
        return SeatMoments(mean, square - mean**2, None, *alone, base)
    beside = sum((weight * part for weight, part in zip(weights, joint.beside, strict=True)), Fraction())
    parts = [(at, weight) for at, weight in enumerate(weights) if weight]
    own_product = sum((one * other * joint.chances[i][j] for i, one in parts for j, other in parts), Fraction())
    product = ante**2 * joint.product + 2 * ante * beside + own_product
    return SeatMoments(mean, square - mean**2, product - mean**2, *alone, base)


def _worth(submission: Submission, wagers: Sequence[OwnWager]) -> dict[HandCode, tuple[Fraction, Fraction]]:
    """What a hand brings by all its wagers on average, and its square: suits are alike to everything else."""
    found: dict[HandCode, tuple[Fraction, Fraction]] = {}
    counts = kinds_of(submission)
    for plain in {kind._replace(suit=None) for kind in counts}:
        alike = [(kind, count) for kind, count in counts.items() if kind._replace(suit=None) == plain]
        hands = sum(count for _, count in alike)
        for folded in (False, True):
            brought = [(sum((_of(wager, kind, folded) for wager in wagers), Fraction()), n) for kind, n in alike]
            first, second = (sum((worth**power * n for worth, n in brought), Fraction()) / hands for power in (1, 2))
            found[plain, folded] = first, second
    return found


def _of(wager: OwnWager, kind: Kind, folded: bool) -> Fraction:
    return wager.after_fold if folded and wager.after_fold is not None else wager.worth[kind]


def _seat(terms: Terms, strategy: WrittenStrategy, ace: AceReading) -> Seat:
    """The answer is kept."""
    question = Question(GAME, "one seat", (terms, strategy.rules, ace), __name__)
    return find_answer(question, lambda: _play_seat(terms, strategy, ace))


def _play_seat(terms: Terms, strategy: WrittenStrategy, ace: AceReading) -> Seat:
    table = hand_table(terms.qualifier)
    results = evaluate_written(terms, strategy, table)
    square = results.variance + results.house_edge**2
    return Seat(-results.house_edge, square, _by_hand(terms, strategy, table, ace), _cut_of(terms, strategy, table))


def _cut_of(terms: Terms, strategy: WrittenStrategy, table: HandTable) -> int | None:
    """Above every hand that is folded, and at the lowest that is raised."""
    largest = np.array(terms.largest, np.int64)
    lowest, highest = ANY_KEY, 0
    for piece in pieces_of(table):
        keys, multiples = flush_keys(piece.hands), multiples_of(terms, strategy, piece.hands)
        if bool((multiples[multiples > 0] != largest[keys[multiples > 0] >> RANKS]).any()):
            return None
        lowest = min(lowest, int(keys[multiples > 0].min(initial=ANY_KEY)))
        highest = max(highest, int(keys[multiples == 0].max(initial=0)))
    return lowest if highest < lowest and lowest >> RANKS == CUT_LENGTH else None


def _by_hand(
    terms: Terms, strategy: WrittenStrategy, table: HandTable, ace: AceReading
) -> dict[HandCode, tuple[Fraction, Fraction]]:
    runs, nines = (
        np.array([of(lane) for lane in range(1 << RANKS)], np.int64)
        for of in (lambda lane: longest_run(lane, ace), has_suited_nine_to_ace)
    )
    hands, brought = dict[int, int](), dict[int, int]()
    for piece in pieces_of(table):
        multiples = multiples_of(terms, strategy, piece.hands)
        ante, raised = parts_of(terms, piece, flush_keys(piece.hands))
        values = np.where(multiples > 0, ante + multiples * raised, -terms.unit * DEALER_HANDS)
        lanes = [piece.hands >> RANKS * suit & FULL_LANE for suit in range(SUITS)]
        codes = (multiples == 0) | (np.bitwise_and.reduce(lanes) != 0) << np.int64(1)
        for of, shift in ((nines, 2), (runs, 3), (LANE_SIZE, 6)):
            codes |= np.maximum.reduce([of[lane] for lane in lanes]) << shift
        for code in np.unique(codes).tolist():
            here = codes == code
            weights, nets = piece.weights[here], values[here]
            hands[code] = hands.get(code, 0) + int(weights.sum())
            brought[code] = brought.get(code, 0) + sum(
                int((weights[start : start + 1000] * nets[start : start + 1000]).sum())
                for start in range(0, len(weights), 1000)
            )
    every = sum(hands.values())
    return {
        (Kind(code >> 6, code >> 3 & 7, bool(code >> 1 & 1), bool(code >> 2 & 1)), bool(code & 1)): (
            Fraction(count, every),
            Fraction(brought[code], every * DEALER_HANDS * terms.unit),
        )
        for code, count in hands.items()
    }


def joint_moments(terms: Terms, cut: int, ace: AceReading, progress: Progress | None = None) -> Joint:
    """The answer is kept."""
    question = Question(GAME, "two seats", (terms, cut, ace), __name__)
    return find_answer(question, lambda: _solve(terms, cut, ace, progress))


def _solve(terms: Terms, cut: int, ace: AceReading, progress: Progress | None) -> Joint:
    def part(start: float, share: float) -> Progress | None:
        return None if progress is None else lambda done: progress(start + share * done)

    mean, product = seat_moments(terms, cut, part(0, 0.2))
    beside = beside_moments(terms, cut, ace, part(0.2, 0.75))
    assert mean == beside[ANY], "two ways to the same number"
    chances = tuple(tuple(row) for row in pair_chances(ace, cut))
    return Joint(mean, product, tuple(beside), chances)
