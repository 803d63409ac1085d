"""MA-HCF, section 8: an automated shoe or machine that deals stacks of seven."""

from __future__ import annotations

from houserules.law import rulebook
from tests.clauses.support import found, frozen
from tests.support.clauses import clause


@clause("MA-HCF 8(a)")
def test_the_cards_may_be_dealt_from_an_automated_shoe() -> None:
    assert found("MA-HCF", "table.dealing=automated") == []


@clause("MA-HCF 8(a)")
def test_it_deals_stacks_of_seven_to_the_players_and_then_the_dealer() -> None:
    assert rulebook("MA-HCF").hands.player_cards.value == 7
    assert rulebook("MA-HCF").hands.dealer_cards.value == 7
    assert frozen("MA-HCF", "table.dealing=automated").table.order == "stacks_players_then_dealer"
    assert found("MA-HCF", "table.dealing=automated", "table.order=seven_at_once_dealer_last") == [
        ("dealing_order", "table.order", "8(c)")
    ]
