"""A round without wagers has not begun, and nothing is dealt from a deck that became due while betting was open."""

from __future__ import annotations

import pytest

from houserules import law
from houserules.law import read_toml
from houserules.ledger import FELT
from houserules.play import Code, legal_commands, new_table
from houserules.play import commands as c
from houserules.play import events as e
from houserules.play.commands import AnyCommand
from houserules.play.driver import shuffle_commands
from houserules.play.replaying import export_round, replay
from houserules.play.state import DeckStatus
from tests.support.books import Books
from tests.support.clauses import clause
from tests.support.tables import IN_ORDER, MA_HCF, MD_CTF, MD_HCF, D, F, P, TableForTest

GAMES = [MD_HCF, MD_CTF, MA_HCF]
EIGHT_HOURS = 8 * 3600
FILED = read_toml(law.submissions()[MD_HCF].folder.text("submission"), MD_HCF)
BETWEEN_ROUNDS: list[tuple[AnyCommand, type[e.AnyEvent]]] = [
    (c.CloseTable(F), e.TableClosed),
    (c.GoIdle(D), e.WentIdle),
    (c.RemoveDeck(D, 0, 1), e.DeckRemoved),
]


def deserted(game: str) -> TableForTest:
    """The only player has taken the wagers back."""
    table = TableForTest(game).start().bet(3)
    table.do(c.WithdrawWagers(P, 0, 3))
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("command", "expected"), BETWEEN_ROUNDS)
def test_what_comes_between_rounds_calls_an_empty_one_off(
    game: str, command: AnyCommand, expected: type[e.AnyEvent]
) -> None:
    table = deserted(game)
    called_off, happened = table.do(command)
    assert called_off == e.RoundCalledOff(happened.clauses, 1, 1)
    assert isinstance(happened, expected)
    assert table.table.round is None
    assert table.table.rounds == 0


@pytest.mark.parametrize(("command", "_expected"), BETWEEN_ROUNDS)
def test_a_round_with_wagers_is_not_called_off(command: AnyCommand, _expected: object) -> None:
    table = TableForTest(MD_HCF).start().bet(3)
    refusal = Code.ROUND_IN_PROGRESS if isinstance(command, c.CloseTable | c.GoIdle) else Code.DECK_NOT_READY
    table.refuses(command, refusal)
    table.close_betting()
    table.refuses(command, refusal)


def test_what_is_refused_between_rounds_too_is_refused_for_its_own_reason() -> None:
    """An empty round is no hindrance, so it is not named as one."""
    table = deserted(MD_HCF)
    table.do(c.ReportDevice(D))
    table.refuses(c.ChangeDealing(F, 0, "hand"), Code.DEVICE_OUT_OF_ORDER, "MD-HCF 9.A(1)")
    device = TableForTest(MD_HCF, "table.shuffler=reshuffling", "table.dealing=automated").start()
    device.refuses(c.GoIdle(D), Code.NOT_PROVIDED, "MD-HCF 5.I")


@clause("MD-HCF 3.B(4)")
def test_the_round_after_it_has_the_same_number_and_decks_still_alternate() -> None:
    table = TableForTest(MD_HCF, "table.dealing=automated")
    table.deal(1).act_all().finish()
    table.start().do(c.ReportDevice(D, 0, "shoe"), c.CoverDevice(D, 0, "shoe"))
    assert (table.round.number, table.round.deck) == (2, 2)
    called_off, _ = table.do(c.ChangeDealing(F, 0, "manual_shoe"))
    assert isinstance(called_off, e.RoundCalledOff)
    deck = table.table.deck(2)
    assert deck is not None
    assert (deck.status, deck.cards) == (DeckStatus.READY, IN_ORDER)
    table.do(c.OpenRound(D))
    assert (table.round.number, table.round.deck) == (2, 2)


def test_what_has_nothing_to_do_with_the_round_leaves_it_open() -> None:
    table = deserted(MD_HCF)
    [_] = table.do(c.RemoveDeck(D, 0, 2))
    table.do(c.ReceiveCards(D, 0, 2))
    table.refuses(c.RemoveDeck(D, 0, 7), Code.NO_SUCH_DECK)
    table.refuses(c.CutCards(D, 0, 20, 1), Code.DECK_NOT_READY)
    assert table.round.number == 1


def test_the_floor_is_offered_a_way_out_of_an_empty_round() -> None:
    table = deserted(MD_HCF)
    offered = {type(option.command) for option in legal_commands(table.rules, table.table, F)}
    assert {c.CloseTable, c.RemoveDeck} <= offered


@clause("MD-HCF 3.C(2)", "MD-CTF 3.C(2)")
@pytest.mark.parametrize("game", [MD_HCF, MD_CTF])
def test_no_more_bets_is_refused_with_a_deck_that_has_become_due(game: str) -> None:
    table = TableForTest(game).start().bet(3)
    table.refuses(c.NoMoreBets(D, EIGHT_HOURS), Code.DECK_OVERDUE, f"{table.rules.book.id.upper()} 3.C(2)")
    table.do(c.WithdrawWagers(P, EIGHT_HOURS, 3))
    table.refuses(c.NoMoreBets(D, EIGHT_HOURS), Code.DECK_OVERDUE)
    table.do(c.RemoveDeck(D, EIGHT_HOURS, 1))


@clause("MD-HCF 3.C(2)")
def test_a_deck_that_is_due_can_be_taken_away_and_wagers_go_back() -> None:
    table = TableForTest(MD_HCF).start().bet(3, 5, also=("flush_bonus",))
    table.refuses(c.RemoveDeck(D, EIGHT_HOURS - 1, 1), Code.DECK_NOT_READY)
    staked = dict.fromkeys((3, 5), table.stakes("flush_bonus"))
    happened = table.do(c.RemoveDeck(F, EIGHT_HOURS, 1))
    back = [event for event in happened if isinstance(event, e.WagersWithdrawn)]
    assert {event.seat: event.wagers for event in back} == staked
    assert {event.clauses for event in back} == {("MD-HCF 3.C(2)",)}
    assert [type(event) for event in happened[2:]] == [e.RoundCalledOff, e.DeckRemoved]
    books = Books(new_table(table.rules))
    books.post(*table.events)
    assert books.balance(FELT) == 0
    table.shuffle(deck=2).do(c.OpenRound(D))
    assert table.round.number == 1


def test_a_record_with_a_round_that_was_called_off_plays_again() -> None:
    table = TableForTest(MD_HCF).open().shuffle()
    before = table.table
    table.events.clear()
    bet = c.PlaceWagers(P, 0, 3, table.stakes())
    commands = [
        c.OpenRound(D), bet, c.WithdrawWagers(P, 0, 3), c.GoIdle(D), c.ViewCards(P, 0, 1), c.StackCards(D, 0, 1),
        *shuffle_commands(table.rules, IN_ORDER, 1), c.OpenRound(D), bet, c.NoMoreBets(D), c.Deal(D),
    ]  # fmt: skip
    table.do(*commands)
    content = export_round(FILED, table.submission, before, tuple(commands), tuple(table.events))
    assert replay(content) is None
