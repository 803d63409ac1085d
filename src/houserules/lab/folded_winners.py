"""Progressive winners that best play of the base game would fold (High Card Flush).

A three-card straight flush of low cards is a poor hand against the dealer. Where a folded hand forfeits the
progressive, a player who folds such hands gives its payment away.
"""

from __future__ import annotations

from functools import cache

from houserules.cards import AceReading, longest_run
from houserules.lab.base_game import largest_raise, qualifier_of
from houserules.law import Submission


def folded_by_run(submission: Submission) -> dict[int, int]:
    """Longest suited run to the number of hands with it that best play folds."""
    return _folded_by_run(qualifier_of(submission), tuple(sorted(largest_raise(submission).items())), submission.ace)


@cache
def _folded_by_run(qualifier: int, raises: tuple[tuple[int, int], ...], ace: AceReading) -> dict[int, int]:
    import numpy as np  # noqa: PLC0415

    from houserules.lab.hands_sweep import LOST, UNQUALIFIED, WON  # noqa: PLC0415
    from houserules.lab.high_card_flush import flush_keys, hand_table  # noqa: PLC0415
    from houserules.lab.lanes import FULL_LANE, RANKS, SUITS  # noqa: PLC0415

    table = hand_table(qualifier)
    largest = np.ones(8, np.int64)
    for length, multiple in raises:
        largest[length] = multiple
    dealers = table.outcomes.sum(axis=1, dtype=np.int64)
    margin = table.outcomes[:, WON].astype(np.int64) - table.outcomes[:, LOST]
    stakes = 1 + np.where(margin > 0, largest[flush_keys(table.hands) >> RANKS], 1)
    folds = table.outcomes[:, UNQUALIFIED] + stakes * margin <= -dealers
    hands, weights = table.hands[folds], table.weights[folds]
    run_of_lane = np.array([longest_run(lane, ace) for lane in range(1 << RANKS)], np.int64)
    runs = np.maximum.reduce([run_of_lane[hands >> RANKS * suit & FULL_LANE] for suit in range(SUITS)])
    return {run: int(weights[runs == run].sum()) for run in range(1, 8) if np.any(runs == run)}
