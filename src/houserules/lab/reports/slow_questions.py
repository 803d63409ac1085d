"""The questions of an analysis that take seconds, told apart from those that take none.

A service has them answered in another process and keeps what comes back; the analysis then finds every answer there.
"""

from __future__ import annotations

from houserules.lab.counting.forfeits import (
    FoldQuestion,
    count_folds,
    fold_question,
    forfeits_on_fold,
    keep_folds,
    known_folds,
)
from houserules.lab.counting.outcomes import Results
from houserules.lab.solving.base_game import BaseQuestion, base_question, keep_base, known_base, solve_base
from houserules.lab.solving.solver import Kind, Progress
from houserules.law import Submission

HeavyQuestion = BaseQuestion | FoldQuestion
HeavyAnswer = Results | dict[Kind, int]


def open_questions(submission: Submission) -> tuple[HeavyQuestion, ...]:
    """What has to be answered before this submission can be analysed at once."""
    base = base_question(submission)
    found: list[HeavyQuestion] = [base] if known_base(base) is None else []
    if submission.progressive is not None and forfeits_on_fold(submission):
        folds = fold_question(submission)
        if known_folds(folds) is None:
            found.append(folds)
    return tuple(found)


def answer(question: HeavyQuestion, progress: Progress) -> HeavyAnswer:
    if isinstance(question, BaseQuestion):
        return solve_base(question, progress)
    return count_folds(question)


def keep(question: HeavyQuestion, found: HeavyAnswer) -> None:
    if isinstance(question, BaseQuestion):
        assert isinstance(found, Results)
        keep_base(question, found)
    else:
        assert isinstance(found, dict)
        keep_folds(question, found)
