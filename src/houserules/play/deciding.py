"""``decide``: what a command leads to under the rules. It changes nothing; it answers with events or a refusal."""

from __future__ import annotations

from houserules.play.commands import AnyCommand
from houserules.play.events import Accepted
from houserules.play.refusals import Refused
from houserules.play.rules import Rules
from houserules.play.state import Table
from houserules.play.verbs import VERBS


def decide(rules: Rules, table: Table, command: AnyCommand) -> Accepted | Refused:
    return VERBS[type(command)].decide(rules, table, command)
