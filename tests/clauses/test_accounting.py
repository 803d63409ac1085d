"""Every clause is accounted for, and every enforced clause has a test, save those that wait for a room."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from houserules import installed
from houserules.law import ClauseStatus, clause_list, rulebook_ids
from houserules.law.words import Cut
from houserules.play import AnyEvent
from houserules.play import commands as c
from tests.conftest import Proofs
from tests.support.tables import IN_ORDER, MA_HCF, MD_CTF, MD_HCF, D, F, P, TableForTest

WAITING = Path(__file__).with_name("waiting.toml")


def enforced() -> set[str]:
    return {
        str(clause.citation)
        for rulebook in rulebook_ids()
        for clause in clause_list(rulebook).clauses
        if clause.status is ClauseStatus.ENFORCED
    }


def waiting() -> dict[str, list[str]]:
    lists: dict[str, list[str]] = tomllib.loads(WAITING.read_text(encoding="utf-8"))
    return lists


def test_enforced_clauses_have_tests_or_wait() -> None:
    proven = set(installed.proofs())
    waits = {clause for clauses in waiting().values() for clause in clauses}
    assert sorted(enforced() - proven - waits) == []


def test_every_enforced_clause_has_a_test_that_plays() -> None:
    by_behaviour = {clause for clause, tests in installed.proofs().items() if tests[installed.BEHAVIOUR]}
    assert sorted(enforced() - by_behaviour) == []


def test_the_waiting_list_only_shrinks() -> None:
    """A clause that waits is enforced and has no test yet; once it has one, it leaves the list."""
    listed = [clause for clauses in waiting().values() for clause in clauses]
    assert len(listed) == len(set(listed))
    assert sorted(set(listed) - enforced()) == []
    assert sorted(set(listed) & set(installed.proofs())) == []


def test_the_waiting_list_names_the_rooms_that_are_to_come() -> None:
    assert set(waiting()) <= {"round_engine", "table_service", "exhibits"}


def test_every_proof_names_a_clause_that_exists() -> None:
    known = {str(clause.citation) for rulebook in rulebook_ids() for clause in clause_list(rulebook).clauses}
    assert sorted(set(installed.proofs()) - known) == []


def test_the_list_of_proofs_is_current(proofs: Proofs) -> None:
    """`make proofs` writes the list; a run of the whole suite checks it. Part of a suite checks its own part."""
    if proofs.whole_suite:
        assert set(proofs.tests) == set(installed.proofs()), "run `make proofs` and commit the result"
    for clause_id, tests in proofs.tests.items():
        written = installed.proving(clause_id)
        assert set(tests) <= set(written), f"{clause_id}: run `make proofs` and commit the result"
        assert not proofs.whole_suite or sorted(tests) == written, f"{clause_id}: run `make proofs`"


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_declared_clauses_say_why(rulebook: str) -> None:
    for clause in clause_list(rulebook).clauses:
        assert clause.gist.endswith((".", ")", "”")), clause.citation
        if clause.status is ClauseStatus.DECLARED:
            assert clause.reason, clause.citation


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_clauses_that_code_or_paper_must_honour_name_their_room(rulebook: str) -> None:
    for clause in clause_list(rulebook).clauses:
        if clause.status is ClauseStatus.ENFORCED:
            assert clause.room in {"law", "play", "table"}, clause.citation
        if clause.status is ClauseStatus.PRINTED:
            assert clause.room == "exhibits", clause.citation


def _events_of(name: str, dealing: str) -> Iterator[AnyEvent]:
    """A table from its opening to its close, with a count, a cut, an idle hour and a device that fails."""
    table = TableForTest(name, "table.shuffler=plain", "table.decks=1", f"table.dealing={dealing}").open()
    table.play_round()
    stub = table.deal(1).act_all().round
    table.do(c.CountStub(D, 0, len(stub.stock) - (0 if stub.dealer else table.rules.dealer_cards)))
    table.finish()
    table.do(c.GoIdle(D), c.ViewCards(P), c.StackCards(D))
    table.shuffle()
    if table.rules.book.table.cut.value is Cut.ON_THE_FLOORS_ORDER:
        table.do(c.OrderRecut(F), c.CutCards(D, 0, 20))
    table.do(c.ReportDevice(D), c.CoverDevice(D), c.ReportRepair(F), c.UncoverDevice(D))
    table.do(c.ReportDevice(D), c.CoverDevice(D, 0, "shuffler", "marked"), c.CloseTable(F))
    yield from table.events
    yield from TableForTest(name, "table.decks=2").open().events
    if name != MA_HCF:
        by_hand = TableForTest(name, "table.shuffler=none", "table.decks=1", "table.dealing=manual_shoe").open()
        by_hand.do(c.Shuffle(D, 0, IN_ORDER), c.CutCards(D, 0, 20))
        yield from by_hand.events


@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
def test_every_recorded_clause_is_cited_by_an_event(name: str) -> None:
    book = TableForTest(name).rules.book
    cited = {clause for dealing in book.dealing for event in _events_of(name, dealing) for clause in event.clauses}
    recorded = {
        str(clause.citation) for clause in clause_list(book.id).clauses if clause.status is ClauseStatus.RECORDED
    }
    assert sorted(recorded - cited) == []
