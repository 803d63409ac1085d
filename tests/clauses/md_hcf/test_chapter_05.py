"""MD-HCF, chapter 5: devices that the operator may use."""

from __future__ import annotations

import pytest

from tests.clauses.support import found
from tests.support.clauses import clause


@clause("MD-HCF 5.B")
@pytest.mark.parametrize("shuffler", ["plain", "counting"])
def test_a_shuffler_may_feed_the_dealing_shoe(shuffler: str) -> None:
    assert found("MD-HCF", "table.dealing=manual_shoe", f"table.shuffler={shuffler}") == []


@clause("MD-HCF 5.H")
def test_a_device_that_shuffles_and_counts_by_itself_may_be_used() -> None:
    assert found("MD-HCF", "table.dealing=automated", "table.shuffler=counting") == []


@clause("MD-HCF 5.B", "MD-HCF 5.H")
def test_a_device_of_another_kind_is_unlawful() -> None:
    assert found("MD-HCF", "table.shuffler=guessing") == [("shuffler", "table.shuffler", "5.A")]
