"""Answers that took long, kept: the same question costs nothing twice. Only so many are kept."""

from __future__ import annotations

from collections import OrderedDict
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
