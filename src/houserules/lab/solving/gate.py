"""The only way to a solver: a rulebook passes if the solver supports everything in it, and is refused otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from houserules.caching import Cache, cached_by_identity
from houserules.lab.counting.wheels import suited_cards
from houserules.lab.solving.registry import Unsupported, solver_of
from houserules.lab.solving.solver import Solver
from houserules.lab.solving.support import ANY_KEY, RuleValue, rule_values, words
from houserules.law import Citation, Paytable, Reading, Rulebook, Submission
from houserules.law.words import PROGRESSIVE

__all__ = ["Unsupported", "insist_supported", "readings_beside", "unsupported"]


@cached_by_identity(256)
def insist_supported(submission: Submission) -> Solver:
    """The solver of this submission's game, or `Unsupported` with every rule that it does not support."""
    solver = solver_of(submission.rulebook.game)
    problems = tuple(unsupported(solver, submission))
    if problems:
        raise Unsupported(*problems)
    return solver


def unsupported(solver: Solver, submission: Submission) -> Iterator[str]:
    """What this solver does not support, each with its clause."""
    whose = f"the solver of {submission.rulebook.title}"
    switches = tuple(_switches(submission))
    judged, of_the_book, paths = _BOOKS.find_same(submission.rulebook, lambda: _judge(solver, submission.rulebook))
    if judged is not solver:
        _, of_the_book, paths = _judge(solver, submission.rulebook)
    yield from of_the_book
    yield from _not_followed(solver, switches, whose)
    present = paths | {each.path for each in switches}
    for path, support in solver.supports.items():
        if not support.optional and ANY_KEY not in path and path not in present:
            yield f"{path} is not stated by {submission.rulebook.id}: {whose} needs it"
    yield from _lines(solver, submission, whose)
    for reading in readings_beside(submission):
        stated = f"readings.{reading.id} = {words(submission.readings[reading.id])} ({reading.clauses[0]})"
        priced = submission.readings[reading.id] in solver.readings.counted.get(reading.id, {})
        yield f"{stated}: no submission may choose this reading; " + (
            "a comparison with the default says what it is worth" if priced else f"{whose} does not count it"
        )


_Judged = tuple[Solver, tuple[str, ...], frozenset[str]]
_BOOKS: Final[Cache[Rulebook, _Judged]] = Cache(64)


def _judge(solver: Solver, book: Rulebook) -> _Judged:
    """What this solver does not support in a rulebook, and the paths of all values that the book states."""
    values = tuple(rule_values(book))
    problems = tuple(_not_followed(solver, values, f"the solver of {book.title}"))
    return solver, problems, frozenset(each.path for each in values)


def _not_followed(solver: Solver, values: Iterable[RuleValue], whose: str) -> Iterator[str]:
    for each in values:
        support = each.support(solver.supports)
        if support is None:
            yield f"{_cited(each)}: {whose} does not know this rule"
        elif not support.holds(each.value):
            yield f"{_cited(each)}: {whose} supports {support.wanted}"


def readings_beside(submission: Submission) -> tuple[Reading, ...]:
    """The readings that differ from the default, that no submission may choose, and that affect a wager's value."""
    return tuple(
        reading
        for reading in submission.rulebook.readings
        if not reading.switch
        and reading.worth
        and submission.readings.get(reading.id, reading.default) != reading.default
    )


def _switches(submission: Submission) -> Iterator[RuleValue]:
    """The readings that a submission may choose, as it chose them."""
    for reading in submission.rulebook.readings:
        if reading.switch and reading.id in submission.readings:
            steps = (("readings", False), (reading.id, True))
            yield RuleValue(steps, submission.readings[reading.id], reading.clauses)


def _lines(solver: Solver, submission: Submission, whose: str) -> Iterator[str]:
    """Lines of the pay tables in use that this solver cannot count."""
    for name, table in _tables_in_use(submission):
        for line in table:
            if line.hand not in solver.hands.lines:
                counts = ", ".join(sorted(solver.hands.lines))
                yield f"wagers.{name}.paytable.{line.hand} ({_clause(line.clauses)}): {whose} counts {counts}"


def _tables_in_use(submission: Submission) -> Iterator[tuple[str, Paytable]]:
    for name, wager in submission.wagers.items():
        if wager.paytable is not None:
            yield name, wager.paytable
    if submission.progressive is not None and suited_cards(submission) is None:
        yield PROGRESSIVE, submission.progressive.paytable


def _cited(each: RuleValue) -> str:
    stated = f"{each.path} = {words(each.value)}"
    return f"{stated} ({_clause(each.clauses)})" if each.clauses else stated


def _clause(clauses: tuple[Citation, ...]) -> str:
    return str(clauses[0])
