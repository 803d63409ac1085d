"""Slips come back by their stated rule, over simulated weeks."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from houserules.app.lessons import book as b
from houserules.app.lessons.drills import slip_due
from houserules.app.lessons.spacing import STEPS, Waiting, first_due, repeated, slipped

MINUTE, DAY = 60_000, 24 * 60 * 60_000


def test_the_steps_are_those_stated() -> None:
    assert STEPS == (10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY)


@given(st.lists(st.tuples(st.integers(0, 40 * DAY), st.booleans()), max_size=60))
def test_each_right_answer_waits_longer_and_a_wrong_one_begins_anew(
    course: list[tuple[int, bool]],
) -> None:
    now, waiting = 0, slipped(0)
    for later, right in course:
        now += later
        after = repeated(waiting, right, now)
        if not right:
            assert after == Waiting(0, now + STEPS[0])
        elif now < waiting.due:
            assert after == waiting, "early practice does not shorten the wait"
        elif waiting.step == len(STEPS) - 1:
            assert after is None
            return
        else:
            assert after == Waiting(waiting.step + 1, now + STEPS[waiting.step + 1])
        assert after is not None
        waiting = after


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 100), max_size=8), st.integers(0, 100))
def test_the_one_due_longest_comes_first_and_none_before_its_time(dues: dict[str, int], now: int) -> None:
    found = first_due(((name, Waiting(0, due)) for name, due in dues.items()), now)
    due = [each for each in dues.values() if each <= now]
    assert (found is None) == (not due)
    assert found is None or dues[found] == min(due)


def _answer(cards: tuple[int, ...], wrong: bool, way: b.Way) -> b.Answered:
    return b.Answered("g", cards, (), "fold", "raise 1x", "1/10" if wrong else "0", way, 16)


@given(st.integers(0, 2**32))
def test_eight_weeks_of_daily_drills(seed: int) -> None:
    """Every day 20 hands; each slip is shown again when it is due, every second hand at most, until it is learned."""
    chance, book, now = Random(seed), b.Book("ann"), 0
    wrong_hands = {(card, card + 13, card + 26) for card in range(4)}
    shown_again: dict[str, list[int]] = {}
    for day in range(56):
        now = day * DAY + chance.randrange(DAY // 2)
        ways: list[b.Way] = []
        for _ in range(20):
            now += MINUTE
            name = slip_due(book, "g", None, now)
            if name is not None:
                slip = book.slips[name]
                assert slip.waiting.due <= now
                shown_again.setdefault(name, []).append(now)
                event = _answer(slip.cards, wrong=chance.random() < 0.2, way="again")
            else:
                cards = tuple(sorted(chance.sample(range(52), 3))) if day else chance.choice(sorted(wrong_hands))
                event = _answer(cards, wrong=cards in wrong_hands and day == 0, way="near")
            book = b.fold_book(book, event, now, book.version + 1)
            ways.append(event.way)
        assert all(one != "again" or other != "again" for one, other in pairwise(ways))
        assert [each.waiting.due for each in book.slips.values() if each.waiting.due <= now - 2 * DAY] == []
    assert all(len(times) >= len(STEPS) for name, times in shown_again.items() if name not in book.slips)


def test_a_slip_keeps_its_last_wrong_answer_and_price() -> None:
    book = b.fold_book(b.Book("ann"), _answer((1, 2, 3), wrong=True, way="table"), 5, 1)
    (slip,) = book.slips.values()
    assert (slip.action, slip.best, slip.cost) == ("fold", "raise 1x", Fraction(1, 10))
    again = b.fold_book(book, _answer((3, 2, 1), wrong=False, way="again"), 5 + STEPS[0], 2)
    assert next(iter(again.slips.values())).waiting == Waiting(1, 5 + STEPS[0] + STEPS[1])
    assert next(iter(again.slips.values())).cost == Fraction(1, 10)
