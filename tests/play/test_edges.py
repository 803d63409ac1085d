"""Inputs at the edge: every field of every command, at every moment of a round, is refused or does no harm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from houserules.play import (
    UNREAD,
    Accepted,
    AnyCommand,
    Code,
    Refused,
    Role,
    Table,
    cards_out,
    decide,
    evolve,
    legal_commands,
)
from houserules.play import commands as c
from tests.support.tables import IN_ORDER, MA_HCF, MD_CTF, MD_HCF, D, F, P, TableForTest, V

GAMES = (MD_HCF, MD_CTF, MA_HCF)
NUMBERS = (-(10**18), -2, -1, 0, 1, 7, 53, 10**18)
EDGES: dict[str, tuple[Any, ...]] = {
    "at": NUMBERS,
    "deck": NUMBERS,
    "seat": NUMBERS,
    "player": NUMBERS,
    "depth": NUMBERS,
    "chips": NUMBERS,
    "sensors": NUMBERS,
    "counted": NUMBERS,
    "count": NUMBERS,
    "amount": (*NUMBERS, 10**7 + 1),
    "cards": ((), (-1,), (-1, -1), (52,), (0, 0), IN_ORDER, (10**18,)),
    "wagers": ((), (("", 0),), (("ante", 0),), (("ante", -1),), (("ante", 10**7 + 1),), (("ante", 10**18),)),
    "incomplete": ((-7,), (0,), (99,)),
    **dict.fromkeys(("device", "how", "method", "action", "kind", "who", "during", "symbol"), ("", "x", "dealer")),
}


def fresh(game: str) -> TableForTest:
    return TableForTest(game)


def opened(game: str) -> TableForTest:
    return TableForTest(game).open().shuffle()


def betting(game: str) -> TableForTest:
    return TableForTest(game).start().bet(1, 2, also=("progressive",))


def unread(game: str) -> TableForTest:
    """Betting is over, and nobody knows the order of the cards."""
    table = TableForTest(game).open()
    table.do(c.Shuffle(V, 0, (), 1, 52, entered=True), c.OpenRound(D))
    return table.bet(1, 2).close_betting()


def deciding(game: str) -> TableForTest:
    return TableForTest(game).deal(1, 2, also=("progressive",))


def revealing(game: str) -> TableForTest:
    return deciding(game).act_all()


def settling(game: str) -> TableForTest:
    table = revealing(game)
    table.do(c.Reveal(D), c.Settle(D))
    return table


MOMENTS = (fresh, opened, betting, unread, deciding, revealing, settling)


def tried(table: TableForTest) -> Iterator[AnyCommand]:
    """Lawful commands with one field at its edge, and every command as it stands with one."""
    for role in Role:
        seats = (1, 2) if role is P else (None,)
        lawful = [option.command for seat in seats for option in legal_commands(table.rules, table.table, role, seat)]
        for command in (*lawful, *(kind(role) for kind in get_args(AnyCommand))):
            for field in command.__struct_fields__:
                of_a_deal = isinstance(command, c.Deal) and field == "cards"
                for value in NUMBERS if of_a_deal else EDGES.get(field, ()):
                    yield replace(command, **{field: value})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_at_the_edge_is_carried_or_raised(game: str, moment: Callable[[str], TableForTest]) -> None:
    table = moment(game)
    before = table.table
    for command in tried(table):
        answer = decide(table.rules, before, command)
        if isinstance(answer, Refused):
            assert answer.clause.startswith(f"{table.rules.book.id} "), command
            continue
        after = before
        for event in answer.events:
            after = evolve(after, event)
        _insist_whole(after, command)
        assert isinstance(answer, Accepted)


@pytest.mark.parametrize("game", GAMES)
def test_a_time_that_there_is_not_is_no_time(game: str) -> None:
    table = deciding(game)
    table.refuses(c.Report(D, 0, "dealer_card_exposed", during="tomorrow"), Code.NOT_PROVIDED)
    table.do(c.Report(D, 0, "dealer_card_exposed", during="deal"))


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_cannot_be_drawn_is_not_called_a_card_drawn_twice(game: str) -> None:
    table = unread(game)
    for card in (-1, 52):
        refusal = decide(table.rules, table.table, c.ReadCards(D, 0, (card,)))
        assert isinstance(refusal, Refused)
        assert dict(refusal.facts) == {"cards": "1", "in_the_deck": "no"}
    refusal = decide(table.rules, table.table, c.ReadCards(D, 0, (3, 3)))
    assert isinstance(refusal, Refused)
    assert dict(refusal.facts) == {"cards": "2", "twice": "yes"}


def _insist_whole(table: Table, command: AnyCommand) -> None:
    """52 cards, each once; wagers of whole cents by players of the table, and all of them on the felt."""
    for deck in table.decks:
        known = [card for card in deck.cards if card != UNREAD]
        assert len(set(known)) == len(known), command
        assert len(deck.cards) in (0, 52), command
    round_ = table.round
    if round_ is None:
        return
    unread_aside = round_.set_aside.count(UNREAD)
    assert len(cards_out(round_)) + unread_aside + len(round_.stock) == 52, command
    assert all(0 <= card < 52 for card in cards_out(round_)), command
    for seat in round_.seats:
        assert 1 <= seat.player <= 6, command
        assert all(amount > 0 and amount % 10_000 == 0 for _, amount in (*seat.stakes, *seat.raised)), command
    assert round_.felt >= 0


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_named_minus_one(game: str) -> None:
    """That is how the engine writes a card that nobody has read."""
    table = unread(game)
    table.refuses(c.Report(F, 0, "cards_face_up", 1, (UNREAD,)), Code.NOT_A_DECK)
    table.refuses(c.ReadCards(D, 0, (UNREAD,)), Code.NOT_A_DECK)


@pytest.mark.parametrize("counted", [-(10**18), -1, 105, 10**18])
def test_no_stub_has_such_a_number_of_cards(counted: int) -> None:
    revealing(MD_HCF).refuses(c.CountStub(D, 0, counted), Code.NOT_A_DECK, "MD-HCF 8.G")


@pytest.mark.parametrize("count", [-1, 0, 53, 10**18])
def test_no_deck_has_such_a_number_of_cards_face_up(count: int) -> None:
    unread(MD_HCF).refuses(c.Report(F, 0, "cards_face_up", count), Code.NOT_A_DECK, "MD-HCF 13.A")
