"""How long players have to bet and to decide, and what happens when their time is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from houserules.app.table import events as f
from houserules.app.table.automation import default_decision, end_of_betting, waited_for
from houserules.app.table.draft import Draft
from houserules.app.table.state import Sitting, TableState
from houserules.play import Phase

A_MOMENT: Final = 5_000
"""A table that has not gone on this many milliseconds after its time was left alone by every service."""
_CLOCKS_DIFFER: Final = 60_000
"""The clocks of services that share a database may differ by this many milliseconds."""

GUEST_AWAY_AFTER: Final = 10_000
"""A practice table at which others play goes on without a guest whose page has been closed for this long."""
LostFeed = Callable[[Sitting], int | None]
"""Since when this guest has had no feed of the table, in milliseconds since 1970; None if there is one."""


def pass_time(draft: Draft, now: int, unattended: int | None, lost: LostFeed) -> None:
    """What time alone causes at a table that waits for somebody."""
    if is_overdue(draft.state, now):
        time_is_up(draft, unattended)
    elif waits_too_long(draft.state, now):
        give_the_whole_time(draft)
    elif draft.state.kind == f.PRACTICE:
        _hurry(draft, now, lost)


def _hurry(draft: Draft, now: int, lost: LostFeed) -> None:
    """A guest who has closed the page is waited for only a moment; one who is back has the whole time again."""
    state, waiting = draft.state, waited_for(draft.state)
    since = [at for at in map(lost, waiting) if at is not None]
    others = any(each not in waiting and not each.left and lost(each) is None for each in state.sittings)
    if waiting and others and len(since) == len(waiting):
        until = max(now, max(since) + GUEST_AWAY_AFTER)
        if state.deadline is None or until < state.deadline:
            draft.note(f.FeedLost(tuple(each.seat for each in waiting), until))
    elif any(each.away and lost(each) is None for each in waiting):
        give_the_whole_time(draft)


def time_to_think(state: TableState) -> int | None:
    """How many seconds the settings give the player whom the table waits for; None without a limit."""
    if state.phase is Phase.BETTING:
        return state.settings.betting_seconds
    return state.settings.decision_seconds if state.table.round is not None else None


def is_overdue(state: TableState, now: int) -> bool:
    return state.deadline is not None and now >= state.deadline


def waits_too_long(state: TableState, now: int) -> bool:
    """Whether more than the whole time is left, because the clock was set back or the settings give less."""
    seconds = time_to_think(state)
    if state.deadline is None or seconds is None:
        return False
    return state.deadline - now > seconds * 1000 + _CLOCKS_DIFFER


def time_is_up(draft: Draft, unattended: int | None) -> None:
    """The table goes on without the player it waited for; or gives the time again, if the deadline passed while no
    service was running to act on it (``unattended``)."""
    state = draft.state
    if state.deadline == unattended and time_to_think(state) is not None:
        give_the_whole_time(draft)
        return
    if state.phase is Phase.BETTING:
        following = end_of_betting(draft.rules, state, draft.seconds)
    else:
        following = default_decision(draft.rules, state, draft.seconds)
    if following is not None:
        draft.must(following)


def give_the_whole_time(draft: Draft) -> None:
    seconds = time_to_think(draft.state)
    draft.note(f.TimeGiven(None if seconds is None else draft.moment.at + seconds * 1000))
