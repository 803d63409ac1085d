"""MA-HCF, section 7: a manual dealing shoe may be chosen; dealing from the hand may not."""

from __future__ import annotations

from tests.clauses.support import faults, found
from tests.support.clauses import clause


@clause("MA-HCF 7(a)")
def test_the_cards_may_be_dealt_from_a_manual_shoe() -> None:
    assert found("MA-HCF", "table.dealing=manual_shoe") == []


@clause("MA-HCF 7(a)")
def test_the_document_has_no_dealing_from_the_hand() -> None:
    (fault,) = faults("MA-HCF", "table.dealing=hand")
    assert (fault.code.value, fault.key) == ("dealing_method", "table.dealing")
    assert fault.clause.startswith("MA-HCF 7(")
    assert '"manual_shoe"' in fault.lawful
    assert '"automated"' in fault.lawful
