"""Answers that took long, kept: the same question costs nothing twice. There is a most that are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Generic, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Kept(Generic[Question, Answer]):
    """The most recently used answers, by question. Anybody may invent pay tables, so there is a most."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._answers: OrderedDict[Question, Answer] = OrderedDict()
        self._lock = Lock()

    def get(self, question: Question) -> Answer | None:
        with self._lock:
            if question in self._answers:
                self._answers.move_to_end(question)
            return self._answers.get(question)

    def keep(self, question: Question, answer: Answer) -> Answer:
        with self._lock:
            self._answers[question] = answer
            self._answers.move_to_end(question)
            while len(self._answers) > self.most:
                self._answers.popitem(last=False)
        return answer


def kept_by_identity(most: int) -> Callable[[Callable[[Question], Answer]], Callable[[Question], Answer]]:
    """Keep what a function makes of the objects that it was last asked of, which need not be hashable.

    An object is kept beside its answer, so that its identity cannot pass to another.
    """

    def decorate(function: Callable[[Question], Answer]) -> Callable[[Question], Answer]:
        kept: Kept[int, tuple[Question, Answer]] = Kept(most)

        @wraps(function)
        def found(about: Question) -> Answer:
            known = kept.get(id(about))
            return known[1] if known is not None else kept.keep(id(about), (about, function(about)))[1]

        return found

    return decorate
