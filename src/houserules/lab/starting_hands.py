"""The value of starting hands under best play, gathered for a picture: by the two highest cards that matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houserules.lab.base_game import Progress, qualifier_of, xtra_odds
from houserules.law import Submission

RANKS = 13
Grid = dict[tuple[int, int], float]
"""(Highest rank, second rank) to the average value in antes of the hands that have them."""


@dataclass(frozen=True, slots=True)
class Panel:
    title: str
    across: str
    down: str
    values: Grid


def panels(submission: Submission, progress: Progress | None = None) -> tuple[Panel, ...]:
    if submission.rulebook.decision.stages:
        return _holes(submission, progress or (lambda _done: None))
    return (_three_card_flushes(submission),)


def _three_card_flushes(submission: Submission) -> Panel:
    """High Card Flush: hands whose best flush has three cards, by its highest and its second card."""
    import numpy as np  # noqa: PLC0415

    from houserules.lab.hands_sweep import LOST, UNQUALIFIED, WON  # noqa: PLC0415
    from houserules.lab.high_card_flush import flush_keys, hand_table  # noqa: PLC0415

    table = hand_table(qualifier_of(submission))
    keys = flush_keys(table.hands)
    three = keys >> RANKS == 3
    lanes = keys[three] & (1 << RANKS) - 1
    outcomes = table.outcomes[three].astype(np.float64)
    dealers = outcomes.sum(axis=1)
    raised = (outcomes[:, UNQUALIFIED] + 2 * (outcomes[:, WON] - outcomes[:, LOST])) / dealers
    values, weights = np.maximum(raised, -1.0), table.weights[three].astype(np.float64)
    high = np.floor(np.log2(lanes)).astype(np.int64)
    second = np.floor(np.log2(lanes - (1 << high))).astype(np.int64)
    found: Grid = {}
    for top in range(RANKS):
        for below in range(top):
            here = (high == top) & (second == below)
            if here.any():
                found[top, below] = float(np.average(values[here], weights=weights[here]))
    return Panel("Three-card flush, best play", "second card of the flush", "highest card", found)


def _holes(submission: Submission, progress: Callable[[float], None]) -> tuple[Panel, ...]:
    """Chase the Flush: hole cards before the flop, by how many are of one suit."""
    from houserules.lab.chase_the_flush import class_weight, decide, hole_classes  # noqa: PLC0415

    odds, qualifier = dict(xtra_odds(submission)), qualifier_of(submission)
    classes: list[Any] = list(hole_classes())
    sums: dict[int, dict[tuple[int, int], tuple[Fraction, int]]] = {1: {}, 2: {}, 3: {}}
    for done, hole in enumerate(classes, start=1):
        value = max(decide(_mask(hole), xtra=odds, qualifier=qualifier).values())
        suited = max(lane.bit_count() for lane in hole)
        ranks = _ranks(hole[0]) if suited > 1 else sorted((_ranks(lane)[0] for lane in hole[:3]), reverse=True)
        total, count = sums[suited].get((ranks[0], ranks[1]), (Fraction(), 0))
        weight = class_weight(hole)
        sums[suited][ranks[0], ranks[1]] = total + value * weight, count + weight
        progress(done / len(classes))
    names = {3: "Three of one suit", 2: "Two of one suit", 1: "Three suits"}
    across = {3: "second card", 2: "second card of the suit", 1: "second card"}
    return tuple(
        Panel(
            names[suited],
            across[suited],
            "highest card" if suited != 2 else "higher card of the suit",
            {key: float(total / count) for key, (total, count) in sums[suited].items()},
        )
        for suited in (3, 2, 1)
    )


def _mask(hole: tuple[int, int, int, int]) -> int:
    return sum(lane << RANKS * suit for suit, lane in enumerate(hole))


def _ranks(lane: int) -> list[int]:
    """From the highest down."""
    return [rank for rank in range(RANKS - 1, -1, -1) if lane >> rank & 1]
