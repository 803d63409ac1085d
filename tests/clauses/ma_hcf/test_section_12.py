"""MA-HCF, section 12: the progressive wager is one dollar."""

from __future__ import annotations

import pytest

from houserules.law import rulebook
from houserules.money import dollars
from tests.clauses.support import found
from tests.support.clauses import clause


@clause("MA-HCF 12(a)")
@pytest.mark.parametrize(
    ("amount", "lawful"), [("0", False), ("0.99", False), ("1", True), ("1.00", True), ("1.01", False), ("5", False)]
)
def test_the_progressive_wager_is_one_dollar(amount: str, lawful: bool) -> None:
    expected = [] if lawful else [("progressive_amount", "wagers.progressive.amount", "6(a)(4)")]
    assert found("MA-HCF", f"wagers.progressive.amount={amount}") == expected


@clause("MA-HCF 12(a)")
def test_the_amount_is_cited_from_both_sections_that_print_it() -> None:
    amount = rulebook("MA-HCF").wagers["progressive"].amount
    assert amount is not None
    assert amount.value == dollars(1)
    assert [str(citation) for citation in amount.clauses] == ["MA-HCF 6(a)(4)", "MA-HCF 12(a)"]


@clause("MA-HCF 12(a)")
def test_it_may_be_left_out() -> None:
    assert found("MA-HCF", "-wagers.progressive") == []
