"""The games as pure functions: commands in, events or refusals out, and a state that only events change."""

from houserules.law.words import Role
from houserules.play.candidates import Option
from houserules.play.commands import AnyCommand
from houserules.play.decide import decide
from houserules.play.events import Accepted, AnyEvent
from houserules.play.evolve import evolve, evolve_all
from houserules.play.legal import legal_commands
from houserules.play.opening import new_table
from houserules.play.refusals import Code, Refused
from houserules.play.rules import Rules
from houserules.play.state import Table
from houserules.play.views import dealer_view, own_cards, public_view, surveillance_view

__all__ = [
    "Accepted",
    "AnyCommand",
    "AnyEvent",
    "Code",
    "Option",
    "Refused",
    "Role",
    "Rules",
    "Table",
    "dealer_view",
    "decide",
    "evolve",
    "evolve_all",
    "legal_commands",
    "new_table",
    "own_cards",
    "public_view",
    "surveillance_view",
]
