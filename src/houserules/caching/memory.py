"""A cache in memory that holds a fixed number of results and drops the least recently used."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Any, Final, Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

_MISSING: Final = object()


class Cache(Generic[Key, Value]):
    """Thread-safe. A result that two threads miss at the same time is computed by both."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._entries: OrderedDict[Any, Any] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        found = self._get(key)
        return None if found is _MISSING else found

    def put(self, key: Key, value: Value) -> Value:
        self._put(key, value)
        return value

    def find(self, key: Key, compute: Callable[[], Value]) -> Value:
        found = self._get(key)
        return self.put(key, compute()) if found is _MISSING else found

    def find_same(self, thing: Key, compute: Callable[[], Value]) -> Value:
        """The result for this very object, which need not be hashable and may be costly to compare.

        The object is kept beside its result, so that no other object can take over its identity.
        """
        found = self._get(id(thing))
        if found is _MISSING:
            found = (thing, compute())
            self._put(id(thing), found)
        return found[1]  # type: ignore[no-any-return]

    def values(self) -> tuple[Value, ...]:
        with self._lock:
            return tuple(self._entries.values())

    def _get(self, key: Any) -> Any:
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
            return self._entries.get(key, _MISSING)

    def _put(self, key: Any, value: Any) -> None:
        with self._lock:
            self._entries[key] = value
            self._entries.move_to_end(key)
            while len(self._entries) > self.capacity:
                self._entries.popitem(last=False)


def cached_by_identity(capacity: int) -> Callable[[Callable[[Key], Value]], Callable[[Key], Value]]:
    """Keeps what a function returned for the objects that it was last called with; see `Cache.find_same`."""

    def decorate(function: Callable[[Key], Value]) -> Callable[[Key], Value]:
        results: Cache[Key, Value] = Cache(capacity)

        @wraps(function)
        def found(thing: Key) -> Value:
            return results.find_same(thing, lambda: function(thing))

        return found

    return decorate
