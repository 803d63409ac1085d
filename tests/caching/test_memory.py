"""The cache in memory: how much it holds, what it drops, and how it tells things apart."""

from __future__ import annotations

from houserules.caching import Cache, cached_by_identity


class Counted:
    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> int:
        self.times += 1
        return self.times


def test_what_is_found_once_is_not_computed_again() -> None:
    cache: Cache[str, int] = Cache(8)
    work = Counted()
    assert [cache.find("a", work), cache.find("a", work), cache.find("b", work)] == [1, 1, 2]
    assert (cache.get("a"), cache.get("c")) == (1, None)


def test_a_result_of_none_is_a_result() -> None:
    cache: Cache[str, None] = Cache(8)
    calls: list[None] = []
    for _ in range(2):
        cache.find("a", lambda: calls.append(None))
    assert len(calls) == 1


def test_the_least_recently_used_is_dropped() -> None:
    cache: Cache[int, int] = Cache(2)
    work = Counted()
    assert [cache.find(number, work) for number in (0, 1, 2, 2, 1, 0)] == [1, 2, 3, 3, 2, 4]


def test_by_identity_an_equal_object_is_another_one() -> None:
    cache: Cache[list[int], int] = Cache(8)
    work, first, second = Counted(), [1], [1]
    assert [cache.find_same(each, work) for each in (first, first, second)] == [1, 1, 2]


def test_a_function_is_called_once_for_each_object() -> None:
    calls = []

    @cached_by_identity(2)
    def length(of: list[int]) -> int:
        calls.append(of)
        return len(of)

    things = [[], [1], [1, 2]]
    assert [length(thing) for thing in (*things, things[2], things[0])] == [0, 1, 2, 2, 0]
    assert len(calls) == 4
