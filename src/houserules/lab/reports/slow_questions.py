"""The questions of an analysis that take seconds.

A service has them answered in another process and keeps the answers; the analysis then finds all of them.
"""

from __future__ import annotations

from typing import Any

from houserules.lab.counting.forfeits import FOLDS, count_folds, fold_question, forfeits_on_fold
from houserules.lab.solving.answers import Question, find_answer, known_answer
from houserules.lab.solving.base_game import base_question, solve_base
from houserules.lab.solving.solver import Progress
from houserules.law import Submission


def open_questions(submission: Submission) -> tuple[Question, ...]:
    """What has to be answered before this submission can be analysed without a wait."""
    asked = [base_question(submission)]
    if submission.progressive is not None and forfeits_on_fold(submission):
        asked.append(fold_question(submission))
    return tuple(question for question in asked if known_answer(question) is None)


def answer_question(question: Question, progress: Progress) -> Any:
    if question.about == FOLDS:
        return find_answer(question, lambda: count_folds(question))
    return find_answer(question, lambda: solve_base(question, progress))
