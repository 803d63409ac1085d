"""Every dealing method, document and number of seats puts each card where the document says.

The expectation is written out from the documents card by card, without the engine's own list of places.
"""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from houserules.cards import Card, format_cards
from tests.support.clauses import clause
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, TableForTest, settle

Hands = dict[str | int, list[int]]

SEATINGS = [seats for count in range(1, 7) for seats in list(combinations(range(1, 7), count))[:2]]


def shuffled(seed: int) -> list[int]:
    deck = list(range(52))
    random.Random(seed).shuffle(deck)
    return deck


def around(deck: list[int], seats: tuple[int, ...], each: int) -> tuple[Hands, list[int]]:
    """One card at a time, from the dealer's left, the dealer last."""
    hands: Hands = {"dealer": [], **{seat: [] for seat in seats}}
    left = list(deck)
    for _ in range(each):
        for seat in seats:
            hands[seat].append(left.pop(0))
        hands["dealer"].append(left.pop(0))
    return hands, left


def stacks(deck: list[int], names: list[tuple[str | int, int]]) -> tuple[Hands, list[int]]:
    hands: Hands = {}
    left = list(deck)
    for name, count in names:
        hands[name], left = left[:count], left[count:]
    return hands, left


def expected(name: str, dealing: str, order: str | None, seats: tuple[int, ...], deck: list[int]) -> Hands:
    if name == MD_HCF and dealing in ("manual_shoe", "hand"):
        return around(deck, seats, 7)[0]
    if name in (MD_HCF, MA_HCF):
        return stacks(deck, [*((seat, 7) for seat in seats), ("dealer", 7)])[0]
    if order == "stacks_community_dealer_players":
        return stacks(deck, [("board", 4), ("dealer", 3), *((seat, 3) for seat in seats)])[0]
    if order == "stacks_community_players_dealer_kept":
        return stacks(deck, [("board", 4), *((seat, 3) for seat in seats), ("dealer", 3)])[0]
    hands, left = around(deck, seats, 3)
    if dealing == "hand":
        left.pop(0)
    hands["board"] = [left.pop(0), left.pop(0)]
    if dealing == "hand":
        left.pop(0)
    hands["board"] += [left.pop(0), left.pop(0)]
    return hands


METHODS = [
    (MD_HCF, "manual_shoe", None),
    (MD_HCF, "hand", None),
    (MD_HCF, "automated", None),
    (MA_HCF, "manual_shoe", None),
    (MA_HCF, "automated", None),
    (MD_CTF, "manual_shoe", None),
    (MD_CTF, "hand", None),
    (MD_CTF, "automated", "stacks_community_dealer_players"),
    (MD_CTF, "automated", "stacks_community_players_dealer_kept"),
]


@clause(
    "MD-HCF 8.E", "MD-HCF 9.B(2)", "MD-HCF 10.B(1)", "MD-HCF 10.B(2)", "MA-HCF 7(c)", "MA-HCF 7(d)", "MA-HCF 8(c)"
)
@clause("MA-HCF 8(d)", "MD-CTF 8.D(2)", "MD-CTF 9.B(2)", "MD-CTF 10.B(1)", "MD-CTF 10.B(2)", "MD-CTF 10.B(3)")
@pytest.mark.parametrize("seats", SEATINGS, ids=str)
@pytest.mark.parametrize(("name", "dealing", "order"), METHODS)
def test_each_card_lies_where_the_document_says(
    name: str, dealing: str, order: str | None, seats: tuple[int, ...]
) -> None:
    overrides = [f"table.dealing={dealing}", *([f"table.order={order}"] if order else [])]
    for seed in range(3):
        deck = shuffled(seed)
        table = TableForTest(name, *overrides).deal(*seats, order=deck).act_all()
        hands = expected(name, dealing, order, seats, deck)
        for seat in table.round.seats:
            assert list(seat.cards) == hands[seat.seat]
        assert list(table.round.board) == hands.get("board", [])
        round_ = table.round
        dealt = [
            *round_.dealer,
            *round_.board,
            *round_.burned,
            *round_.stock,
            *(c for s in round_.seats for c in s.cards),
        ]
        assert sorted(dealt) == list(range(52))
        table.finish()
        revealed = next(event for event in table.events if type(event).__name__ == "DealerRevealed")
        assert list(revealed.cards) == hands["dealer"]  # type: ignore[union-attr, arg-type]


@pytest.mark.parametrize(("name", "dealing", "order"), METHODS)
@pytest.mark.parametrize("shuffler", ["counting", "plain", "none"])
def test_a_scenario_with_a_deck_settles_as_one_with_the_hands(
    name: str, dealing: str, order: str | None, shuffler: str
) -> None:
    """Dealt from the deck or named outright, the same cards pay the same."""
    if shuffler == "none" and (name == MA_HCF or dealing == "hand"):
        return
    overrides = [
        f"table.dealing={dealing}",
        f"table.shuffler={shuffler}",
        *([f"table.order={order}"] if order else []),
    ]
    if shuffler == "none":
        overrides.append("table.decks=1")
    seats = (1, 4, 6)
    deck = shuffled(7)
    hands = expected(name, dealing, order, seats, deck)
    wagers = {"ante": "10", "xtra_bonus": "10"} if name == MD_CTF else {"ante": "10", "flush_bonus": "5"}
    action = ["all-in"] if name == MD_CTF else ["raise 10"]
    entries = [{"seat": seat, "wagers": wagers, "actions": action} for seat in seats]
    from_deck = settle(name, {"deck": text(deck), "seats": entries}, *overrides)
    named = {
        "dealer": text(hands["dealer"]),
        "seats": [{**entry, "cards": text(hands[seat])} for seat, entry in zip(seats, entries, strict=True)],
    }
    if name == MD_CTF:
        named["community"] = text(hands["board"])
    assert settle(name, named, *overrides) == from_deck


def text(cards: list[int]) -> str:
    return format_cards(Card(card) for card in cards)
