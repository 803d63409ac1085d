"""What every event moves balances, and leaves the felt empty at the end of a round."""

from __future__ import annotations

import random

import pytest

from houserules.ledger import FELT, HOUSE, MAIN_METER, OPERATOR, SECONDARY_METER, player, postings, transfers
from houserules.play import Table
from houserules.play import commands as c
from houserules.play.events import LINKED, MeterChanged, RoundClosed
from tests.support.books import Books, posted
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, D, F, P, TableForTest, deck_with, money


def optional(table: TableForTest) -> list[str]:
    return [name for name, rule in table.rules.stakes.items() if not rule.required]


@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
def test_what_players_win_and_lose_is_what_house_and_meters_lose_and_win(name: str) -> None:
    chance = random.Random(5)
    table = TableForTest(name)
    books = Books(table.table)
    for _ in range(40):
        began = len(table.events)
        deck = list(range(52))
        chance.shuffle(deck)
        seats = chance.sample(range(1, 7), chance.randint(1, 6))
        table.deal(*seats, also=optional(table), order=deck).act_all(chance.choice([None, "fold"]))
        lines = table.finish("$125")
        before = {seat: books.balance(player(seat)) for seat in seats}
        moves = books.post(*table.events[began:])
        assert books.total == 0
        assert books.balance(FELT) == 0
        assert books.balance(MAIN_METER) == table.table.main
        assert books.balance(SECONDARY_METER) == table.table.secondary
        for seat in seats:
            own = [line for line in lines if line.seat == seat]
            net = sum(line.returned - line.stake for line in own)
            assert books.balance(player(seat)) - before[seat] == net
        assert all(move.amount > 0 and move.source != move.target for move in moves)


def test_stakes_are_pending_then_posted_or_voided() -> None:
    table = TableForTest(MD_HCF, "table.dealing=automated").deal(1, also=["flush_bonus"])
    table.do(c.Report(D, 0, "shoe_jam"))
    table.finish()
    moves = posted(Table(main=money("30000")), table.events)
    assert [(move.source, move.target, move.status, move.wager) for move in moves] == [
        (player(1), FELT, "pending", "ante"),
        (player(1), FELT, "pending", "flush_bonus"),
        (FELT, player(1), "voided", "ante"),
        (FELT, player(1), "voided", "flush_bonus"),
    ]


def test_withdrawn_wagers_and_returned_chips_go_back() -> None:
    table = TableForTest(MD_HCF).start().bet(1, 2, also=["progressive"])
    table.do(c.WithdrawWagers(P, 0, 1), c.NoMoreBets(D), c.CorrectCount(F, 0, 2), c.Deal(D))
    table.act_all("fold").finish()
    books = Books(Table(main=money("30000")))
    books.post(*table.events)
    assert books.balance(player(1)) == 0
    assert books.balance(player(2)) == -money("10")
    assert books.balance(HOUSE) == money("10")
    assert books.balance(OPERATOR) == -money("30000")
    assert isinstance(table.events[-1], RoundClosed)


def test_a_jackpot_comes_from_the_meter_and_the_house_fills_it_again() -> None:
    held = "9s 8s 7s 6s 5s 4s 3s"
    table = TableForTest(MD_HCF, "table.dealing=automated").deal(1, also=["progressive"], order=deck_with(held))
    table.act_all().finish()
    moves = posted(Table(main=money("30000")), table.events)
    assert [
        (each.source, each.target, each.amount) for each in moves if MAIN_METER in (each.source, each.target)
    ] == [
        (OPERATOR, MAIN_METER, money("0.22")),
        (MAIN_METER, player(1), money("30000.22")),
        (OPERATOR, MAIN_METER, money("30000")),
    ]


def test_in_massachusetts_the_secondary_meter_fills_the_main_one() -> None:
    table = TableForTest(MA_HCF, main=money("12000"), secondary=money("34.56"))
    table.deal(1, also=["progressive"], order=deck_with("9s 8s 7s 6s 5s 4s 3s")).act_all().finish()
    books = Books(Table(main=money("12000"), secondary=money("34.56")))
    moves = books.post(*table.events)
    assert (SECONDARY_METER, MAIN_METER, money("34.58")) in [
        (each.source, each.target, each.amount) for each in moves
    ]
    assert books.balance(MAIN_METER) == money("34.58")
    assert books.balance(SECONDARY_METER) == 0


def test_a_round_that_closes_with_money_on_the_felt_is_our_bug() -> None:
    table = TableForTest(MD_HCF).start().bet(1)
    books = Books(Table())
    books.post(*table.events)
    with pytest.raises(AssertionError, match="felt"):
        books.post(RoundClosed(("MD-HCF 11.C",), 1, counted=False))


def test_a_meter_that_another_table_moved_moves_no_money_here() -> None:
    changed = MeterChanged(("MD-HCF 7.E",), money("29000"), 0, LINKED, -money("1000"), 0)
    assert postings(Table(main=money("30000")), changed) == ()


def test_a_transfer_names_the_event_its_clauses_and_accounts_as_the_books_do() -> None:
    table = TableForTest(MD_HCF).start()
    before = table.table
    (placed,) = table.bet(2).events[-1:]
    (transfer,) = transfers(postings(before, placed), placed, lambda account: f"books/{account.name}")
    assert (transfer.source, transfer.target) == ("books/player:2", "books/felt")
    assert (transfer.event, transfer.clauses, transfer.wager) == ("round.wagers_placed/1", placed.clauses, "ante")
