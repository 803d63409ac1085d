"""What the operator is offered is what the check accepts, for every rulebook and every key."""

from __future__ import annotations

from datetime import date

import pytest

from houserules import law
from houserules.cli.overrides import with_overrides
from houserules.law import read_filing, read_toml, rulebook_ids

TODAY = date(2026, 11, 15)


def bundled(rulebook: str) -> tuple[str, dict[str, object]]:
    name = next(name for name, book in law.submissions().items() if book.book.id == rulebook)
    return name, read_toml(law.file_text(rulebook, "submission"), name)


def literal(value: str) -> str:
    return f'"{value}"' if value.startswith("$") or value.endswith("%") else value


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_clause_is_one_of_the_document(rulebook: str) -> None:
    known = {str(clause.citation) for clause in law.clause_list(rulebook).clauses}
    for choice in law.choices(law.rulebook(rulebook)):
        assert choice.clauses, choice
        assert {str(clause) for clause in choice.clauses} <= known, choice


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_key_of_the_bundled_submission_has_its_clause(rulebook: str) -> None:
    offered = {choice.key for choice in law.choices(law.rulebook(rulebook))}
    _, data = bundled(rulebook)
    assert {key for key in _keys(data) if key != "rulebook"} <= offered


def _keys(data: object, path: str = "") -> set[str]:
    if not isinstance(data, dict):
        return {path}
    return {key for name, each in data.items() for key in _keys(each, f"{path}.{name}" if path else name)}


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_an_offered_value_is_never_a_fault_of_its_own(rulebook: str) -> None:
    """Chosen in the bundled submission, together with what it hangs on, no value is refused where it stands."""
    name, data = bundled(rulebook)
    for choice in law.choices(law.rulebook(rulebook)):
        if choice.key.endswith((".segments", ".deck_backs")) or ".bonus." in choice.key:
            continue
        for value in choice.values:
            wanted = [f"{choice.key}={literal(value)}"]
            if choice.where and choice.where[0] != choice.key:
                wanted.insert(0, f"{choice.where[0]}={choice.where[1]}")
            filing = read_filing(with_overrides(data, wanted), name)
            faults = [fault for fault in law.check(filing, TODAY) if fault.key == choice.key]
            assert not faults, f"{choice.key} = {value}: {faults}"
