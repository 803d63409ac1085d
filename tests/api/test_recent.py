"""What is remembered for the next onlooker is that of the very same thing, and not of one that looks like it."""

from __future__ import annotations

from houserules.app.cache import Recent


class Counted:
    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> int:
        self.times += 1
        return self.times


def test_the_same_thing_is_worked_out_once_and_an_equal_one_anew() -> None:
    recent: Recent[list[int], int] = Recent(8)
    work, first, second = Counted(), [1], [1]
    assert [recent.get(first, work), recent.get(first, work), recent.get(second, work)] == [1, 1, 2]


def test_the_oldest_is_forgotten() -> None:
    recent: Recent[list[int], int] = Recent(2)
    work, things = Counted(), [[number] for number in range(3)]
    assert [recent.get(thing, work) for thing in (*things, things[2], things[1], things[0])] == [1, 2, 3, 3, 2, 4]
