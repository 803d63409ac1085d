"""What somebody may do now. Candidates are put to ``decide``; what it refuses is not listed."""

from __future__ import annotations

from houserules.law import Submission
from houserules.law.words import Role
from houserules.play.candidates import Option, Situation
from houserules.play.commands import Command
from houserules.play.compiled import compiled
from houserules.play.decide import decide
from houserules.play.events import Accepted
from houserules.play.guards import step_of
from houserules.play.state import Table
from houserules.play.verbs import VERBS


def legal_commands(
    submission: Submission, table: Table, who: Role, seat: int | None = None, at: int | None = None
) -> tuple[Option, ...]:
    """Everything that this person or device may do now.

    Commands whose content comes from outside (the order of a shuffle, the wheel's symbol, a count) are listed with
    content that is lawful; the caller puts in what really happened. ``at`` is the present, where it is known: a deck
    may have become overdue since the table's clock last moved.
    """
    now = table.now if at is None else max(at, table.now)
    here = Situation(compiled(submission), table, who, now, seat)
    verbs = (verb for command, verb in VERBS.items() if _may_come(here, command))
    candidates = (each for verb in verbs for each in verb.candidates(here))
    options = (each if isinstance(each, Option) else Option(each) for each in candidates)
    return tuple(option for option in options if isinstance(decide(submission, table, option.command), Accepted))


def _may_come(here: Situation, command: type[Command]) -> bool:
    """Whether the step is this role's in this phase: ``decide`` would say so too, candidate by candidate."""
    round_ = here.table.round
    if command.phases and (round_ is None or round_.phase not in command.phases):
        return False
    steps = (step_of(here.rules, here.table, name) for name in (command.step, command.other_step) if name)
    return any(step is not None and here.who in step.roles for step in steps)
