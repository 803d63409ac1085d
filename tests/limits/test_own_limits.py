"""Limits that players set: a lower one at once, a higher one after a day, all counted by the day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houserules.app.limits.own_limits import (
    DAY,
    PAUSE,
    BreakTaken,
    CageMoved,
    Counted,
    Limit,
    LimitSet,
    OwnLimits,
    fold_limits,
)
from houserules.app.refusals import Refusal

AMOUNTS = st.none() | st.integers(0, 1_000)


@given(st.lists(st.tuples(st.integers(0, 3 * DAY), AMOUNTS), min_size=1, max_size=12))
def test_no_limit_grows_sooner_than_a_day_after_it_was_asked_for(course: list[tuple[int, int | None]]) -> None:
    now, limit = 0, Limit()
    for later, amount in course:
        before, now = limit.at(now + later), now + later
        limit = limit.asked(amount, now)
        if before is None or (amount is not None and amount <= before):
            assert limit.at(now) == amount, "a first or lower one holds at once"
        else:
            assert limit.at(now) == before
            assert limit.at(now + DAY - 1) == before
            assert limit.at(now + DAY) == amount


def _folded(*events: tuple[int, object]) -> OwnLimits:
    own = OwnLimits()
    for at, event in events:
        own = fold_limits(own, event, at)  # type: ignore[arg-type]
    return own


def _refused(own: OwnLimits, worth: int, reserved: int, now: int) -> str | None:
    try:
        own.insist_may_wager(worth, reserved, now)
    except Refusal as refusal:
        return refusal.facts.get("what", refusal.code)
    return None


@pytest.mark.parametrize(
    ("left", "reserved", "code"), [(900, 0, None), (899, 0, "loss"), (930, 30, None), (930, 31, "loss")]
)
def test_a_wager_that_could_lead_beyond_the_loss_limit_is_refused(left: int, reserved: int, code: str | None) -> None:
    own = _folded((0, LimitSet("loss", 100, 1_000)))
    assert _refused(own, left, reserved, 1) == code


def test_money_of_the_cage_is_neither_won_nor_lost() -> None:
    own = _folded((0, LimitSet("loss", 100, 1_000)), (1, CageMoved(-500)))
    assert _refused(own, 400, 0, 2) is None
    assert _refused(own, 399, 0, 2) == "loss"


def test_the_next_day_begins_anew_with_what_there_is() -> None:
    own = _folded((0, LimitSet("loss", 100, 1_000)), (5, Counted("t", 1_000, wagered=100, reserved=0)))
    assert _refused(own.today(6, 900), 899, 0, 6) == "loss"
    assert _refused(own.today(DAY, 900), 800, 0, DAY) is None
    assert _refused(own.today(DAY, 900), 799, 0, DAY) == "loss"


def test_time_counts_from_wager_to_wager_and_no_pause_counts_for_more_than_ten_minutes() -> None:
    own = _folded((0, LimitSet("minutes", 30, 0)), *((at * 60_000, Counted("t", 0, wagered=1)) for at in (1, 6, 106)))
    assert own.played == 5 * 60_000 + PAUSE
    assert _refused(own, 0, 0, 107 * 60_000) is None
    more = _folded((0, LimitSet("minutes", 30, 0)), *((at * 60_000, Counted("t", 0, wagered=1)) for at in range(30)))
    assert _refused(more, 0, 0, 30 * 60_000 - 1) is None
    assert _refused(more, 0, 0, 30 * 60_000) == "minutes"


@pytest.mark.parametrize(("amount", "allowed"), [(59, True), (60, True), (61, False)])
def test_chips_are_bought_up_to_the_limit_of_the_day(amount: int, allowed: bool) -> None:
    own = _folded((0, LimitSet("deposit", 100, 0)), (1, Counted("t", 0, bought=40)))
    if allowed:
        own.insist_may_buy(amount, 2)
    else:
        with pytest.raises(Refusal, match="limit for today"):
            own.insist_may_buy(amount, 2)
    own.today(DAY, 0).insist_may_buy(100, DAY)


def test_a_break_is_never_shortened() -> None:
    own = _folded((0, BreakTaken(DAY)), (1, BreakTaken(5)))
    assert _refused(own, 0, 0, DAY - 1) == "on_a_break"
    assert _refused(own, 0, 0, DAY) is None
