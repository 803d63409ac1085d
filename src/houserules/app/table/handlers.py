"""What each request does to a draft. The rules of the game decide; the house handles seats, chips and second
persons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from houserules.app.refusals import Kind, Refusal
from houserules.app.table import seat_handlers, staff_handlers
from houserules.app.table.context import RequestContext
from houserules.app.table.events import LIVE

HANDLERS: Final[dict[str, Callable[..., None]]] = {**seat_handlers.HANDLERS, **staff_handlers.HANDLERS}
"""Verbs for which the house does something itself. Every other is a command of the game and no more."""


def carry_out(context: RequestContext) -> None:
    _insist_one_side(context)
    handler = HANDLERS.get(context.verb.name)
    if handler is None:
        context.play()
    else:
        handler(context, **context.values())
    if not context.draft.steps:
        raise Refusal("nothing_changes", "nothing would come of this")
    context.draft.go_on()


def _insist_one_side(context: RequestContext) -> None:
    """At a live table one person does not both play and work, whichever came first."""
    if context.state.kind != LIVE:
        return
    if context.verb.begins and not context.person.only_plays:
        raise Refusal("staff_do_not_play", "nobody who works here plays for money here", Kind.FORBIDDEN)
    if context.verb.is_work and context.state.plays_here(context.account):
        raise Refusal("you_play_here", "nobody works at a table while they play there", Kind.FORBIDDEN)
