"""What was worked out lately from things that never change, so that the next onlooker need not wait for it again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Results by the identity of what they were worked out from, which is held so that its identity stays its own.

    Comparing or hashing a whole table would cost more than most of what is remembered here.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[int, tuple[K, V]] = OrderedDict()

    def get(self, of: K, work_out: Callable[[], V]) -> V:
        """The result for this very thing, shared by all who ask: nobody may change it."""
        found = self._found.get(id(of))
        if found is not None:
            return found[1]
        value = work_out()
        self._found[id(of)] = (of, value)
        if len(self._found) > self._most:
            self._found.popitem(last=False)
        return value
