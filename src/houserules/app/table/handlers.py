"""What each request does to a draft. The rules of the game decide; the house sees to seats, chips and two persons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from houserules.app.refusals import Kind, Refusal
from houserules.app.table import seat_handlers, staff_handlers
from houserules.app.table.acting import Acting
from houserules.app.table.events import LIVE

HANDLERS: Final[dict[str, Callable[..., None]]] = {**seat_handlers.HANDLERS, **staff_handlers.HANDLERS}
"""Verbs with which the house has something of its own to do. Every other is a command of the game and no more."""


def carry_out(act: Acting) -> None:
    _insist_one_side(act)
    handler = HANDLERS.get(act.verb.name)
    if handler is None:
        act.play()
    else:
        handler(act, **act.values())
    if not act.draft.steps:
        raise Refusal("nothing_changes", "nothing would come of this")
    act.draft.go_on()


def _insist_one_side(act: Acting) -> None:
    """At a live table one person does not play and work, whichever came first."""
    if act.state.kind != LIVE:
        return
    if act.verb.begins and not act.person.only_plays:
        raise Refusal("staff_do_not_play", "nobody who works here plays for money here", Kind.FORBIDDEN)
    if act.verb.is_work and act.state.plays_here(act.account):
        raise Refusal("you_play_here", "nobody works at a table while they play there", Kind.FORBIDDEN)
