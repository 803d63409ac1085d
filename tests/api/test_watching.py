"""Results watched against exact theory: honest tables are left alone, rigged ones are found."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from houserules.app.facts import LIVE, STEPS, Settings
from houserules.app.laboratory import LabTheory
from houserules.app.state import TableState, WagerResult
from houserules.app.totals import BASE, add, periods_of
from houserules.app.watching import Figure, alarms, verdict
from houserules.money import DOLLAR
from houserules.play.state import Deck, DeckStatus, Table
from tests.api.decks import bundled
from tests.api.service import Service

STAKE = 10 * DOLLAR
COIN = Figure(Fraction(1, 20), Fraction(399, 400))
"""A wager at even odds that the house wins 21 times in 40."""


def watch(chance: random.Random, players_win: float, hands: int) -> str | None:
    """The first alarm over so many hands, looked at after every one of them."""
    net = 0
    for hand in range(1, hands + 1):
        net += STAKE if chance.random() < players_win else -STAKE
        result = WagerResult("coin", hand, hand * STAKE, hand * STAKE * STAKE // DOLLAR, net)
        found = verdict(result, COIN, false_alarms=0.01).alarm
        if found is not None:
            return found
    return None


def test_honest_tables_raise_about_the_stated_share_of_alarms() -> None:
    chance = random.Random(1)
    raised = sum(watch(chance, 19 / 40, 1_000) is not None for _ in range(200))
    assert raised <= 8, "one in a hundred was stated; eight in two hundred has a chance below 1 in 1,000"


@pytest.mark.parametrize(("players_win", "alarm"), [(0.6, "players_win_too_much"), (0.35, "players_lose_too_much")])
def test_rigged_tables_are_found(players_win: float, alarm: str) -> None:
    chance = random.Random(2)
    assert [watch(chance, players_win, 2_000) for _ in range(10)] == [alarm] * 10


def test_bad_play_is_no_alarm_in_the_base_game() -> None:
    lost = WagerResult(BASE, 10_000, 10_000 * STAKE, 10_000 * STAKE * STAKE // DOLLAR, -5_000 * STAKE)
    assert verdict(lost, COIN).alarm is None
    won = WagerResult(BASE, 10_000, 10_000 * STAKE, 10_000 * STAKE * STAKE // DOLLAR, 5_000 * STAKE)
    assert verdict(won, COIN).alarm == "players_win_too_much"


def test_nothing_played_is_no_alarm() -> None:
    assert verdict(WagerResult("coin"), COIN).alarm is None


def test_side_bets_have_exact_figures() -> None:
    submission = bundled("md-high-card-flush")
    figures = LabTheory().figures(submission)
    assert {"flush_bonus", "straight_flush_bonus"} <= set(figures)
    assert all(0 < figures[wager].house_edge < 1 for wager in ("flush_bonus", "straight_flush_bonus"))


def test_what_is_due_raises_an_alarm() -> None:
    submission = bundled("md-high-card-flush")
    deck = Deck(1, DeckStatus.STACKED, received_at=0)
    state = TableState("table:x", kind=LIVE, table=Table(decks=(deck,)), tray=DOLLAR, settings=Settings())
    before = {alarm["alarm"] for alarm in alarms(submission, state, {}, now=1000)}
    assert before == {"tray_low"}
    much_later = {alarm["alarm"]: alarm for alarm in alarms(submission, state, {}, now=10 * 24 * 3600 * 1000)}
    assert much_later["deck_overdue"]["clause"].startswith("MD-HCF")


def test_totals_are_kept_by_day_month_and_year() -> None:
    state = TableState("table:x")
    day = 24 * 3600 * 1000
    for number in range(100):
        state = add(state, number * day, rounds=1, drop=100, win=7)
    assert periods_of(0) == ("1970-01-01", "1970-01", "1970")
    assert state.total("1970").rounds == 100
    assert state.total("1970-01").win == 31 * 7
    assert state.total("1970-04-10").drop == 100
    assert len([total for total in state.totals if len(total.period) == 10]) == 62


def test_the_course_ends_where_the_report_stands(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        ann, floor = service.guest(), service.someone("flo", "floorperson")
        table = ann.open_table()
        ann.must(table, "sit", seat=1, buy_in="2000")
        for _ in range(5):
            ann.play_round(table, 1, {"ante": "10", "flush_bonus": "5"})
        course = floor.client.get(f"/api/floor/{table}/course").json()["wagers"]
        report = floor.client.get(f"/api/floor/{table}").json()["wagers"]
        assert [points[-1] for points in course.values()] == report
        assert [point["hands"] for point in course["flush_bonus"]] == [1, 2, 3, 4, 5]
        assert floor.client.get(f"/api/floor/{table}/incidents").json() == []


def test_incidents_name_what_happened_and_their_clause(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        dealer, pit = service.someone("dan", "dealer"), service.someone("pat", "pit_manager")
        table = dealer.open_table(automatic=[step for step in STEPS if step != "deal"])
        ann = service.guest()
        ann.must(table, "sit", seat=1, buy_in="100")
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        dealer.must(table, "report", kind="wrong_number_of_cards", seat=1)
        pit.must(table, "fill_tray", amount="500")
        filled, voided = pit.client.get(f"/api/floor/{table}/incidents").json()
        assert (filled["event"], filled["facts"], filled["actor"]) == (
            "table.tray_filled/1",
            {"amount": "500.00"},
            "pat",
        )
        assert voided["event"] == "round.voided/1"
        assert voided["clauses"][0] == "MD-HCF 13.D"
