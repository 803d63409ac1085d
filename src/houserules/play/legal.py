"""What someone may do now. Candidates are put to ``decide``; what it refuses is not listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houserules.law.words import Role
from houserules.play.candidates import Candidates, Found, Option, Situation
from houserules.play.commands import Command
from houserules.play.deciding import decide
from houserules.play.events import Accepted
from houserules.play.round.dealing import method_of
from houserules.play.rules import Rules
from houserules.play.state import Phase, Table
from houserules.play.verbs import VERBS


def legal_commands(
    rules: Rules, table: Table, who: Role, seat: int | None = None, at: int | None = None
) -> tuple[Option, ...]:
    """Everything that this person or device may do now.

    Commands whose content comes from outside (the order of a shuffle, the wheel's symbol, a count) are listed with
    lawful content; the caller fills in what really happened. ``at`` is the present time, where it is known: a deck
    may have become overdue since the table's clock last moved.
    """
    now = table.now if at is None else max(at, table.now)
    here = Situation(rules, table, who, now, seat)
    phase = table.round.phase if table.round is not None else None
    own = rules.steps_of_roles[method_of(rules, table)][who]
    found: list[Option] = []
    for command, candidates in _IN_PHASE[phase]:
        if command.step in own or command.other_step in own:
            found.extend(lawful_options(rules, table, candidates(here)))
    return tuple(found)


def lawful_options(rules: Rules, table: Table, candidates: Found) -> Iterator[Option]:
    """Those of the candidates that the rules allow, each with the clause that does."""
    for each in candidates:
        option = each if isinstance(each, Option) else Option(each)
        answer = decide(rules, table, option.command)
        if isinstance(answer, Accepted):
            clauses = answer.events[0].clauses if answer.events else ()
            yield Option(option.command, option.smallest, option.largest, clauses[0] if clauses else None)


_IN_PHASE: Final[dict[Phase | None, tuple[tuple[type[Command], Candidates], ...]]] = {
    phase: tuple(
        (command, verb.candidates) for command, verb in VERBS.items() if not command.phases or phase in command.phases
    )
    for phase in (None, *Phase)
}
"""What can be done at all while a round is in a phase, or while there is none."""
