"""The games as pure functions: commands in, events or refusals out, and a state that only events change.

Names are imported when they are first used: reading a rulebook needs the words of its game, and no part of the
engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from houserules.law.words import Role
from houserules.play.cited import cited

if TYPE_CHECKING:
    from houserules.play import commands, events
    from houserules.play.candidates import Option
    from houserules.play.commands import AnyCommand, Command
    from houserules.play.deciding import decide
    from houserules.play.driver import Session, opening_commands, shuffle_command, shuffle_commands
    from houserules.play.events import Accepted, AnyEvent
    from houserules.play.evolving import evolve, evolve_all
    from houserules.play.game import Decline, Game, Reader, Street
    from houserules.play.guards import step_of
    from houserules.play.legal import lawful_options, legal_commands
    from houserules.play.opening import new_table
    from houserules.play.refusals import Code, Refused
    from houserules.play.replaying import (
        Difference,
        Exported,
        Outside,
        export_round,
        meaning,
        read_export,
        replay,
        submission_of,
    )
    from houserules.play.round.dealing import (
        burns,
        cards_dealt,
        cards_out,
        cards_to_read,
        check_due,
        decks_alternate,
        initial_places,
        method_of,
        next_community,
        next_deck,
        nothing_dealt,
        order_of,
        overdue,
        places_of,
        shuffler_in_use,
        stub_size,
    )
    from houserules.play.round.decisions import lawful_actions, lawful_amounts
    from houserules.play.round.irregularity_timing import REPORTED
    from houserules.play.round.lines import NO_LINE, LineTable, compile_table
    from houserules.play.round.progressive import holds_suited_hole_cards
    from houserules.play.round.settlement import claim_waits_for
    from houserules.play.round.steps import counts_itself, stub_count_due, why_no_dealing, why_no_round
    from houserules.play.rules import Rules
    from houserules.play.state import BOARD, DEALER, UNREAD, Deck, DeckStatus, Phase, Round, Seat, Table
    from houserules.play.table_life import why_no_shuffle
    from houserules.play.views import dealer_view, own_cards, public_view, surveillance_view

__all__ = [
    "BOARD",
    "DEALER",
    "NO_LINE",
    "REPORTED",
    "UNREAD",
    "Accepted",
    "AnyCommand",
    "AnyEvent",
    "Code",
    "Command",
    "Deck",
    "DeckStatus",
    "Decline",
    "Difference",
    "Exported",
    "Game",
    "LineTable",
    "Option",
    "Outside",
    "Phase",
    "Reader",
    "Refused",
    "Role",
    "Round",
    "Rules",
    "Seat",
    "Session",
    "Street",
    "Table",
    "burns",
    "cards_dealt",
    "cards_out",
    "cards_to_read",
    "check_due",
    "cited",
    "claim_waits_for",
    "commands",
    "compile_table",
    "counts_itself",
    "dealer_view",
    "decide",
    "decks_alternate",
    "events",
    "evolve",
    "evolve_all",
    "export_round",
    "holds_suited_hole_cards",
    "initial_places",
    "lawful_actions",
    "lawful_amounts",
    "lawful_options",
    "legal_commands",
    "meaning",
    "method_of",
    "new_table",
    "next_community",
    "next_deck",
    "nothing_dealt",
    "opening_commands",
    "order_of",
    "overdue",
    "own_cards",
    "places_of",
    "public_view",
    "read_export",
    "replay",
    "shuffle_command",
    "shuffle_commands",
    "shuffler_in_use",
    "step_of",
    "stub_count_due",
    "stub_size",
    "submission_of",
    "surveillance_view",
    "why_no_dealing",
    "why_no_round",
    "why_no_shuffle",
]

_MODULES: Final = {
    "candidates": ("Option",),
    "commands": ("AnyCommand", "Command"),
    "deciding": ("decide",),
    "driver": ("Session", "opening_commands", "shuffle_command", "shuffle_commands"),
    "events": ("Accepted", "AnyEvent"),
    "evolving": ("evolve", "evolve_all"),
    "game": ("Decline", "Game", "Reader", "Street"),
    "guards": ("step_of",),
    "legal": ("lawful_options", "legal_commands"),
    "opening": ("new_table",),
    "refusals": ("Code", "Refused"),
    "replaying": (
        "Difference",
        "Exported",
        "Outside",
        "export_round",
        "meaning",
        "read_export",
        "replay",
        "submission_of",
    ),
    "round.dealing": (
        "burns",
        "cards_dealt",
        "cards_out",
        "cards_to_read",
        "check_due",
        "decks_alternate",
        "initial_places",
        "method_of",
        "next_community",
        "next_deck",
        "nothing_dealt",
        "order_of",
        "overdue",
        "places_of",
        "shuffler_in_use",
        "stub_size",
    ),
    "round.decisions": ("lawful_actions", "lawful_amounts"),
    "round.lines": ("NO_LINE", "LineTable", "compile_table"),
    "round.progressive": ("holds_suited_hole_cards",),
    "round.settlement": ("claim_waits_for",),
    "round.steps": ("counts_itself", "stub_count_due", "why_no_dealing", "why_no_round"),
    "round.irregularity_timing": ("REPORTED",),
    "rules": ("Rules",),
    "state": ("BOARD", "DEALER", "UNREAD", "Deck", "DeckStatus", "Phase", "Round", "Seat", "Table"),
    "table_life": ("why_no_shuffle",),
    "views": ("dealer_view", "own_cards", "public_view", "surveillance_view"),
}
"""From each module to its names."""

_NAMES: Final = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in ("commands", "events"):
        return import_module(f"{__name__}.{name}")
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
    return found
