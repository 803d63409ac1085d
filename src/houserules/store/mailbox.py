"""Where commits are handed in to the thread that writes, which takes out all that have come in one go."""

from __future__ import annotations

from threading import Lock

from houserules.store.answers import Answer


class Mailbox:
    """Any number of threads put in, one takes out. Putting in wakes that one only if it sleeps."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._bell = Lock()
        self._bell.acquire()
        self._asleep = False
        self._answers: list[Answer] = []
        self._said: list[bytes] = []
        self._closed = False
        self._news_of_closing = False

    def hand_in(self, answer: Answer) -> bool:
        """Whether it was taken: once closed, nothing is."""
        with self._guard:
            if self._closed:
                return False
            self._answers.append(answer)
            if self._asleep:
                self._ring()
        return True

    def say(self, said: bytes) -> None:
        """What a scribe says (:mod:`houserules.store.beside`), also after closing."""
        with self._guard:
            self._said.append(said)
            if self._asleep:
                self._ring()

    def close(self) -> None:
        with self._guard:
            if not self._closed:
                self._closed = self._news_of_closing = True
                if self._asleep:
                    self._ring()

    def _ring(self) -> None:
        self._asleep = False
        self._bell.release()

    def take(self) -> tuple[list[Answer], list[bytes], bool]:
        """Waits until something has come: what was handed in, what was said, and whether it has been closed since."""
        with self._guard:
            self._asleep = not (self._answers or self._said or self._news_of_closing)
            asleep = self._asleep
        if asleep:
            self._bell.acquire()
        with self._guard:
            taken = self._answers, self._said, self._news_of_closing
            self._answers, self._said, self._news_of_closing = [], [], False
        return taken
