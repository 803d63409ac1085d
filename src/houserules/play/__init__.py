"""The games as pure functions: commands in, events or refusals out, and a state that only events change."""

from houserules.play.compiled import Rules, compiled
from houserules.play.decide import decide
from houserules.play.events import Accepted, AnyEvent
from houserules.play.evolve import evolve, evolve_all
from houserules.play.opening import new_table
from houserules.play.refusals import Code, Refused
from houserules.play.state import Table

__all__ = [
    "Accepted",
    "AnyEvent",
    "Code",
    "Refused",
    "Rules",
    "Table",
    "compiled",
    "decide",
    "evolve",
    "evolve_all",
    "new_table",
]
