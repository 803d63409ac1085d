"""High Card Flush: the joint moments of the seats of a table, for play that is decided by the flush alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from houserules.cards import AceReading, has_suited_nine_to_ace, longest_run
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.features import FEATURES, choose_for_hands
from houserules.lab.games.flushes.lanes import FULL_LANE, LANE_SIZE, RANKS, SUITS
from houserules.lab.games.flushes.lines import kinds_of
from houserules.lab.games.high_card_flush.hands_sweep import DEALER_HANDS, HandTable
from houserules.lab.games.high_card_flush.seat_wagers import (
    ANY,
    CONDITIONS,
    FLUSHES,
    RUNS,
    beside_moments,
    pair_chances,
)
from houserules.lab.games.high_card_flush.seats import CUT_LENGTH, seat_moments
from houserules.lab.games.high_card_flush.solving import evaluate, flush_keys, hand_table, parts_of
from houserules.lab.games.high_card_flush.terms import Terms, terms_of
from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.solver import Progress, SeatMoments
from houserules.lab.strategy.files import WrittenStrategy
from houserules.lab.strategy.rule_tables import rule_table
from houserules.law import Submission

GAME: Final = "high_card_flush"
MOMENTS: Final = "two seats"


@dataclass(frozen=True, slots=True)
class Joint:
    """All that the table needs to know of two seats, whatever is staked."""

    mean: Fraction
    square: Fraction
    product: Fraction
    beside: tuple[Fraction, ...]
    chances: tuple[tuple[Fraction, ...], ...]
    by_kind: Mapping[tuple[int, int, bool], Fraction]
    """Longest flush, longest run and nine to ace to what the seat brings with such hands, over all deals."""


def table_moments(
    submission: Submission,
    strategy: WrittenStrategy,
    wagers: Sequence[Mapping[Kind, Fraction]],
    ante: Fraction,
    progress: Progress | None,
) -> SeatMoments:
    """One seat and two: ``wagers`` are those on a seat's own cards, each with what a kind of hand brings, and
    ``ante`` is the ante."""
    terms = terms_of(submission)
    cut = _cut_of(terms, strategy)
    joint = joint_moments(terms, cut, submission.ace, progress)
    weights = _weights(wagers)
    counts = kinds_of(submission)
    worth = {kind: sum((wager[kind] for wager in wagers), Fraction()) for kind in counts}
    hands = sum(counts.values())
    own = sum((weight * joint.chances[at][ANY] for at, weight in enumerate(weights)), Fraction())
    own_square = sum((Fraction(count, hands) * worth[kind] ** 2 for kind, count in counts.items()), Fraction())
    of_kind = {(kind.flush, kind.run, kind.nine_to_ace): value for kind, value in worth.items()}
    with_own = sum((of_kind[key] * part for key, part in joint.by_kind.items()), Fraction())
    beside = sum((weight * part for weight, part in zip(weights, joint.beside, strict=True)), Fraction())
    own_product = sum(
        (
            one * other * joint.chances[i][j]
            for i, one in enumerate(weights)
            if one
            for j, other in enumerate(weights)
            if other
        ),
        Fraction(),
    )
    mean = ante * joint.mean + own
    square = ante**2 * joint.square + 2 * ante * with_own + own_square
    product = ante**2 * joint.product + 2 * ante * beside + own_product
    base = joint.square - joint.mean**2, joint.product - joint.mean**2
    return SeatMoments(mean, square - mean**2, product - mean**2, joint.mean, *base)


def joint_moments(terms: Terms, cut: int, ace: AceReading, progress: Progress | None = None) -> Joint:
    """The answer is kept."""
    question = Question(GAME, MOMENTS, (terms, cut, ace), __name__)
    return find_answer(question, lambda: _solve(terms, cut, ace, progress))


def _solve(terms: Terms, cut: int, ace: AceReading, progress: Progress | None) -> Joint:
    def part(start: float, share: float) -> Progress | None:
        return None if progress is None else lambda done: progress(start + share * done)

    mean, product = seat_moments(terms, cut, part(0, 0.25))
    beside = beside_moments(terms, cut, ace, part(0.25, 0.7))
    table = hand_table(terms.qualifier)
    largest = np.array(terms.largest, np.int64)

    def play(hands: Ints) -> Ints:
        keys = flush_keys(hands)
        raised: Ints = np.where(keys >= cut, largest[keys >> RANKS], 0)
        return raised

    results = evaluate(terms, play, table)
    assert -results.house_edge == mean == beside[ANY], "three ways to the same number"
    chances = tuple(tuple(row) for row in pair_chances(ace))
    square = results.variance + results.house_edge**2
    return Joint(mean, square, product, tuple(beside), chances, _by_kind(terms, play(table.hands), table, ace))


def _by_kind(
    terms: Terms, multiples: Ints, table: HandTable, ace: AceReading
) -> dict[tuple[int, int, bool], Fraction]:
    ante, raised = parts_of(terms, table, flush_keys(table.hands))
    values = np.where(multiples > 0, ante + multiples * raised, -terms.unit * DEALER_HANDS)
    lanes = [table.hands >> RANKS * suit & FULL_LANE for suit in range(SUITS)]
    every = range(1 << RANKS)
    runs = np.array([longest_run(lane, ace) for lane in every], np.int64)
    nines = np.array([has_suited_nine_to_ace(lane) for lane in every], np.int64)
    flush, run, nine = (np.maximum.reduce([of[lane] for lane in lanes]) for of in (LANE_SIZE, runs, nines))
    codes = (flush << 4) + (run << 1) + nine
    deals = int(table.weights.sum()) * DEALER_HANDS * terms.unit
    found = {}
    for code in np.unique(codes).tolist():
        here = codes == code
        total = sum(
            int((table.weights[here][start : start + 1000] * values[here][start : start + 1000]).sum())
            for start in range(0, int(here.sum()), 1000)
        )
        found[code >> 4, code >> 1 & 7, bool(code & 1)] = Fraction(total, deals)
    return found


def _cut_of(terms: Terms, strategy: WrittenStrategy) -> int:
    """The key from which on the strategy raises; it looks at nothing but the flush, and raises as much as it may."""
    table, rules = hand_table(terms.qualifier), rule_table(strategy, FEATURES)
    chosen = np.zeros(len(table.hands), np.int64)
    choose_for_hands(rules.tests, rules.actions, table.hands, chosen)
    keys = flush_keys(table.hands)
    largest = np.array(terms.largest, np.int64)[keys >> RANKS]
    chosen = np.minimum(chosen, largest)
    raised = keys[chosen > 0]
    cut = int(raised.min()) if len(raised) else 0
    if not len(raised) or cut >> RANKS != CUT_LENGTH or bool((np.where(keys >= cut, largest, 0) != chosen).any()):
        raise Unsupported(
            f"{strategy.name}: seats together are counted exactly for strategies that raise from some three-card "
            "flush on, as much as is allowed, and look at nothing else"
        )
    return cut


def _weights(wagers: Sequence[Mapping[Kind, Fraction]]) -> list[Fraction]:
    """What own cards bring as a sum over conditions."""
    weights = [Fraction(0)] * CONDITIONS
    for worth in wagers:
        for class_of, places in ((_flush_class, FLUSH_PLACES), (_run_class, RUN_PLACES)):
            values: dict[int, set[Fraction]] = {}
            for kind, value in worth.items():
                values.setdefault(class_of(kind), set()).add(value)
            if all(len(found) == 1 for found in values.values()):
                each = [values[at].pop() for at in range(len(places))]
                for place, value, following in zip(places, each, [*each[1:], Fraction(0)], strict=True):
                    weights[place] += value - following
                break
        else:
            raise Unsupported("seats together are counted for tables of flushes alone, or of runs alone")
    return weights


FLUSH_PLACES: Final = (*range(len(FLUSHES)), ANY)
RUN_PLACES: Final = (*range(len(FLUSHES), ANY), ANY)


def _flush_class(kind: Kind) -> int:
    return max(kind.flush - FLUSHES[0], 0)


def _run_class(kind: Kind) -> int:
    """With nine to ace there is a run of six."""
    beyond = 1 if kind.run > RUNS[-1] or (kind.run == RUNS[-1] and kind.nine_to_ace) else 0
    return max(kind.run - RUNS[0], 0) + beyond
