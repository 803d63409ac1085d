"""Checks that many commands share: who acts, and whether there is a round in the right phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from houserules.law.words import Role
from houserules.law.words import Step as StepName
from houserules.play.commands import Command
from houserules.play.events import Accepted
from houserules.play.refusals import Code, Refused, refused
from houserules.play.rule_parts import Step
from houserules.play.rules import Rules
from houserules.play.state import Phase, Round, Table

C = TypeVar("C", bound=Command)

_IN_ITS_PLACE: Final[dict[str, str]] = {
    StepName.RECEIVE_PRESHUFFLED_CARDS: StepName.RECEIVE_CARDS,
    StepName.SHUFFLE_BY_HAND: StepName.SHUFFLE_BY_DEVICE,
    StepName.CHANGE_DEALING: StepName.REPORT_DEVICE,
    StepName.REPORT_REPAIR: StepName.REPORT_DEVICE,
    StepName.UNCOVER_DEVICE: StepName.REPORT_DEVICE,
}
"""For a step that a document does not have: the step whose clause is cited instead."""


def step_of(rules: Rules, table: Table, name: str) -> Step | None:
    """The step as the dealing method in use has it; None where the document does not provide for it."""
    return rules.dealing_steps[table.dealing or rules.default_dealing].get(name)


def check_role(rules: Rules, table: Table, name: str, by: Role) -> Refused | None:
    step = step_of(rules, table, name)
    if step is None:
        return refused(Code.NOT_PROVIDED, rules.clauses_of(_IN_ITS_PLACE.get(name, name))[0], step=name)
    if by not in step.roles:
        allowed = " or ".join(sorted(role.value for role in step.roles))
        return refused(Code.WRONG_ROLE, step.clauses[0], by=by.value, allowed=allowed)
    return None


def check_round(rules: Rules, table: Table, name: str, by: Role, phases: tuple[Phase, ...]) -> Refused | Round:
    """The round, if this role may take this step now; otherwise the refusal."""
    step = step_of(rules, table, name)
    if step is None or by not in step.roles:
        wrong = check_role(rules, table, name, by)
        assert wrong is not None
        return wrong
    if table.closed:
        return refused(Code.TABLE_CLOSED, step.clauses[0])
    if table.round is None:
        return refused(Code.NO_ROUND, step.clauses[0])
    if table.round.phase not in phases:
        expected = " or ".join(phase.value for phase in phases)
        return refused(Code.WRONG_PHASE, step.clauses[0], phase=table.round.phase.value, expected=expected)
    return table.round


def in_round(
    decide: Callable[[Rules, Table, Round, C], Accepted | Refused],
) -> Callable[[Rules, Table, C], Accepted | Refused]:
    """Wraps a function that decides a command in the round, so that it is called only when this role may take this
    step now."""

    def checked(rules: Rules, table: Table, command: C) -> Accepted | Refused:
        round_ = check_round(rules, table, command.step, command.by, command.phases)
        return round_ if isinstance(round_, Refused) else decide(rules, table, round_, command)

    return checked


def clauses_if_any(rules: Rules, table: Table, name: str) -> tuple[str, ...]:
    """The clauses of a step that not every document or way of dealing has; none where it is missing."""
    step = step_of(rules, table, name)
    return step.clauses if step is not None else ()


def clauses_of(rules: Rules, table: Table, name: str) -> tuple[str, ...]:
    step = step_of(rules, table, name)
    assert step is not None
    return step.clauses
