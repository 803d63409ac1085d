"""Nothing is bet, raised or withdrawn after "no more bets"."""

from __future__ import annotations

import random

import pytest

from houserules.play import AnyCommand, Refused, Role, decide
from houserules.play import commands as c
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, D, TableForTest


@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
def test_ten_thousand_late_attempts(name: str) -> None:
    chance = random.Random(3)
    table = TableForTest(name).start().bet(1, 2, 3, also=["progressive"])
    table.do(c.NoMoreBets(D))
    wagers = [*table.rules.stakes, table.rules.streets[0].wager]
    for attempt in range(10_000):
        if attempt == 3_000:
            table.do(c.CollectProgressive(D, 0, 3, 3))
        if attempt == 6_000:
            table.do(c.Deal(D))
        seat = chance.randint(1, 6)
        chosen = tuple(
            (wager, chance.randint(1, 100) * 1_000_000) for wager in chance.sample(wagers, chance.randint(1, 4))
        )
        attempts: list[AnyCommand] = [
            c.PlaceWagers(Role.PLAYER, attempt, seat, chosen),
            c.WithdrawWagers(Role.PLAYER, attempt, seat),
        ]
        assert isinstance(decide(table.rules, table.table, chance.choice(attempts)), Refused)


def test_meter_arithmetic_over_many_rounds() -> None:
    """Contributions less payments, and the resets, are all that ever changes a meter."""
    table = TableForTest(MA_HCF)
    chance = random.Random(8)
    main, secondary = table.table.main, table.table.secondary
    for _ in range(150):
        deck = list(range(52))
        chance.shuffle(deck)
        if chance.random() < 0.2:
            deck.sort()
        lines = table.deal(1, 2, 3, also=["progressive"], order=deck).act_all().finish()
        main, secondary = main + 3 * 240_000, secondary + 3 * 20_000
        for line in lines:
            if line.wager == "progressive" and line.row == "seven_card_straight_flush":
                assert line.paid == main
                main, secondary = secondary, 0
            elif line.wager == "progressive" and line.row == "six_card_straight_flush":
                assert line.paid == main // 10 // 10_000 * 10_000
                main -= line.paid
        assert (table.table.main, table.table.secondary) == (main, secondary)
