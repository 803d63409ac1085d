"""Progressive winners that best play of the base game would fold (High Card Flush).

A three-card straight flush of low cards is a poor hand against the dealer. Where a folded hand forfeits the
progressive, a player who folds such hands gives its payment away.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from houserules.cards import AceReading, has_suited_nine_to_ace, longest_run
from houserules.lab.base_game import largest_raise, qualifier_of
from houserules.lab.census import Kind
from houserules.lab.kept import Kept
from houserules.law import Submission

if TYPE_CHECKING:
    from houserules.lab.lanes import Ints


@dataclass(frozen=True, slots=True)
class FoldQuestion:
    """All that the folded winners depend on."""

    qualifier: int
    raises: tuple[tuple[int, int], ...]
    ace: AceReading


_COUNTED: Final[Kept[FoldQuestion, dict[Kind, int]]] = Kept(16)


def folded_by_kind(submission: Submission) -> dict[Kind, int]:
    """Kind of hand to the number of hands of that kind that best play folds. The answer is kept."""
    question = fold_question(submission)
    found = known_folds(question)
    return found if found is not None else keep_folds(question, count_folds(question))


def fold_question(submission: Submission) -> FoldQuestion:
    return FoldQuestion(qualifier_of(submission), tuple(sorted(largest_raise(submission).items())), submission.ace)


def known_folds(question: FoldQuestion) -> dict[Kind, int] | None:
    return _COUNTED.get(question)


def keep_folds(question: FoldQuestion, counts: dict[Kind, int]) -> dict[Kind, int]:
    """Remember an answer, also one that was found elsewhere, such as in another process."""
    return _COUNTED.keep(question, counts)


def count_folds(question: FoldQuestion) -> dict[Kind, int]:
    import numpy as np  # noqa: PLC0415

    from houserules.lab.lanes import FULL_LANE, LANE_SIZE, RANKS, SUITS  # noqa: PLC0415

    hands, weights = _folded(question.qualifier, question.raises)
    lanes = [hands >> RANKS * suit & FULL_LANE for suit in range(SUITS)]
    every = range(1 << RANKS)
    run_of_lane = np.array([longest_run(lane, question.ace) for lane in every], np.int64)
    nine_of_lane = np.array([has_suited_nine_to_ace(lane) for lane in every], np.int64)
    flush, run, nine = (
        np.maximum.reduce([table[lane] for lane in lanes]) for table in (LANE_SIZE, run_of_lane, nine_of_lane)
    )
    four = (np.bitwise_and.reduce(lanes) > 0).astype(np.int64)
    codes = (flush << 5) + (run << 2) + (four << 1) + nine
    return {
        Kind(code >> 5, code >> 2 & 7, bool(code >> 1 & 1), bool(code & 1)): int(weights[codes == code].sum())
        for code in np.unique(codes).tolist()
    }


@cache
def _folded(qualifier: int, raises: tuple[tuple[int, int], ...]) -> tuple[Ints, Ints]:
    """One hand from each class that is folded, and how many hands are like it."""
    import numpy as np  # noqa: PLC0415

    from houserules.lab.hands_sweep import LOST, UNQUALIFIED, WON  # noqa: PLC0415
    from houserules.lab.high_card_flush import flush_keys, hand_table  # noqa: PLC0415
    from houserules.lab.lanes import RANKS  # noqa: PLC0415

    table = hand_table(qualifier)
    largest = np.ones(8, np.int64)
    for length, multiple in raises:
        largest[length] = multiple
    dealers = table.outcomes.sum(axis=1, dtype=np.int64)
    margin = table.outcomes[:, WON].astype(np.int64) - table.outcomes[:, LOST]
    stakes = 1 + np.where(margin > 0, largest[flush_keys(table.hands) >> RANKS], 1)
    folds = table.outcomes[:, UNQUALIFIED] + stakes * margin <= -dealers
    return table.hands[folds], table.weights[folds].astype(np.int64)
