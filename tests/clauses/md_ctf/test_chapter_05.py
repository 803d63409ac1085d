"""MD-CTF, chapter 5: a shuffler may feed the shoe."""

from __future__ import annotations

import pytest

from tests.clauses.support import found
from tests.support.clauses import clause


@clause("MD-CTF 5.C")
@pytest.mark.parametrize("dealing", ["manual_shoe", "automated"])
@pytest.mark.parametrize("shuffler", ["plain", "counting"])
def test_a_shuffler_may_put_the_stack_into_a_dealing_shoe(dealing: str, shuffler: str) -> None:
    assert found("MD-CTF", f"table.dealing={dealing}", f"table.shuffler={shuffler}") == []


@clause("MD-CTF 5.C")
def test_a_device_of_another_kind_is_unlawful() -> None:
    assert found("MD-CTF", "table.shuffler=guessing") == [("shuffler", "table.shuffler", "5.A")]
