"""What somebody may do now. Candidates are put to ``decide``; what it refuses is not listed."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from houserules.law import Submission
from houserules.law.words import Role
from houserules.play.candidates import Candidates, Option, Situation
from houserules.play.compiled import Rules, compiled
from houserules.play.decide import decide
from houserules.play.events import Accepted
from houserules.play.round.dealing import method_of
from houserules.play.state import Phase, Table
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
    rules = compiled(submission)
    here = Situation(rules, table, who, now, seat)
    phase = table.round.phase if table.round is not None else None
    found = []
    for phases, candidates in _steps_of(rules, method_of(rules, table), who):
        if not phases or phase in phases:
            for each in candidates(here):
                option = each if isinstance(each, Option) else Option(each)
                if isinstance(decide(submission, table, option.command), Accepted):
                    found.append(option)
    return tuple(found)


Steps = tuple[tuple[tuple[Phase, ...], Candidates], ...]

_STEPS: Final[WeakKeyDictionary[Rules, dict[tuple[str, Role], Steps]]] = WeakKeyDictionary()
"""Worked out once: every view of every player asks for them."""


def _steps_of(rules: Rules, method: str, who: Role) -> Steps:
    """The steps that the rulebook gives to this role and this way of dealing; ``decide`` would refuse the others."""
    known = _STEPS.setdefault(rules, {})
    if (method, who) not in known:
        steps = rules.dealing_steps[method]
        own = {name for name, step in steps.items() if who in step.roles}
        known[method, who] = tuple(
            (command.phases, verb.candidates)
            for command, verb in VERBS.items()
            if own.intersection((command.step, command.other_step))
        )
    return known[method, who]
