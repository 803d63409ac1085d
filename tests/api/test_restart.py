"""Interrupted play resumes where it was: the service is stopped and started again in every phase of a round."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from houserules.app.table.verbs import STEPS
from houserules.web import run
from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked, log_errors_only
from tests.support.loops import call_apart

STRAIGHT_FLUSH = "2s 3s 4s 5s 6s 7s 8s"


def without(*steps: str) -> list[str]:
    return [step for step in STEPS if step not in steps]


BY_HAND: dict[str, tuple[str, tuple[str, ...], list[tuple[str, str, dict[str, Any]]]]] = {
    "waiting": ("md-high-card-flush", (), []),
    "betting": ("md-high-card-flush", ("close_betting",), [("dealer", "no_more_bets", {})]),
    "dealing": ("md-high-card-flush", ("collect_progressive", "deal"), [
        ("dealer", "collect_progressive", {"chips": 1, "sensors": 1}), ("dealer", "deal", {}),
    ]),
    "decisions": ("md-high-card-flush", (), []),
    "board": ("md-chase-the-flush", ("deal_community",), [("dealer", "deal_community", {})]),
    "reveal": ("md-high-card-flush", ("reveal",), [("dealer", "reveal", {})]),
    "settling": ("md-high-card-flush", ("settle",), [("dealer", "settle", {})]),
    "validation": ("md-high-card-flush", ("validate_payout",), [("floor", "validate_payout", {"seat": 2})]),
}  # fmt: skip
"""Phase: the game, which steps are left to people so that the table stops there, and how people go on."""


@pytest.mark.parametrize("phase", BY_HAND)
def test_restart(database: Path, phase: str) -> None:
    game, by_hand, steps = BY_HAND[phase]
    shuffler = Stacked(deck_with(game, {2: STRAIGHT_FLUSH})) if phase == "validation" else None
    with Service(database, shuffler=shuffler) as service:
        ann = service.someone("ann", "player")
        table = ann.open_table(game, automatic=without(*by_hand), betting_seconds=0, decision_seconds=0)
        ann.must(table, "sit", seat=2, buy_in="500")
        if phase != "waiting":
            play_until(ann, table, phase)
        before = ann.view(table)
    began = time.process_time()
    with Service(database) as service:
        ann = service.someone("ann", "player")
        after = ann.view(table)
        assert time.process_time() - began < 10
        assert after == before
        people = {"dealer": service.someone("dan", "dealer"), "floor": service.someone("flo", "floorperson")}
        finish(ann, people, table, steps, phase)
        last = ann.view(table)["last_round"]
        assert last["number"] == 1
        assert last["settled"]
        assert service.log.balance(f"table:{table}/felt") == 0
        assert sum(balance for _, balance in service.log.balances()) == 0


def play_until(ann: Someone, table: str, phase: str) -> None:
    wagers = ann.all_wagers(table)
    ann.must(table, "place_wagers", seat=2, wagers=wagers, ready=True)
    if phase in ("board", "reveal", "settling", "validation"):
        act(ann, table)


def act(ann: Someone, table: str) -> None:
    acts = [option for option in ann.view(table)["you"]["options"] if option["type"] == "act"]
    if acts:
        ann.must(table, "act", seat=2, action=acts[0]["action"], amount=acts[0].get("smallest", "0"))


def finish(
    ann: Someone, people: dict[str, Someone], table: str, steps: list[tuple[str, str, dict[str, Any]]], phase: str
) -> None:
    if phase == "waiting":
        ann.must(table, "place_wagers", seat=2, wagers=ann.all_wagers(table), ready=True)
    for _ in range(6):
        if ann.view(table)["last_round"] is not None:
            return
        for who, kind, fields in steps:
            people[who].send(table, kind, **fields)
        act(ann, table)


def test_many_hands_do_not_make_a_restart_slow(database: Path) -> None:
    with Service(database) as service:
        ann = service.someone("ann", "player")
        ann.must("md-high-card-flush", "sit", seat=1, buy_in="100000")
        for _ in range(60):
            ann.play_round("md-high-card-flush", 1, {"ante": "10"}, raises=False)
        before = ann.view("md-high-card-flush")
        folded_from = service.log.snapshot("table:md-high-card-flush")
        assert folded_from is not None
        assert service.log.version("table:md-high-card-flush") - folded_from.version < 50
    with Service(database) as service:
        assert service.someone("ann", "player").view("md-high-card-flush") == before


def test_a_table_is_the_same_whether_folded_from_a_snapshot_or_from_the_start(database: Path) -> None:
    from houserules.app.table.loading import read_on  # noqa: PLC0415
    from houserules.app.table.state import TableState  # noqa: PLC0415

    with Service(database) as service:
        ann = service.someone("ann", "player")
        for game in ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"):
            ann.must(game, "sit", seat=1, buy_in="1000")
            ann.play_round(game, 1, ann.all_wagers(game))
            state = service.house.tables[f"table:{game}"].state
            assert read_on(service.log, TableState(f"table:{game}")) == state


def test_whoever_was_waited_for_has_the_whole_time_again(database: Path) -> None:
    with Service(database) as service:
        ann = service.someone("ann", "player")
        table = ann.open_table(decision_seconds=30)
        ann.must(table, "sit", seat=2, buy_in="500")
        ann.must(table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
    with Service(database, ahead=3_600_000) as service:
        ann = service.someone("ann", "player")
        service.look()
        shown = ann.view(table)
        assert shown["phase"] == "decisions"
        assert shown["deadline"] - service.clock() > 25_000


def edit(database: Path, *tables: str) -> None:
    """As somebody would who can write to the file: what was kept of how these tables were opened is gone."""
    with closing(sqlite3.connect(database)) as file:
        file.execute("DROP TRIGGER events_no_update")
        for table in tables:
            file.execute(
                "UPDATE events SET data = CAST('{}' AS BLOB) "
                "WHERE name = 'table.opened/1' AND stream = (SELECT id FROM streams WHERE name = ?)",
                (f"table:{table}",),
            )
        file.execute("DELETE FROM snapshots")
        file.commit()


def test_one_table_that_cannot_be_read_does_not_stop_the_others(database: Path) -> None:
    with Service(database):
        pass
    edit(database, "md-high-card-flush")
    with Service(database) as service:
        ann = service.guest()
        health = ann.client.get("/health").json()
        assert health["status"] == "troubled"
        assert "houserules audit" in health["troubles"]["table:md-high-card-flush"]
        answer = ann.client.get("/api/tables/md-high-card-flush")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "table_unreadable")
        assert {each["table"] for each in ann.client.get("/api/tables").json()} == {
            "md-chase-the-flush",
            "ma-high-card-flush",
        }
        ann.must("ma-high-card-flush", "sit", seat=1, buy_in="100")
        ann.play_round("ma-high-card-flush", 1, {"ante": "10"})


def test_a_house_of_which_no_table_can_be_read_does_not_open(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Service(database):
        pass
    edit(database, "md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")
    assert call_apart(run, str(database), "127.0.0.1", 0) == 2
    log_errors_only()
    assert "table:ma-high-card-flush cannot be read back" in capsys.readouterr().err
