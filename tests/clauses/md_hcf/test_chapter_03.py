"""MD-HCF, chapter 3: how many decks, and what a second deck must be like."""

from __future__ import annotations

import pytest

from houserules.play import Code
from houserules.play import commands as c
from tests.clauses.support import found
from tests.support.clauses import clause
from tests.support.tables import IN_ORDER, MD_CTF, MD_HCF, D, F, TableForTest, V

SECOND_DECK = ("second_deck", "table.deck_backs", "3.B(2)")


@clause("MD-HCF 3.A")
@pytest.mark.parametrize("shuffler", ["none", "plain", "counting"])
def test_one_deck_is_lawful_however_it_is_shuffled(shuffler: str) -> None:
    assert found("MD-HCF", "table.decks=1", f"table.shuffler={shuffler}") == []


@clause("MD-HCF 3.A")
def test_no_deck_at_all_is_unlawful() -> None:
    assert [fault[:2] for fault in found("MD-HCF", "table.decks=0")] == [("decks", "table.decks")]


@clause("MD-HCF 3.B")
@pytest.mark.parametrize("shuffler", ["plain", "counting"])
def test_two_decks_are_lawful_with_a_shuffler(shuffler: str) -> None:
    assert found("MD-HCF", "table.decks=2", f"table.shuffler={shuffler}") == []


@clause("MD-HCF 3.B")
def test_two_decks_are_unlawful_without_a_shuffler() -> None:
    assert found("MD-HCF", "table.decks=2", "table.shuffler=none") == [("decks", "table.decks", "3.B")]


@clause("MD-HCF 3.B")
def test_three_decks_are_unlawful_even_with_a_shuffler() -> None:
    assert found("MD-HCF", "table.decks=3") == [("decks", "table.decks", "3.B")]


@clause("MD-HCF 3.B(2)")
@pytest.mark.parametrize(
    ("backs", "expected"),
    [
        ('["red", "blue"]', []),
        ('["red", "red"]', [SECOND_DECK]),
        ('["red", "RED"]', [SECOND_DECK]),
        ('["red"]', [SECOND_DECK]),
        ('["red", "blue", "green"]', [SECOND_DECK]),
    ],
)
def test_the_backs_of_two_decks_differ(backs: str, expected: list[tuple[str, str, str]]) -> None:
    assert found("MD-HCF", f"table.deck_backs={backs}") == expected


@clause("MD-HCF 3.B(3)", "MD-CTF 3.B(3)")
@pytest.mark.parametrize(("name", "book"), [(MD_HCF, "MD-HCF"), (MD_CTF, "MD-CTF")])
def test_of_two_decks_the_device_shuffles_the_one_that_is_not_in_use(name: str, book: str) -> None:
    """By hand the first deck may be shuffled before play, and the one in use on order; not both of them in turns."""
    table = TableForTest(name, "table.dealing=manual_shoe").open()
    by_hand = {deck: c.Shuffle(D, 0, IN_ORDER, deck) for deck in (1, 2)}
    table.refuses(by_hand[2], Code.NOT_PROVIDED, f"{book} 3.B(3)")
    table.do(by_hand[1], c.CutCards(D, 0, 10, 1), c.OpenRound(D))
    table.refuses(by_hand[2], Code.NOT_PROVIDED, f"{book} 3.B(3)")
    table.bet(1).do(c.OrderShuffle(F, 0, 1), by_hand[1], c.CutCards(D, 0, 10, 1))
    table.close_betting().do(c.Deal(D))
    table.act_all().finish()
    for deck in (1, 2):
        table.refuses(by_hand[deck], Code.NOT_PROVIDED, f"{book} 3.B(3)")
    table.do(c.Shuffle(V, 0, IN_ORDER, 2, 52), c.OpenRound(D))


@clause("MD-HCF 3.A", "MD-CTF 3.A(1)")
@pytest.mark.parametrize(("name", "under"), [(MD_HCF, "MD-HCF 3.A"), (MD_CTF, "MD-CTF 3.A(1)")])
def test_without_the_device_the_other_deck_is_left_alone(name: str, under: str) -> None:
    table = TableForTest(name, "table.dealing=manual_shoe").start().bet(1).close_betting()
    table.do(c.Deal(D))
    table.act_all().finish()
    table.do(c.ReportDevice(D, 0, "shuffler"), c.CoverDevice(D, 0, "shuffler", "covered"))
    table.refuses(c.Shuffle(D, 0, IN_ORDER, 2), Code.NOT_PROVIDED, under)
    table.do(c.Shuffle(D, 0, IN_ORDER, 1), c.CutCards(D, 0, 10, 1), c.OpenRound(D))
    assert table.round.deck == 1
