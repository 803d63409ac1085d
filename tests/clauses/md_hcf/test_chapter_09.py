"""MD-HCF, chapter 9: dealing from the hand needs a shuffler."""

from __future__ import annotations

import pytest

from tests.clauses.support import found
from tests.support.clauses import clause


@clause("MD-HCF 9.A", "MD-HCF 9.A(1)")
@pytest.mark.parametrize(
    ("shuffler", "expected"),
    [
        ("none", [("shuffler_required", "table.shuffler", "9.A(1)")]),
        ("plain", []),
        ("counting", []),
    ],
)
def test_dealing_from_the_hand_needs_a_shuffler(shuffler: str, expected: list[tuple[str, str, str]]) -> None:
    assert found("MD-HCF", "table.dealing=hand", "table.decks=1", f"table.shuffler={shuffler}") == expected


@clause("MD-HCF 9.A(1)")
@pytest.mark.parametrize("dealing", ["manual_shoe", "automated"])
def test_other_ways_of_dealing_do_not(dealing: str) -> None:
    assert found("MD-HCF", f"table.dealing={dealing}", "table.decks=1", "table.shuffler=none") == []
