"""The rulebooks of this house, read once and kept."""

from __future__ import annotations

from functools import cache

from houserules import rulebooks
from houserules.law.clauses import ClauseList, load_clause_list
from houserules.law.readings import Reading, load_readings
from houserules.law.rulebook import Rulebook, load_rulebook

RULEBOOK_IDS = tuple(rulebooks.FOLDERS)


class UnknownRulebook(ValueError):
    """A rulebook that this house does not have."""

    def __init__(self, asked: object) -> None:
        shown = repr(asked) if len(repr(asked)) <= 40 else repr(asked)[:40] + "…"
        super().__init__(f"there is no rulebook {shown}; there are {', '.join(RULEBOOK_IDS)}")


@cache
def rulebook(identity: str) -> Rulebook:
    _insist_known(identity)
    return load_rulebook(rulebooks.text(identity, "rulebook"), rulebooks.text(identity, "paytables"), identity)


@cache
def clause_list(identity: str) -> ClauseList:
    _insist_known(identity)
    return load_clause_list(rulebooks.text(identity, "clauses"), f"{identity}/clauses.toml")


@cache
def readings(identity: str) -> tuple[Reading, ...]:
    _insist_known(identity)
    return load_readings(rulebooks.text(identity, "readings"), f"{identity}/readings.toml")


def _insist_known(identity: str) -> None:
    if identity not in rulebooks.FOLDERS:
        raise UnknownRulebook(identity)
