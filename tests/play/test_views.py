"""What each onlooker sees: nobody sees another's cards, the dealer's early, or the stub."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houserules.play import Role, dealer_view, legal_commands, own_cards, public_view, surveillance_view
from houserules.play import commands as c
from houserules.play.state import Phase
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, D, TableForTest

_CARD_LISTS = {"cards", "board", "dealer", "dealers_cards", "burned", "set_aside"}


def cards_shown(view: Any) -> set[int]:
    """Every card in every list of cards, however deep."""
    shown: set[int] = set()
    if isinstance(view, dict):
        for key, value in view.items():
            if key in _CARD_LISTS and isinstance(value, list):
                shown.update(value)
            else:
                shown |= cards_shown(value)
    elif isinstance(view, list):
        for entry in view:
            shown |= cards_shown(entry)
    return shown


@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
@pytest.mark.parametrize("seed", range(20))
def test_no_view_shows_what_lies_face_down(name: str, seed: int) -> None:
    deck = list(range(52))
    random.Random(seed).shuffle(deck)
    table = TableForTest(name).deal(1, 2, 5, order=deck)
    steps = 0
    while table.phase is not Phase.SETTLING:
        check_views(table)
        steps += 1
        if table.phase is Phase.DECISIONS:
            assert table.round.turn is not None
            asked = table.round.seats[table.round.turn].seat
            options = legal_commands(table.rules, table.table, Role.PLAYER, asked)
            table.do(random.Random(seed + steps).choice([o.command for o in options if isinstance(o.command, c.Act)]))
        elif table.phase is Phase.BOARD:
            table.do(c.DealCommunity(D))
        else:
            table.do(c.Reveal(D))
    assert set(table.round.dealer) <= cards_shown(public_view(table.rules, table.table))
    check_views(table)


def check_views(table: TableForTest) -> None:
    round_ = table.round
    face_up = set(round_.board) | (set(round_.dealer) if round_.revealed else set())
    assert cards_shown(public_view(table.rules, table.table)) == face_up
    to_settle = {card for seat in round_.seats if round_.revealed and seat.action != "fold" for card in seat.cards}
    assert cards_shown(dealer_view(table.rules, table.table)) == face_up | to_settle
    for seat in round_.seats:
        assert own_cards(round_, seat.player) == [(seat.seat, seat.cards)]
    everything = surveillance_view(table.rules, table.table)
    dealt = {card for seat in round_.seats for card in seat.cards} | set(round_.dealer) | face_up
    assert cards_shown(everything) == dealt
    assert everything["stub"] == len(round_.stock)
    assert not cards_shown(everything) & set(round_.stock)


def test_settled_hands_are_turned_up_and_folded_ones_are_not() -> None:
    table = TableForTest(MD_HCF, "table.dealing=automated").deal(1, 2, also=["progressive"])
    table.do(c.Act(Role.PLAYER, 0, 1, "fold"), c.Act(Role.PLAYER, 0, 2, "raise", 10_000_000))
    table.do(c.Reveal(D), c.Settle(D))
    assert table.table.round is not None, "the run of six waits for validation"
    seats = {entry["seat"]: entry["cards"] for entry in public_view(table.rules, table.table)["round"]["seats"]}
    assert seats[1] is None
    assert seats[2] == list(table.round.seats[1].cards)


def test_a_view_without_a_round() -> None:
    table = TableForTest(MA_HCF).open()
    view = surveillance_view(table.rules, table.table)
    assert view["round"] is None
    assert view["meters"] == {"main": 10_000_000_000, "secondary": 0}
    assert [deck["status"] for deck in view["decks"]] == ["stacked", "stacked"]


def test_options_are_lawful_and_bounded() -> None:
    table = TableForTest(MD_HCF).start()
    options = legal_commands(table.rules, table.table, Role.PLAYER, 3)
    (ante,) = [option for option in options if isinstance(option.command, c.PlaceWagers)]
    assert (ante.smallest, ante.largest) == (10_000_000, 500_000_000)
    table.bet(3)
    names = [
        option.command.wagers[0][0]
        for option in legal_commands(table.rules, table.table, Role.PLAYER, 3)
        if isinstance(option.command, c.PlaceWagers)
    ]
    assert names == ["flush_bonus", "straight_flush_bonus", "progressive"]
    table.close_betting().do(c.Deal(D))
    acts = [option.command for option in legal_commands(table.rules, table.table, Role.PLAYER, 3)]
    assert [act.action for act in acts if isinstance(act, c.Act)] == ["raise", "fold"]
    assert legal_commands(table.rules, table.table, Role.PLAYER, 4) == ()
