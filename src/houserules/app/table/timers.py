"""How long players have to bet and to decide, and what happens when their time is up."""

from __future__ import annotations

from typing import Final

from houserules.app.table import events as f
from houserules.app.table.automation import default_decision, end_of_betting
from houserules.app.table.draft import Draft
from houserules.app.table.state import TableState
from houserules.play import Phase

A_MOMENT: Final = 5_000
"""A table that has not gone on for this many milliseconds after its time was left alone by every service."""
_CLOCKS_DIFFER: Final = 60_000
"""The clocks of services that share a database may differ by this many milliseconds."""


def time_to_think(state: TableState) -> int | None:
    """How many seconds the player whom the table waits for has by the settings; None without a limit."""
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
    """The table goes on without the player it waited for; or gives the time again, where the deadline passed while no
    service was there to act on it (``unattended``)."""
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
    assert seconds is not None, "there is a limit"
    draft.note(f.TimeGiven(draft.moment.at + seconds * 1000))
