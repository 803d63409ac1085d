"""The ids of the service's own commits: nothing that a client sends can be one of them."""

from __future__ import annotations

import re
import uuid
from pathlib import Path
from typing import get_args

import pytest

from houserules.app.refusals import Refusal
from houserules.app.table.fields import CommandId
from houserules.app.table.requests import own_id
from tests.api.service import Service, Someone
from tests.support.waiting import wait_for

PATTERN = get_args(CommandId)[1].pattern


def take(who: Someone, ids: list[str]) -> None:
    """Use these ids up for something that anybody may do."""
    own = who.open_table()
    who.must(own, "sit", seat=1, buy_in="100")
    for each in ids:
        who.must(own, "buy_in", amount="1", command_id=each)


@pytest.mark.parametrize("by_hand", [False, True], ids=["betting", "decisions"])
def test_ids_taken_by_a_stranger_stop_no_clock(service: Service, by_hand: bool) -> None:
    ann, eve = service.guest(), service.guest()
    table = ann.open_table(betting_seconds=5, decision_seconds=5)
    ann.must(table, "sit", seat=1, buy_in="500")
    version = ann.version(table)
    take(eve, [f"{word}:{table}:{version + n}" for n in range(12) for word in ("auto", "clear")])
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=by_hand)
    for _ in range(2 - by_hand):
        before = ann.version(table)
        service.clock.ahead += 6_000
        wait_for(lambda before=before: ann.view(table)["version"] > before)
    assert ann.view(table)["last_round"]["seats"][0]["action"] == "fold"
    assert service.http().get("/health").json()["troubles"] == {}


def test_a_correction_is_declined_though_its_id_seems_taken(service: Service) -> None:
    meter = "md-high-card-flush"
    pit, eve = service.someone("pit-ids", "pit_manager"), service.guest()
    path = f"/api/meters/{meter}/corrections"
    proposed = {"command_id": uuid.uuid4().hex, "main": "30200", "reason": "a test"}
    name = pit.client.post(path, json=proposed).json()["correction"]
    take(eve, [f"decline:{meter}:{name}"])
    assert pit.client.delete(f"{path}/{name}").status_code == 204
    assert pit.client.delete(f"{path}/{name}").status_code == 204, "a retry is answered as before"
    waiting = pit.client.get(path).json()
    assert name not in [each["correction"] for each in waiting]


def test_no_commit_of_ours_has_an_id_that_a_client_could_send(database: Path) -> None:
    with Service(database) as service:
        ann = service.guest()
        table = ann.open_table(betting_seconds=5, decision_seconds=5)
        ann.must(table, "sit", seat=1, buy_in="500")
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, command_id="sent-by-ann")
        before = ann.version(table)
        service.clock.ahead += 6_000
        wait_for(lambda: ann.version(table) > before)
        used = {each.command_id for each in service.log.read_all()}
        ours = {each for each in used if not re.fullmatch("[0-9a-f]{32}", each)}
        assert {each for each in ours if re.search(PATTERN, each)} == {"sent-by-ann"}
        assert {each.partition(" ")[0] for each in ours} >= {"auto", "open", "people"}


@pytest.mark.parametrize(
    "sent",
    [
        "ui-4f2a9c10",
        "auto:t1:5",
        "people:0123456789",
        "f6ee7312382945c683da07f1f6065ede",
        "b3957293-96b3-46ae-9cb6-909abd71095b",
    ],
)
def test_ids_that_clients_have_sent_stay_good(service: Service, sent: str) -> None:
    ann = service.guest()
    table = ann.open_table()
    sent = f"{sent}-{uuid.uuid4().hex[:6]}"
    version = ann.version(table)
    first = ann.must(table, "sit", seat=1, buy_in="100", command_id=sent, version=version)
    assert ann.must(table, "sit", seat=1, buy_in="100", command_id=sent, version=version) == first
    assert not re.search(PATTERN, own_id("auto", "t1", 5))


def test_a_clock_that_has_stopped_is_seen_on_the_floor(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_: int) -> bool:
        raise Refusal("some_code", "it cannot go on")

    floor, ann = service.someone("floor-ids", "floorperson"), service.guest()
    table = ann.open_table(betting_seconds=5, decision_seconds=5)
    ann.must(table, "sit", seat=1, buy_in="500")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"})

    def alarms() -> list[dict[str, object]]:
        shown = floor.client.get("/api/floor").json()
        return next(list(each["alarms"]) for each in shown if each["table"] == table)

    assert "clock_overdue" not in [each["alarm"] for each in alarms()]
    monkeypatch.setattr(service.house.tables[f"table:{table}"], "tick", refuse)
    service.clock.ahead += 20_000
    assert alarms()[0]["alarm"] == "clock_overdue"
    assert alarms()[0]["seconds"] in range(10, 20)
    monkeypatch.undo()
    wait_for(lambda: "clock_overdue" not in [each["alarm"] for each in alarms()])
