"""Every event's transfers balance, name their clauses, and leave the felt empty at the end of a round."""

from __future__ import annotations

import random

import pytest

from houserules.ledger import FELT, HOUSE, MAIN_METER, SECONDARY_METER, opening_ledger, player, post, post_all
from houserules.play import commands as c
from houserules.play.events import RoundClosed
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, D, F, P, TableForTest, deck_with, money


def optional(table: TableForTest) -> list[str]:
    return [name for name, rule in table.rules.stakes.items() if not rule.required]


@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
def test_what_players_win_and_lose_is_what_house_and_meters_lose_and_win(name: str) -> None:
    chance = random.Random(5)
    table = TableForTest(name)
    ledger = opening_ledger(table.table.main, table.table.secondary)
    for _ in range(40):
        began = len(table.events)
        deck = list(range(52))
        chance.shuffle(deck)
        seats = chance.sample(range(1, 7), chance.randint(1, 6))
        table.deal(*seats, also=optional(table), order=deck).act_all(chance.choice([None, "fold"]))
        lines = table.finish("$125")
        before = ledger
        posted = post_all(ledger, table.events[began:])
        ledger = posted.ledger
        assert ledger.total == 0
        assert ledger.balance(FELT) == 0
        assert ledger.balance(MAIN_METER) == table.table.main
        assert ledger.balance(SECONDARY_METER) == table.table.secondary
        for seat in seats:
            own = [line for line in lines if line.seat == seat]
            net = sum(line.returned - line.stake for line in own)
            assert ledger.balance(player(seat)) - before.balance(player(seat)) == net
        assert all(transfer.clauses and transfer.amount > 0 for transfer in posted.transfers)
        assert all(transfer.source != transfer.target for transfer in posted.transfers)


def test_stakes_are_pending_then_posted_or_voided() -> None:
    table = TableForTest(MD_HCF, "table.dealing=automated").deal(1, also=["flush_bonus"])
    table.do(c.Report(D, 0, "shoe_jam"))
    table.finish()
    transfers = post_all(opening_ledger(money("30000"), 0), table.events).transfers
    assert [(t.source, t.target, t.status, t.wager) for t in transfers] == [
        (player(1), FELT, "pending", "ante"),
        (player(1), FELT, "pending", "flush_bonus"),
        (FELT, player(1), "voided", "ante"),
        (FELT, player(1), "voided", "flush_bonus"),
    ]


def test_withdrawn_wagers_and_returned_chips_go_back() -> None:
    table = TableForTest(MD_HCF).start().bet(1, 2, also=["progressive"])
    table.do(c.WithdrawWagers(P, 0, 1), c.NoMoreBets(D), c.CorrectCount(F, 0, 2), c.Deal(D))
    table.act_all("fold").finish()
    ledger = post_all(opening_ledger(money("30000"), 0), table.events).ledger
    assert ledger.balance(player(1)) == 0
    assert ledger.balance(player(2)) == -money("10")
    assert ledger.balance(HOUSE) == money("10") - money("30000")
    assert isinstance(table.events[-1], RoundClosed)


def test_a_jackpot_comes_from_the_meter_and_the_house_fills_it_again() -> None:
    held = "9s 8s 7s 6s 5s 4s 3s"
    table = TableForTest(MD_HCF, "table.dealing=automated").deal(1, also=["progressive"], order=deck_with(held))
    table.act_all().finish()
    posted = post_all(opening_ledger(money("30000"), 0), table.events)
    moves = [(t.source, t.target, t.amount) for t in posted.transfers if MAIN_METER in (t.source, t.target)]
    assert moves == [
        (HOUSE, MAIN_METER, money("0.22")),
        (MAIN_METER, player(1), money("30000.22")),
        (HOUSE, MAIN_METER, money("30000")),
    ]


def test_in_massachusetts_the_secondary_meter_fills_the_main_one() -> None:
    table = TableForTest(MA_HCF, main=money("12000"), secondary=money("34.56"))
    table.deal(1, also=["progressive"], order=deck_with("9s 8s 7s 6s 5s 4s 3s")).act_all().finish()
    posted = post_all(opening_ledger(money("12000"), money("34.56")), table.events)
    assert (SECONDARY_METER, MAIN_METER, money("34.58")) in [(t.source, t.target, t.amount) for t in posted.transfers]
    assert posted.ledger.balance(MAIN_METER) == money("34.58")
    assert posted.ledger.balance(SECONDARY_METER) == 0


def test_a_round_that_closes_with_money_on_the_felt_is_our_bug() -> None:
    table = TableForTest(MD_HCF).start().bet(1)
    ledger = post_all(opening_ledger(0, 0), table.events).ledger
    with pytest.raises(AssertionError, match="felt"):
        post(ledger, RoundClosed(("MD-HCF 11.C",), 1, counted=False))
