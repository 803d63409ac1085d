"""What the table service asks of the mathematics, and how it is reached: late, and only if it is there."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from houserules.app.refusal import Kind, Refusal
from houserules.app.shapes import AdvisedOption
from houserules.law import Submission

_ADVICE = "houserules.lab.advice"


class Advice(Protocol):
    def options(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> list[AdvisedOption]:
        """The value of each option in units of the ante, best first, exact: ``{"action": …, "ev": {…}}``.

        ``known`` are other cards that the player sees: those of the own boxes beside this one.
        """


class LabAdvice:
    """The lab's exact advice, where this build has it."""

    def options(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> list[AdvisedOption]:
        if not _is_there(_ADVICE):
            raise Refusal("advice_unavailable", "this build has no exact advice yet", Kind.UNAVAILABLE)
        found: list[AdvisedOption] = import_module(_ADVICE).options(submission, cards, board, known)
        return found


def _is_there(module: str) -> bool:
    return find_spec(module) is not None


__all__ = ["Advice", "LabAdvice"]
