"""Real cards whose order nobody knows: a shoe or a scanner reads them as they are drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from houserules.play import Code, legal_commands
from houserules.play import commands as c
from houserules.play.events import (
    AnyEvent,
    CardsCut,
    CardsDealt,
    CardsRead,
    CardsShuffled,
    CommunityDealt,
    DealerRevealed,
)
from houserules.play.round.dealing import cards_to_read
from houserules.play.state import UNREAD, Phase
from tests.support.clauses import clause
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, D, F, P, TableForTest, V

TABLES = [
    (MD_HCF, ()),
    (MD_HCF, ("table.dealing=hand", "table.shuffler=plain")),
    (MD_HCF, ("table.shuffler=none", "table.decks=1")),
    (MD_CTF, ()),
    (MD_CTF, ("table.order=stacks_community_players_dealer_kept", "table.shuffler=plain")),
    (MD_CTF, ("table.dealing=manual_shoe", "table.shuffler=none", "table.decks=1")),
    (MA_HCF, ()),
]
ORDER = tuple(random.Random(7).sample(range(52), 52))


def unread(name: str = MD_HCF, *overrides: str) -> TableForTest:
    """A round in which bets are closed and no card was read."""
    table = TableForTest(name, *overrides).open()
    by_hand = table.submission.table.shuffler == "none"
    counted = 52 if table.submission.table.shuffler == "counting" else None
    table.do(c.Shuffle(D if by_hand else V, 0, (), 1, counted, entered=True))
    if by_hand:
        table.do(c.CutCards(D, 0, 26))
    table.do(c.OpenRound(D))
    return table.bet(1, 3).close_betting()


def play_reading(table: TableForTest, order: Iterator[int], at_once: int) -> None:
    """To the end of the round. Cards are read a few at a time, as many as the next step deals and no more."""
    while table.phase is not Phase.SETTLING:
        while missing := cards_to_read(table.rules, table.table, table.round):
            table.do(c.ReadCards(D, 0, tuple(next(order) for _ in range(min(at_once, missing)))))
        match table.phase:
            case Phase.DEALING:
                table.do(c.Deal(D))
            case Phase.DECISIONS:
                assert table.round.turn is not None
                asked = table.round.seats[table.round.turn]
                street = table.rules.streets[table.round.stage]
                table.do(c.Act(P, 0, asked.seat, street.wager, asked.stake("ante") * street.smallest))
            case Phase.BOARD:
                table.do(c.DealCommunity(D))
            case _:
                table.do(c.Reveal(D))
    table.finish()


def without_the_deck(table: TableForTest) -> list[AnyEvent]:
    return [event for event in table.events if not isinstance(event, CardsRead | CardsShuffled | CardsCut)]


@pytest.mark.parametrize("at_once", [1, 5, 52])
@pytest.mark.parametrize(("name", "overrides"), TABLES)
def test_it_comes_to_the_same_as_with_an_order_that_was_known(
    name: str, overrides: tuple[str, ...], at_once: int
) -> None:
    table = unread(name, *overrides)
    play_reading(table, iter(ORDER), at_once)
    known = TableForTest(name, *overrides)
    known.play_round(ORDER, (1, 3))
    assert without_the_deck(table) == without_the_deck(known)
    read = [card for event in table.events if isinstance(event, CardsRead) for card in event.cards]
    assert read == list(ORDER[: len(read)])


def test_a_shuffle_says_that_the_cards_were_not_read() -> None:
    (shuffled,) = [event for event in unread().events if isinstance(event, CardsShuffled)]
    assert (shuffled.cards, shuffled.entered) == ((UNREAD,) * 52, True)


def test_our_own_shuffler_always_says_the_order() -> None:
    table = TableForTest(MD_HCF).open()
    table.refuses(c.Shuffle(V, 0, (), 1, 52), Code.NOT_A_DECK)
    table.refuses(c.Shuffle(V, 0, (), 1, 52, entered=False), Code.NOT_A_DECK)


def test_cards_are_dealt_when_the_last_of_them_was_read() -> None:
    """Two hands of seven and the dealer's: 21 cards."""
    table = unread()
    assert table.refuses(c.Deal(D), Code.CARDS_NOT_READ).facts == (("missing", "21"),)
    table.do(c.ReadCards(D, 0, ORDER[:20]))
    assert table.refuses(c.Deal(D), Code.CARDS_NOT_READ).facts == (("missing", "1"),)
    table.do(c.Deal(D, 0, 20))
    table.do(c.ReadCards(D, 0, ORDER[20:21]))
    table.do(c.Deal(D))
    assert [card for event in table.events if isinstance(event, CardsDealt) for card in event.cards] == [*ORDER[:21]]


def test_the_flop_and_its_burned_card_are_read_before_they_are_dealt() -> None:
    table = unread(MD_CTF, "table.dealing=manual_shoe", "table.shuffler=none", "table.decks=1")
    wanted = cards_to_read(table.rules, table.table, table.round)
    table.do(c.ReadCards(D, 0, ORDER[:wanted]), c.Deal(D))
    while table.phase is Phase.DECISIONS:
        assert table.round.turn is not None
        table.do(c.Act(P, 0, table.round.seats[table.round.turn].seat, "check"))
    flop = cards_to_read(table.rules, table.table, table.round)
    assert table.refuses(c.DealCommunity(D), Code.CARDS_NOT_READ).facts == (("missing", str(flop)),)
    table.do(c.ReadCards(D, 0, ORDER[wanted : wanted + flop]), c.DealCommunity(D))
    (dealt,) = [event for event in table.events if isinstance(event, CommunityDealt)]
    assert (*dealt.burned, *dealt.cards) == ORDER[wanted : wanted + flop]


def test_dealer_cards_that_were_kept_back_are_read_before_they_are_shown() -> None:
    table = unread(MD_CTF, "table.order=stacks_community_players_dealer_kept", "table.shuffler=plain")
    order = iter(ORDER)
    table.do(
        c.ReadCards(D, 0, tuple(next(order) for _ in range(cards_to_read(table.rules, table.table, table.round))))
    )
    table.do(c.Deal(D))
    table.act_all()
    assert table.refuses(c.Reveal(D), Code.CARDS_NOT_READ).facts == (("missing", str(table.rules.dealer_cards)),)
    table.do(c.ReadCards(D, 0, tuple(next(order) for _ in range(table.rules.dealer_cards))), c.Reveal(D))
    assert [event for event in table.events if isinstance(event, DealerRevealed)]


@pytest.mark.parametrize(
    "cards", [(), (5, 5), (ORDER[0],), (ORDER[20],), (52,), (-1,), (10**30,), tuple(range(52))], ids=str
)
def test_no_card_is_read_that_cannot_be_there(cards: tuple[int, ...]) -> None:
    table = unread()
    table.do(c.ReadCards(D, 0, ORDER[:20]), c.Deal(D, 0, 20), c.ReadCards(D, 0, ORDER[20:21]))
    table.refuses(c.ReadCards(D, 0, cards), Code.NOT_A_DECK)


def test_a_deck_whose_order_is_known_is_not_read_again() -> None:
    table = TableForTest(MD_HCF).start(ORDER).bet(1).close_betting()
    table.refuses(c.ReadCards(D, 0, ORDER[:1]), Code.NOT_A_DECK)
    assert not [one for one in legal_commands(table.rules, table.table, D) if isinstance(one.command, c.ReadCards)]


def test_who_deals_reads_and_only_when_cards_are_out() -> None:
    table = TableForTest(MD_HCF).open()
    table.do(c.Shuffle(V, 0, (), 1, 52, entered=True), c.OpenRound(D))
    table.bet(1)
    table.refuses(c.ReadCards(D, 0, ORDER[:1]), Code.WRONG_PHASE)
    table.close_betting()
    table.refuses(c.ReadCards(P, 0, ORDER[:1]), Code.WRONG_ROLE)
    table.refuses(c.ReadCards(F, 0, ORDER[:1]), Code.WRONG_ROLE)
    offered = [one for one in legal_commands(table.rules, table.table, D) if isinstance(one.command, c.ReadCards)]
    assert len(offered) == 1


def test_no_card_leaves_the_shoe_before_the_chips_are_collected() -> None:
    table = TableForTest(MD_HCF).open()
    table.do(c.Shuffle(V, 0, (), 1, 52, entered=True), c.OpenRound(D))
    table.bet(1, also=("progressive",)).do(c.NoMoreBets(D))
    table.refuses(c.ReadCards(D, 0, ORDER[:1]), Code.CHIPS_NOT_COLLECTED)
    table.do(c.CollectProgressive(D, 0, 1, 1), c.ReadCards(D, 0, ORDER[:1]))


def test_a_card_found_face_up_is_read_and_set_aside() -> None:
    table = unread()
    table.refuses(c.Report(D, 0, "cards_face_up", 1, (52,)), Code.NOT_A_DECK)
    table.do(c.Report(D, 0, "cards_face_up", 1, (ORDER[0],)))
    assert table.round.set_aside == ORDER[:1]
    assert cards_to_read(table.rules, table.table, table.round) == 21
    table.refuses(c.ReadCards(D, 0, ORDER[:1]), Code.NOT_A_DECK)
    table.do(c.ReadCards(D, 0, ORDER[1:22]), c.Deal(D))
    assert len(table.round.stock) == 52 - 22


@clause("MD-HCF 13.A", "MD-HCF 8.I")
@pytest.mark.parametrize("read", [0, 1])
def test_a_card_that_cannot_be_read_is_not_dealt_and_the_count_comes_out_right(read: int) -> None:
    """It is the next card of the deck, whether that has been read or not."""
    table = unread()
    if read:
        table.do(c.ReadCards(D, 0, ORDER[:1]))
    table.do(c.Report(D, 0, "cards_face_up", 1))
    assert table.round.set_aside == (ORDER[:1] if read else (UNREAD,))
    table.do(c.ReadCards(D, 0, ORDER[1:22]), c.Deal(D))
    assert not {ORDER[0]} & {card for seat in table.round.seats for card in seat.cards}
    table.act_all().do(c.CountStub(D, 0, 52 - 21 - 1))
    assert table.round.void is None
    number = table.round.deck
    table.finish()
    assert table.table.deck(number) is not None
