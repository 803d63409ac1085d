"""Results watched against exact theory: honest tables are left alone, rigged ones are found."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houserules.app.floor.report import alarms, verdict
from houserules.app.floor.results import BASE, SHARED
from houserules.app.floor.sequential_test import bounds
from houserules.app.floor.theory import Figure, LabTheory
from houserules.app.floor.totals import add, periods_of
from houserules.app.floor.trend import points_of
from houserules.app.records.retention import remove_before
from houserules.app.table.events import LIVE, Settings
from houserules.app.table.state import TableState, WagerResult
from houserules.cli.main import run
from houserules.lab import progressive_wager
from houserules.law.words import PROGRESSIVE
from houserules.log import Snapshot, open_log
from houserules.money import DOLLAR, Money
from houserules.play import Deck, DeckStatus, Rules, Table
from houserules.records import past_name
from tests.api.decks import bundled, deck_with
from tests.api.service import Service, Someone, Stacked
from tests.support.databases import append, commit
from tests.support.waiting import wait_for

STAKE = 10 * DOLLAR
GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")
COIN = Figure(((Fraction(-1), Fraction(21, 40)), (Fraction(1), Fraction(19, 40))))
"""A wager at even odds that the house wins 21 times in 40."""
LONG_SHOT = Figure(((Fraction(-1), Fraction(299, 300)), (Fraction(250), Fraction(1, 300))))
"""A wager like a bonus or a progressive: seldom anything, then much."""


def watch(chance: random.Random, figure: Figure, honest: float, hands: int, false_alarms: float) -> str | None:
    """The first alarm over this number of hands, looked at after each; ``honest`` stretches the chance to win."""
    (lose, _), (win, wins) = figure.outcomes
    score = Fraction(0)
    for hand in range(1, hands + 1):
        score += win if chance.random() < float(wins) * honest else lose
        result = WagerResult("bet", hand, hand, hand * STAKE, score=int(score * 1_000_000))
        found = verdict(result, figure, false_alarms).alarm
        if found is not None:
            return found
    return None


@pytest.mark.parametrize("figure", [COIN, LONG_SHOT], ids=["coin", "long shot"])
def test_honest_tables_raise_no_more_than_the_stated_share_of_alarms(figure: Figure) -> None:
    chance = random.Random(1)
    raised = sum(watch(chance, figure, 1.0, 400, false_alarms=0.05) is not None for _ in range(150))
    assert raised <= 17, "one in twenty was stated; more than 17 in 150 has a chance below 1 in 1,000"


@pytest.mark.parametrize(
    ("figure", "stretched", "alarm"),
    [
        (COIN, 1.3, "players_win_too_much"),
        (COIN, 0.7, "players_lose_too_much"),
        (LONG_SHOT, 6.0, "players_win_too_much"),
        (LONG_SHOT, 0.0, "players_lose_too_much"),
    ],
)
def test_rigged_tables_are_found(figure: Figure, stretched: float, alarm: str) -> None:
    chance = random.Random(2)
    assert [watch(chance, figure, stretched, 4_000, false_alarms=0.01) for _ in range(5)] == [alarm] * 5


def test_one_jackpot_is_no_alarm() -> None:
    """The band knows how rare and how large it is; a normal approximation would have cried out."""
    for game in GAMES:
        figures = LabTheory().figures(bundled(game))
        row = max(figures[PROGRESSIVE].rows, key=lambda pair: pair[1])
        hit = WagerResult(PROGRESSIVE, 1, 1, DOLLAR, rows=((row[0], 1_000_000),))
        assert verdict(hit, figures[PROGRESSIVE]).alarm is None
        again = WagerResult(PROGRESSIVE, 9, 9, 9 * DOLLAR, rows=((row[0], 9_000_000),))
        assert verdict(again, figures[PROGRESSIVE]).alarm == "players_win_too_much", "nine in a row are"


def test_the_band_holds_on_both_sides_and_widens() -> None:
    widths = []
    for rounds in (1, 10, 100, 1_000, 10_000):
        allowed = bounds(COIN.outcomes, rounds, 0.001)
        assert allowed.low < -rounds / 20 < allowed.high
        widths.append(allowed.high - allowed.low)
    assert widths == sorted(widths)
    assert widths[-1] < 10_000 / 10, "after many rounds a stray of a twentieth is found"


SIX_COINS = Figure(COIN.outcomes, covariance=Fraction(0))
"""Boxes that have nothing to do with each other."""


def watch_six(chance: random.Random, figure: Figure, honest: float, rounds: int, false_alarms: float) -> int | None:
    """After how many rounds of six boxes the first alarm comes, if it does."""
    (lose, _), (win, wins) = figure.outcomes
    score = Fraction(0)
    for played in range(1, rounds + 1):
        hits = sum(chance.random() < float(wins) * honest for _ in range(6))
        score += (hits * win + (6 - hits) * lose) / 6
        staked, brought, boxes = 6 * played * STAKE, int(score * 1_000_000), ((6, played),)
        result = WagerResult("bet", 6 * played, played, staked, score=brought, boxes=boxes)
        if verdict(result, figure, false_alarms).alarm is not None:
            return played
    return None


def test_a_band_knows_how_boxes_go_together() -> None:
    """Six boxes that are independent stray less than half as far as six that are one."""
    alone = bounds(COIN.outcomes, 1_000, 0.001)
    six = bounds(COIN.outcomes, 1_000, 0.001, covariance=Fraction(0), boxes=((6, 1_000),))
    assert -50 - six.low < (-50 - alone.low) / 2
    assert six.high + 50 < (alone.high + 50) / 2
    assert bounds(COIN.outcomes, 1_000, 0.001, covariance=Fraction(0)) == alone, "one box is what it was"
    variance = Fraction(1) - Fraction(1, 400)
    tied = bounds(COIN.outcomes, 1_000, 0.001, covariance=variance, boxes=((6, 1_000),))
    assert (tied.low, tied.high) == pytest.approx((alone.low, alone.high)), "six boxes that always end alike are one"


def test_honest_tables_of_six_boxes_raise_no_more_than_the_stated_share_of_alarms() -> None:
    chance = random.Random(3)
    raised = sum(watch_six(chance, SIX_COINS, 1.0, 150, false_alarms=0.05) is not None for _ in range(100))
    assert raised <= 13, "one in twenty was stated; more than 13 in 100 has a chance below 1 in 1,000"


def test_rigged_tables_of_six_boxes_are_found_sooner() -> None:
    found = {figure: watch_six(random.Random(4), figure, 1.2, 4_000, 0.001) for figure in (COIN, SIX_COINS)}
    sooner, later = found[SIX_COINS], found[COIN]
    assert sooner is not None
    assert later is not None
    assert sooner < later / 2


@pytest.mark.parametrize(
    ("game", "wager", "most"),
    [
        ("md-high-card-flush", "flush_bonus", 100),
        ("md-high-card-flush", "straight_flush_bonus", 100),
        ("md-high-card-flush", PROGRESSIVE, 100),
        ("md-chase-the-flush", "same_suit", 30),
        ("md-chase-the-flush", PROGRESSIVE, 1000),
    ],
)
def test_theory_knows_how_the_boxes_of_a_table_go_together(game: str, wager: str, most: int) -> None:
    """Cards that one box holds are missing from the other; and in Chase the Flush both have the board."""
    figure = LabTheory().figures(bundled(game))[wager]
    variance = sum((net**2 * chance for net, chance in figure.outcomes), Fraction()) - figure.mean**2
    assert figure.covariance is not None
    assert 0 < abs(figure.covariance) < variance / most
    alone = bounds(figure.outcomes, 10_000, 0.001)
    six = bounds(figure.outcomes, 10_000, 0.001, covariance=figure.covariance, boxes=((6, 10_000),))
    assert alone.low < six.low < 10_000 * figure.mean < six.high < alone.high


def test_how_much_narrower_a_band_of_six_boxes_is_stands_in_the_documentation() -> None:
    told = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    rounds, narrower = 100_000, []
    for game in GAMES:
        for figure in LabTheory().figures(bundled(game)).values():
            if figure.covariance is not None:
                mean, many = rounds * float(figure.mean), ((6, rounds),)
                one = bounds(figure.outcomes, rounds, 0.001)
                six = bounds(figure.outcomes, rounds, 0.001, covariance=figure.covariance, boxes=many)
                narrower += [(mean - one.low) / (mean - six.low), (one.high - mean) / (six.high - mean)]
    assert len(narrower) == 14
    assert f"after {rounds:,} rounds of six it is up to {max(narrower):.1f} times as narrow" in told


def test_where_a_fold_forfeits_a_wager_boxes_are_taken_for_one() -> None:
    assert LabTheory().figures(bundled("ma-high-card-flush"))[PROGRESSIVE].covariance is None


def test_bad_play_is_no_alarm_in_the_base_game() -> None:
    figure = Figure(COIN.outcomes, skill=True)
    lost = WagerResult(BASE, 10_000, 10_000, 10_000 * STAKE, -5_000 * STAKE, score=-5_000_000_000)
    assert verdict(lost, figure).alarm is None
    won = WagerResult(BASE, 10_000, 10_000, 10_000 * STAKE, 5_000 * STAKE, score=5_000_000_000)
    assert verdict(won, figure).alarm == "players_win_too_much"


def test_nothing_played_is_no_alarm() -> None:
    assert verdict(WagerResult("coin"), COIN).alarm is None


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_has_exact_theory(game: str) -> None:
    submission = bundled(game)
    figures = LabTheory().figures(submission)
    optional = {name for name in submission.wagers if submission.rulebook.wagers[name].offer.value == "optional"}
    assert set(figures) >= {BASE, *optional, PROGRESSIVE}
    assert (SHARED in figures) == (submission.progressive is not None and submission.progressive.shared is not None)
    for name, figure in figures.items():
        assert sum(chance for _, chance in figure.outcomes) == 1, name
        assert min(chance for _, chance in figure.outcomes) > 0, name
    offered = progressive_wager(submission)
    assert -figures[PROGRESSIVE].mean == offered.house_edge


@pytest.mark.parametrize("game", GAMES)
def test_the_progressive_is_expected_to_pay_what_its_meter_is_worth(game: str) -> None:
    submission = bundled(game)
    figure = LabTheory().figures(submission)[PROGRESSIVE]
    meters = [31_000 * DOLLAR, 45_000 * DOLLAR, 60_000 * DOLLAR]
    offered = progressive_wager(submission)
    played = WagerResult(PROGRESSIVE, 3, 3, 3 * offered.amount, meters=sum(meters))
    edges = [progressive_wager(submission, Money(meter)).house_edge for meter in meters]
    assert verdict(played, figure).expected == -sum(edges) * offered.amount


def test_what_is_due_raises_an_alarm() -> None:
    rules = Rules(bundled("md-high-card-flush"))
    deck = Deck(1, DeckStatus.STACKED, received_at=0)
    state = TableState("table:x", kind=LIVE, table=Table(decks=(deck,)), tray=DOLLAR, settings=Settings())
    before = {alarm["alarm"] for alarm in alarms(rules, state, {}, now=1000)}
    assert before == {"tray_low"}
    much_later = {alarm["alarm"]: alarm for alarm in alarms(rules, state, {}, now=10 * 24 * 3600 * 1000)}
    assert str(much_later["deck_overdue"]["clause"]).startswith("MD-HCF")


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


# Over the API


def floor_of(service: Service, table: str) -> dict[str, dict[str, object]]:
    """The wagers of a table against theory, once theory is worked out."""
    floor = service.someone("florence", "floorperson")
    wait_for(lambda: not floor.client.get(f"/api/floor/{table}").json()["theory_computing"])
    report = floor.client.get(f"/api/floor/{table}").json()
    assert report["without_theory"] == []
    return {each["wager"]: each for each in report["wagers"]}


def seated(service: Service, game: str, seats: tuple[int, ...]) -> tuple[str, dict[int, Someone]]:
    people = {seat: service.guest() for seat in seats}
    table = people[seats[0]].open_table(game, decision_seconds=0)
    for seat, player in people.items():
        player.must(table, "sit", seat=seat, buy_in="1000")
    return table, people


def play(table: str, people: dict[int, Someone]) -> None:
    first = next(iter(people.values()))
    wagers = first.all_wagers(table)
    for seat, player in people.items():
        player.must(table, "place_wagers", seat=seat, wagers=wagers, ready=True)
    while (round_ := first.view(table)["round"]) is not None and round_["turn"] is not None:
        player = people[round_["turn"]]
        acts = [option for option in player.view(table)["you"]["options"] if option["type"] == "act"]
        player.must(table, "act", seat=round_["turn"], action=acts[0]["action"], amount=acts[0].get("smallest", "0"))


@pytest.mark.parametrize("game", GAMES)
def test_the_floor_sees_every_wager_against_theory(service: Service, game: str) -> None:
    table, people = seated(service, game, (1, 4))
    for _ in range(3):
        play(table, people)
    wagers = floor_of(service, table)
    submission = bundled(game)
    net = sum(float(str(each["net"])) for each in wagers.values())
    chips = sum(float(player.view(table)["you"]["chips"]) for player in people.values())
    assert net == pytest.approx(chips - 2000)
    for name in (BASE, PROGRESSIVE, *(set(wagers) - {BASE, PROGRESSIVE, SHARED})):
        assert wagers[name]["rounds"] == 3
        assert wagers[name]["hands"] == 6
        assert wagers[name]["alarm"] is None
        assert float(str(wagers[name]["band"])) > 0
    if submission.progressive is not None and submission.progressive.shared is not None:
        assert wagers[SHARED]["hands"] == 6, "two pairs a round"


def test_hits_are_counted_by_their_lines(database: Path) -> None:
    """A jackpot and the Envy Bonus of the other player, under the names that theory knows them by."""
    deck = deck_with("md-high-card-flush", {1: "2s 3s 4s 5s 6s 7s 8s"}, seats=(1, 4))
    with Service(database, shuffler=Stacked(deck)) as service:
        table, people = seated(service, "md-high-card-flush", (1, 4))
        play(table, people)
        wagers = floor_of(service, table)
        results = {each.wager: each for each in service.house.tables[f"table:{table}"].state.results}
        figures = LabTheory().figures(bundled("md-high-card-flush"))
        for name in (PROGRESSIVE, SHARED):
            assert set(dict(results[name].rows)) <= set(dict(figures[name].rows)), name
            assert results[name].rows == (("seven_card_straight_flush", 500_000),)
        assert float(str(wagers[SHARED]["net"])) > 0
        assert wagers[PROGRESSIVE]["alarm"] is None
        hits = service.someone("florence", "floorperson").client.get(f"/api/floor/{table}").json()["hits"]
        assert [hit["line"] for hit in hits] == ["seven_card_straight_flush"]


def test_alarms_for_overdue_decks_and_stubs_reach_the_floor(database: Path) -> None:
    with Service(database) as service:
        floor, pit = service.someone("florence", "floorperson"), service.someone("pia", "pit_manager")
        text = pit.client.get("/api/submissions/md-high-card-flush").json()["toml"]
        by_hand = text.replace('"counting"', '"plain"')
        assert by_hand != text
        steps = [each for each in Settings().automatic if each not in ("count_stub", "change_decks")]
        table = pit.open_table(by_hand, automatic=steps, betting_seconds=0, decision_seconds=0)
        ann = service.guest()
        ann.must(table, "sit", seat=1, buy_in="1000")

        def raised() -> dict[str, dict[str, object]]:
            return {each["alarm"]: each for each in floor.client.get(f"/api/floor/{table}").json()["alarms"]}

        seen = []
        for _ in range(5):
            ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
            seen.append("stub_count_due" in raised())
            ann.must(table, "act", seat=1, action="fold")
        assert list(accumulate(seen, max)) == seen, "once due it stays due"
        assert seen[-1]
        assert not seen[0]
        assert str(raised()["stub_count_due"]["clause"]).startswith("MD-HCF 8.G")
        assert "deck_overdue" not in raised()
        service.clock.ahead += 8 * 3600 * 1000 + 60_000
        floor = service.someone("florence", "floorperson")
        assert str(raised()["deck_overdue"]["clause"]).startswith("MD-HCF 3.C")


def test_the_course_ends_where_the_report_stands(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        ann, floor = service.guest(), service.someone("flo", "floorperson")
        table = ann.open_table()
        ann.must(table, "sit", seat=1, buy_in="2000")
        for _ in range(5):
            ann.play_round(table, 1, {"ante": "10", "flush_bonus": "5"})
        floor_of(service, table)
        course = floor.client.get(f"/api/floor/{table}/course").json()["wagers"]
        report = floor.client.get(f"/api/floor/{table}").json()["wagers"]
        assert [points[-1] for points in course.values()] == report
        assert [point["hands"] for point in course["flush_bonus"]] == [1, 2, 3, 4, 5]
        assert floor.client.get(f"/api/floor/{table}/incidents").json() == []


def test_the_course_survives_retention(tmp_path: Path) -> None:
    """What the removed rounds led to is still drawn, after one removal and after the next, and after a restart."""
    with Service(tmp_path / "house.db") as service:
        ann, floor = service.guest(), service.someone("flo", "floorperson")
        table = ann.open_table()
        ann.must(table, "sit", seat=1, buy_in="2000")
        floor_of(service, table)

        def course() -> dict[str, Any]:
            wagers: dict[str, Any] = floor.client.get(f"/api/floor/{table}/course").json()["wagers"]
            return wagers

        for rounds in (3, 6):
            for _ in range(3):
                ann.play_round(table, 1, {"ante": "10", "flush_bonus": "5"})
            before = course()
            assert [point["hands"] for point in before["flush_bonus"]] == list(range(1, rounds + 1))
            moment = service.clock() + 1000
            (record,) = remove_before(service.log, moment, at=moment, actor="test", reason="old enough")
            assert course() == before
        kept = service.log.snapshot(past_name(f"table:{table}"))
        assert kept is not None
        assert kept.version == record.last
        assert service.log.snapshot(past_name(f"table:{table}"), record.last - 1) is None, "one is enough"
    with Service(tmp_path / "house.db") as service:
        floor = service.someone("flo", "floorperson")
        floor_of(service, table)
        assert course() == before
    assert run(["audit", str(tmp_path / "house.db")]) == 0


def test_a_long_course_has_so_many_points_and_no_more(tmp_path: Path) -> None:
    with open_log(str(tmp_path / "house.db")) as log:
        results = [(WagerResult("base", number, number),) for number in range(1, 1001)]
        for number, each in enumerate(results, start=1):
            kept = Snapshot("table:1", number, msgspec.json.encode(TableState("table:1", number, results=each)))
            log.commit(commit(f"c{number}", append("table:1", number - 1), snapshots=(kept,)))
        found = points_of(log, "table:1", 1000)
        assert [point.results for point in found] == [results[1000 * step // 48 - 1] for step in range(1, 49)]


def test_incidents_name_what_happened_and_their_clause(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        dealer, pit = service.someone("dan", "dealer"), service.someone("pat", "pit_manager")
        table = dealer.open_table()
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


def test_nobody_is_said_to_have_filled_a_tray_that_fills_itself(database: Path) -> None:
    with Service(database) as service:
        ann, floor = service.guest(), service.someone("fay", "floorperson")
        ann.must("md-high-card-flush", "sit", seat=1, buy_in="46000")
        (filled,) = floor.client.get("/api/floor/md-high-card-flush/incidents").json()
        assert (filled["event"], filled["actor"]) == ("table.tray_filled/1", "automation")


def test_a_payout_limit_is_not_held_against_the_cards(database: Path) -> None:
    """Theory knows no limit: what one cuts off counts in the comparison, and only there."""
    deck = deck_with("md-high-card-flush", {1: "2h 4h 6h 8h Th Qh Ac"}, "3s 5s 7s 9d Jd Kc 2c")
    with Service(database, shuffler=Stacked(deck)) as service:
        ann, floor = service.guest(), service.someone("fay", "floorperson")
        filed = ann.client.get("/api/submissions/md-high-card-flush").json()["data"]
        filed["payout_limit"] = {"per_hand": "400"}
        table = ann.open_table(filed)
        wait_for(lambda: not floor.client.get(f"/api/floor/{table}").json()["theory_computing"])
        ann.must(table, "sit", seat=1, buy_in="500")
        ann.play_round(table, 1, {"ante": "10", "flush_bonus": "100"})
        watched = floor.client.get(f"/api/floor/{table}").json()["wagers"]
        bonus = next(each for each in watched if each["wager"] == "flush_bonus")
        assert (bonus["net"], bonus["score"]["result"]) == ("400.00", 100.0)
