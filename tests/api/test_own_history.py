"""A player's history: all of one's own hands, nothing that one could not see, statistics that add up, erase."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houserules.app import audit
from houserules.app.records import own_history
from houserules.app.records.history import Hand, read_hand
from houserules.app.records.own_history import Played, statistics
from houserules.lab import base_results, side_bet
from houserules.log import Log, Stored, open_log
from houserules.play.events import PaidFrom, SettledAs, WagerSettled
from tests.api.decks import bundled
from tests.api.service import Service, Someone
from tests.api.test_leaks import ANY_CARD, may_see
from tests.api.test_lessons import asked
from tests.support.waiting import wait_for

GAME = "md-high-card-flush"
MORE_TABLES = 31


def sit_together(service: Service, game: str = GAME) -> tuple[str, Someone, Someone]:
    ann, bob = service.someone("ann", "player"), service.someone("bob", "player")
    table = ann.open_table(game, decision_seconds=0, betting_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="10000")
    bob.must(table, "sit", seat=2, buy_in="10000")
    return table, ann, bob


def play(table: str, ann: Someone, bob: Someone, folds: bool) -> None:
    """Ann raises, Bob folds or raises."""
    for seat, who in ((1, ann), (2, bob)):
        who.must(table, "place_wagers", seat=seat, wagers=who.all_wagers(table), ready=True)
    for seat, who in ((1, ann), (2, bob)):
        while who.view(table)["phase"] == "decisions":
            acts = [each for each in who.view(table)["you"]["options"] if each["type"] == "act"]
            if not acts:
                break
            chosen = acts[-1] if folds and who is bob else acts[0]
            who.must(table, "act", seat=seat, action=chosen["action"], amount=chosen.get("smallest", "0"))


def play_alone(table: str, who: Someone, seat: int, *passing: Someone) -> None:
    """One raises, and nobody else bets."""
    who.must(table, "place_wagers", seat=seat, wagers={"ante": "10"}, ready=True)
    for each in passing:
        each.must(table, "ready")
    act = next(each for each in who.view(table)["you"]["options"] if each["type"] == "act")
    who.must(table, "act", seat=seat, action=act["action"], amount=act.get("smallest", "0"))


def history(who: Someone, **wanted: Any) -> Any:
    answer = who.client.get("/api/history", params=wanted)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_every_own_hand_is_found_over_all_tables_and_no_page_shows_what_one_could_not_see(database: Path) -> None:
    with Service(database) as service:
        tables = []
        for game in (GAME, "md-chase-the-flush"):
            table, ann, bob = sit_together(service, game)
            tables.append(table)
            for number in range(3):
                service.clock.ahead += 1_000
                play(table, ann, bob, folds=number % 2 == 0)
                state = service.house.tables[f"table:{table}"].state
                for who in (ann, bob, service.someone("eve", "player")):
                    hand = who.client.get(f"/api/tables/{table}/hands/{number + 1}").content
                    newest = who.client.get("/api/history", params={"limit": 1}).content
                    if (table, number) == (tables[0], 0):  # All that there is of this person is of this hand.
                        newest += who.client.get("/api/history").content
                        newest += who.client.get("/api/history/export").content
                        newest += who.client.get("/api/history/statistics").content
                    seen = {card.decode() for card in ANY_CARD.findall(hand + newest)}
                    assert seen <= may_see(state, who.account), who.account
        found = history(ann)["hands"]
        assert [(each["table"], each["number"]) for each in found] == [
            (table, number) for table in reversed(tables) for number in (3, 2, 1)
        ]
        assert [each["rulebook"] for each in found] == ["MD-CTF"] * 3 + ["MD-HCF"] * 3
        first = history(ann, limit=4)
        rest = history(ann, limit=4, before=first["next"])
        assert [each["number"] for each in (*first["hands"], *rest["hands"])] == [3, 2, 1, 3, 2, 1]
        assert rest["next"] is None
        assert len(history(ann, rulebook="MD-CTF")["hands"]) == 3
        assert len(history(ann, table=tables[0])["hands"]) == 3
        won, lost = (history(ann, outcome=each)["hands"] for each in ("won", "lost"))
        assert all(_net(each) > 0 for each in won)
        assert all(_net(each) < 0 for each in lost)
        assert history(service.someone("eve", "player"))["hands"] == []
        taken = ann.client.get("/api/history/export").json()
        assert [each["number"] for each in taken["hands"]] == [3, 2, 1, 3, 2, 1]


def _net(hand: Any) -> Decimal:
    own = {box["seat"] for box in hand["seats"] if box["yours"]}
    lines = [line for line in hand["settled"] if line["seat"] in own]
    return sum((Decimal(line["returned"]) - Decimal(line["staked"]) for line in lines), Decimal())


def test_statistics_add_up_to_what_the_hands_brought(database: Path) -> None:
    with Service(database) as service:
        table, ann, bob = sit_together(service)
        for number in range(4):
            play(table, ann, bob, folds=number % 2 == 0)
        told: list[Any] = []

        def computed() -> bool:
            told.append(bob.client.get("/api/history/statistics").json())
            return not told[-1]["computing"]

        wait_for(computed)
        shown = told[-1]
        assert shown["hands"] == 4
        assert Decimal(shown["net"]) == sum((_net(each) for each in history(bob)["hands"]), Decimal())
        assert Decimal(shown["net"]) == sum((Decimal(each["net"]) for each in shown["wagers"]), Decimal())
        assert {each["action"]: each["hands"] for each in shown["decisions"]} == {"fold": 2, "raise": 2}


def test_hands_of_every_table_are_found_and_none_is_read_that_was_played_without_one(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[tuple[str, int]] = []

    def counted(log: Log, stream: str, closing: Stored) -> Hand:
        hand = read_hand(log, stream, closing)
        read.append((hand.table, hand.number))
        return hand

    with Service(database) as service:
        table, ann, bob = sit_together(service)
        play(table, ann, bob, folds=False)
        ann.must(table, "leave")
        service.clock.ahead += 1
        for _ in range(3):
            play_alone(table, bob, 2)
        ann.must(table, "sit", seat=3, buy_in="1000")
        service.clock.ahead += 1
        play_alone(table, ann, 3, bob)
        for _ in range(MORE_TABLES):
            service.clock.ahead += 1
            other = ann.open_table(GAME, decision_seconds=0, betting_seconds=0)
            ann.must(other, "sit", seat=1, buy_in="100")
            play_alone(other, ann, 1)
            ann.must(other, "leave")
        monkeypatch.setattr(own_history, "read_hand", counted)
        found = history(ann, limit=50)["hands"]
        assert len({each["table"] for each in found}) == 1 + MORE_TABLES
        assert [each["number"] for each in found if each["table"] == table] == [5, 1]
        assert len(read) == len(found), "those of others are not read"


def test_a_list_goes_on_after_as_many_hands_as_one_answer_looks_at(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_history, "MOST_COUNTED", 2)
    with Service(database) as service:
        found = []
        for game in ("md-chase-the-flush", GAME):
            table, ann, bob = sit_together(service, game)
            for _ in range(2):
                service.clock.ahead += 1
                play(table, ann, bob, folds=False)
        page = history(ann, rulebook="MD-CTF")
        assert page["hands"] == []
        while page["next"] is not None:
            page = history(ann, rulebook="MD-CTF", before=page["next"])
            found += page["hands"]
        assert [each["rulebook"] for each in found] == ["MD-CTF"] * 2
        file = ann.client.get("/api/history/export").json()
        assert len(file["hands"]) == 2
        rest = ann.client.get("/api/history/export", params={"before": file["next"]}).json()
        assert [each["rulebook"] for each in (*file["hands"], *rest["hands"])] == ["MD-HCF"] * 2 + ["MD-CTF"] * 2


def test_hands_that_ended_at_one_moment_at_several_tables_are_all_listed(database: Path) -> None:
    with Service(database) as service:
        tables = []
        for _ in range(3):
            table, ann, bob = sit_together(service)
            play(table, ann, bob, folds=False)
            tables.append(table)
        found, page = [], history(ann, limit=2)
        while True:
            found += [each["table"] for each in page["hands"]]
            if page["next"] is None:
                break
            page = history(ann, limit=2, before=page["next"])
        assert sorted(found) == sorted(tables)


def test_live_and_practice_are_told_apart(database: Path) -> None:
    with Service(database) as service:
        table, ann, bob = sit_together(service)
        play(table, ann, bob, folds=False)
        assert len(history(ann, kind="practice")["hands"]) == 1
        assert history(ann, kind="live")["hands"] == []
        told = {
            kind: ann.client.get("/api/history/statistics", params={"kind": kind}).json()
            for kind in ("live", "practice")
        }
        assert {kind: each["hands"] for kind, each in told.items()} == {"live": 0, "practice": 1}
        assert told["live"]["among"] == 1
        other = ann.client.get("/api/history/statistics", params={"rulebook": "MD-CTF"}).json()
        assert other["hands"] == 0


def _line(wager: str, stake: int, returned: int) -> WagerSettled:
    outcome = SettledAs.WIN if returned else SettledAs.LOSE
    return WagerSettled(
        ("MD-HCF 12.A",), 1, 1, wager, stake, outcome, None, 0, returned, None, None, PaidFrom.HOUSE, None, None
    )


def test_what_is_expected_and_the_luck_band_are_those_of_the_lab() -> None:
    from houserules.app.floor.theory import LabTheory  # noqa: PLC0415

    submission = bundled(GAME)
    figures = LabTheory().figures(submission)
    lines = (_line("ante", 10_000_000, 20_000_000), _line("flush_bonus", 5_000_000, 0))
    told = statistics([Played(submission, ("ante", "raise"), lines, ("raise",))], {submission.digest: figures}, 1)
    edge = base_results(submission).house_edge
    bonus = side_bet(submission, submission.wagers["flush_bonus"])
    expected = -10 * edge - 5 * bonus.house_edge
    assert abs(Fraction(told["expected"] or "0") - expected) < Fraction(1, 100)
    variances = 100 * base_results(submission).variance + 25 * bonus.variance
    assert abs(float(told["deviation"] or "0") ** 2 - float(variances)) < 1
    assert told["net"] == "5.00"
    without = statistics([Played(submission, ("ante", "raise"), lines, ())], {submission.digest: None}, 1)
    assert (without["expected"], without["computing"]) == (None, True)


def test_erase_erases_and_the_proofs_of_the_log_still_hold(database: Path) -> None:
    with Service(database) as service:
        table, ann, bob = sit_together(service)
        play(table, ann, bob, folds=False)
        cards = next(box["cards"] for box in ann.view(table)["last_round"]["seats"] if box["yours"])
        for action in ("fold", "raise 1x"):  # One of them is a slip.
            service.clock.ahead += 1
            asked(ann, "decisions", table=table, cards=cards, board=[], action=action)
        service.clock.ahead += 1
        assert len(ann.client.post("/api/lessons/progress", json={"submission": GAME}).json()["slips"]) == 1
        assert ann.client.delete("/api/history").status_code == 204
        assert history(ann)["hands"] == []
        assert ann.client.post("/api/lessons/progress", json={"submission": GAME}).json()["slips"] == []
        assert len(history(bob)["hands"]) == 1, "what another player remembers stays"
        assert all(stored.data is None for stored in service.log.read("lessons:ann"))
        service.clock.ahead += 1
        play(table, ann, bob, folds=False)
        assert [each["number"] for each in history(ann)["hands"]] == [2]
        assert service.http().get("/api/history").status_code == 401
    with open_log(str(database)) as log:
        assert audit(log).findings == ()
    with Service(database) as service:
        ann = service.someone("ann", "player")
        assert [each["number"] for each in history(ann)["hands"]] == [2]
        assert ann.client.post("/api/lessons/progress", json={"submission": GAME}).json()["slips"] == []
