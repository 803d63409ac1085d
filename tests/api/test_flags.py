"""What strays from exact theory is flagged with the round in which it does, until a person has seen to it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houserules.app.floor.flags import crossings
from houserules.app.floor.report import FALSE_ALARMS, strays, verdict
from houserules.app.floor.results import BASE
from houserules.app.floor.theory import Figure, Figures, Theories
from houserules.app.table import events as f
from houserules.app.table.folding import fold
from houserules.app.table.loading import load_state
from houserules.app.table.state import TableState, WagerResult
from houserules.law import Submission
from houserules.money import DOLLAR
from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked
from tests.support.waiting import wait_for

GAME = "md-high-card-flush"
WON = deck_with(GAME, {1: "2s 4s 6s 8s Ts Qs As"}, "3h 5h 7h 2d 4d 6c 8c", seats=(1,))
"""The player has seven spades, and the dealer three hearts to the seven, which is not enough to open."""
COIN = Figure(((Fraction(-1), Fraction(21, 40)), (Fraction(1), Fraction(19, 40))))
ALARM = "players_win_too_much"
REASON = "cards changed, shuffler inspected"


class Coin:
    """Theory that is worked out at once: against the dealer as a coin that the house wins 21 times in 40."""

    asked = 0

    def figures(self, submission: Submission) -> Figures:
        self.asked += 1
        return {BASE: COIN}


@contextmanager
def rigged(database: Path, wins: int = 80) -> Iterator[Service]:
    service = Service(database, shuffler=Stacked(*[WON] * wins))
    service.house.theories = Theories(Coin())
    with service:
        yield service


def floor(who: Someone, table: str) -> Any:
    return who.client.get(f"/api/floor/{table}").json()


def flags(who: Someone, table: str) -> list[Any]:
    return [alarm for alarm in floor(who, table)["alarms"] if "wager" in alarm]


def stands(who: Someone, table: str) -> str | None:
    """The alarm by where the sum stands now."""
    wait_for(lambda: not floor(who, table)["theory_computing"])
    found: str | None = next(each["alarm"] for each in floor(who, table)["wagers"] if each["wager"] == BASE)
    return found


def win_until_flagged(player: Someone, pit: Someone, table: str) -> None:
    for _ in range(60):
        player.play_round(table, 1, {"ante": "10"})
        if stands(pit, table):
            return
    raise AssertionError("never flagged")


def fold_until_back(service: Service, player: Someone, pit: Someone, table: str) -> None:
    service.house.shuffler.source.decks.clear()  # type: ignore[attr-defined]
    for _ in range(60):
        player.play_round(table, 1, {"ante": "10"}, raises=False)
        if not stands(pit, table):
            return
    raise AssertionError("never back")


def sat_down(service: Service, **settings: Any) -> tuple[Someone, Someone, str]:
    pit, ann = service.someone("pat", "pit_manager"), service.guest()
    table = pit.open_table(decision_seconds=0, **settings)
    ann.must(table, "sit", seat=1, buy_in="9000")
    floor(pit, table)
    return ann, pit, table


def test_an_alarm_stays_when_the_sum_is_back_inside(database: Path) -> None:
    with rigged(database) as service:
        ann, pit, table = sat_down(service)
        assert flags(pit, table) == []
        win_until_flagged(ann, pit, table)
        (raised,) = flags(pit, table)
        assert (raised["alarm"], raised["wager"]) == (ALARM, BASE)
        assert raised["round"] == raised["hands"] == floor(pit, table)["wagers"][0]["hands"]
        assert raised["net"] == floor(pit, table)["wagers"][0]["net"]
        assert abs(raised["since"] - service.clock()) < 60_000
        fold_until_back(service, ann, pit, table)
        assert flags(pit, table) == [raised], "what came later does not clear it"
        kept = [stored.name for stored in service.log.read(f"table:{table}") if stored.name.startswith("watch.")]
        assert kept == ["watch.result_flagged/1", "watch.result_back/1"]
    with rigged(database) as service:
        pit = service.someone("pat", "pit_manager")
        assert flags(pit, table) == [raised], "nor does a restart"
        desk = service.house.tables[f"table:{table}"]
        assert load_state(service.log, desk.state.stream).flags == desk.state.flags


def test_the_flag_comes_with_the_round_that_crosses(database: Path) -> None:
    with rigged(database) as service:
        ann, pit, table = sat_down(service)
        win_until_flagged(ann, pit, table)
        stored = list(service.log.read(f"table:{table}"))
        flagged = next(each for each in stored if each.name == "watch.result_flagged/1")
        closing = [each for each in stored if each.name == "round.closed/1"][-1]
        assert flagged.command_id == closing.command_id, "one transaction"
        assert flagged.at == closing.at


def test_a_pit_manager_who_does_not_play_there_puts_it_away_with_a_reason(database: Path) -> None:
    with rigged(database) as service:
        ann, pit, table = sat_down(service)
        away = {"wager": BASE, "alarm": ALARM, "reason": REASON}
        pit.refused(table, "put_away_alarm", 404, "no_such_alarm", **away)
        win_until_flagged(ann, pit, table)
        pit.refused(table, "put_away_alarm", 400, "malformed", **{**away, "reason": "x"})
        pit.refused(table, "put_away_alarm", 404, "no_such_alarm", **{**away, "wager": "flush_bonus"})
        ann.refused(table, "put_away_alarm", 403, "forbidden", **away)
        both = service.someone("bo", "pit_manager", "player")
        both.must(table, "sit", seat=2, buy_in="100")
        both.refused(table, "put_away_alarm", 403, "you_play_here", **away)
        pit.must(table, "put_away_alarm", **away)
        assert flags(pit, table) == []
        assert stands(pit, table) == ALARM, "where the sum stands is told as before"
        put_away = service.log.latest(f"table:{table}", "watch.flag_put_away/1")[0]
        assert put_away.actor == "pat"
        assert put_away.data is not None
        told = msgspec.json.decode(put_away.data)
        assert {**told, "event": None} == {**away, "by": "pat", "event": None}
        pit.refused(table, "put_away_alarm", 404, "no_such_alarm", **away)
        incidents = {each["event"]: each for each in pit.client.get(f"/api/floor/{table}/incidents").json()}
        assert incidents["watch.flag_put_away/1"]["facts"] == {"reason": REASON, "wager": BASE, "alarm": ALARM}
        assert incidents["watch.result_flagged/1"]["facts"] == {"wager": BASE, "alarm": ALARM}


def test_what_was_put_away_is_silent_until_it_was_back_and_crosses_again(database: Path) -> None:
    with rigged(database) as service:
        ann, pit, table = sat_down(service)
        win_until_flagged(ann, pit, table)
        pit.must(table, "put_away_alarm", wager=BASE, alarm=ALARM, reason=REASON)
        ann.play_round(table, 1, {"ante": "10"})
        assert stands(pit, table) == ALARM
        assert flags(pit, table) == [], "still outside: one person has seen to that"
        fold_until_back(service, ann, pit, table)
        assert flags(pit, table) == []
        service.house.shuffler.source.decks += [WON] * 60  # type: ignore[attr-defined]
        win_until_flagged(ann, pit, table)
        (again,) = flags(pit, table)
        assert again["since"] > 0


def test_what_is_back_when_it_is_put_away_is_raised_again_at_once_where_it_crosses(database: Path) -> None:
    with rigged(database) as service:
        ann, pit, table = sat_down(service)
        win_until_flagged(ann, pit, table)
        fold_until_back(service, ann, pit, table)
        pit.must(table, "put_away_alarm", wager=BASE, alarm=ALARM, reason=REASON)
        assert flags(pit, table) == []
        service.house.shuffler.source.decks += [WON] * 60  # type: ignore[attr-defined]
        win_until_flagged(ann, pit, table)
        assert len(flags(pit, table)) == 1


def test_a_closed_table_keeps_its_flag_on_the_floor_until_it_is_put_away(database: Path) -> None:
    with rigged(database) as service:
        ann, pit, table = sat_down(service)
        win_until_flagged(ann, pit, table)
        ann.must(table, "leave")
        service.someone("flo", "floorperson").must(table, "close_table")

        def listed() -> list[Any]:
            found: list[Any] = [each for each in pit.client.get("/api/floor").json() if each["table"] == table]
            return found

        assert [alarm["alarm"] for alarm in listed()[0]["alarms"]] == [ALARM]
        pit.must(table, "put_away_alarm", wager=BASE, alarm=ALARM, reason=REASON)
        assert listed() == []


def test_a_closed_table_keeps_its_flag_on_the_floor_through_a_restart(database: Path) -> None:
    with rigged(database) as service:
        ann, pit, table = sat_down(service)
        win_until_flagged(ann, pit, table)
        ann.must(table, "leave")
        service.someone("flo", "floorperson").must(table, "close_table")

    def is_listed(pit: Someone) -> bool:
        return table in {each["table"] for each in pit.client.get("/api/floor").json()}

    with rigged(database) as service:
        pit = service.someone("pat", "pit_manager")
        wait_for(lambda: is_listed(pit))
        pit.must(table, "put_away_alarm", wager=BASE, alarm=ALARM, reason=REASON)
        assert not is_listed(pit)
        wait_for(lambda: f"table:{table}" not in service.house.tables)


def test_a_live_table_has_theory_worked_out_though_nobody_looks(database: Path) -> None:
    with rigged(database) as service:
        pit, flo = service.someone("pat", "pit_manager"), service.someone("flo", "floorperson")
        table = pit.open_table(kind="live", decision_seconds=0)
        ann = service.someone("ann", "player")
        admin = service.someone("ada", "administrator")
        admin.client.post("/api/people/ann/funds", json={"command_id": "fund-ann-1", "amount": "9000"})
        for deck in (1, 2):
            flo.must(table, "verify_inspection", deck=deck)
        ann.must(table, "sit", seat=1, buy_in="9000")
        theory = service.house.theories.theory
        assert isinstance(theory, Coin)
        assert theory.asked == 0
        ann.play_round(table, 1, {"ante": "10"})
        wait_for(lambda: theory.asked == 1)
        for _ in range(20):
            ann.play_round(table, 1, {"ante": "10"})
        assert [flag.alarm for flag in service.house.tables[f"table:{table}"].state.flags] == [ALARM]
        assert theory.asked == 1


def test_a_table_at_which_theory_fails_leaves_the_floor_to_the_others(database: Path) -> None:
    class Failing(Coin):
        def figures(self, submission: Submission) -> Figures:
            if submission.rulebook.id == "MD-CTF":
                raise ArithmeticError("no such figure")
            return super().figures(submission)

    with rigged(database) as service:
        service.house.theories = Theories(Failing())
        ann, pit, table = sat_down(service)
        ann.play_round(table, 1, {"ante": "10"})
        chase = pit.open_table("md-chase-the-flush", decision_seconds=0)
        ann.must(chase, "sit", seat=1, buy_in="100")
        ann.play_round(chase, 1, {"ante": "10", "xtra_bonus": "10"}, raises=False)
        wait_for(lambda: not floor(pit, chase)["theory_computing"])
        answer = pit.client.get("/api/floor")
        assert answer.status_code == 200
        shown = {each["table"]: each for each in answer.json()}
        assert [each["wager"] for each in shown[table]["wagers"]] == [BASE]
        assert shown[chase]["wagers"] == []
        assert BASE in shown[chase]["without_theory"]


@pytest.mark.parametrize("skill", [True, False])
def test_the_short_test_is_the_long_one(skill: bool) -> None:
    """Comparing capital with its limit says the same as comparing the sum with its bounds."""
    chance = random.Random(3)
    figure = Figure(COIN.outcomes, skill=skill)
    for _ in range(300):
        rounds = chance.randint(1, 400)
        score = chance.uniform(-1.5, 1.5) * rounds**0.5 * 6
        result = WagerResult(BASE, rounds, rounds, rounds * DOLLAR, score=round(score * 1_000_000))
        assert strays(result, figure, FALSE_ALARMS) == verdict(result, figure, FALSE_ALARMS).alarm


def test_each_crossing_is_noted_once() -> None:
    state = TableState("table:x")
    seen: list[str] = []
    for rounds, score in ((100, 0), (100, 90), (101, 91), (102, 0), (103, 0), (104, 99)):
        result = WagerResult(BASE, rounds, rounds, rounds * DOLLAR, score=score * 1_000_000)
        state = msgspec.structs.replace(state, results=(result,))
        for fact in crossings(state, {BASE: COIN}):
            seen.append(type(fact).__name__)
            state, _ = fold(state, fact, 1_000 + rounds)
    assert seen == ["ResultFlagged", "ResultBack", "ResultFlagged"]
    assert [(flag.since, flag.round, flag.hands) for flag in state.flags] == [(1_100, 0, 100)], "since the first"
    state, _ = fold(state, f.FlagPutAway(BASE, ALARM, "pat", REASON), 2_000)
    assert list(crossings(state, {BASE: COIN})) == []
