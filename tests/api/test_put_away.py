"""Tables that are closed and left are let go from memory; asking for one brings back everything that was there."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from houserules.app import audit
from houserules.app.house import house
from houserules.app.house.absence import ABSENT_AFTER, Presence
from houserules.app.people.events import SignInFailed
from houserules.log import LogUnavailable
from tests.api.service import Clock, Service, Someone
from tests.support.waiting import wait_for

GAME = "md-high-card-flush"


def closed_after_a_round(service: Service, **fields: Any) -> tuple[str, Someone]:
    ann = service.someone("ann", "player")
    table = service.someone("pia", "pit_manager").open_table(GAME, **fields)
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.play_round(table, 1, {"ante": "10", "progressive": "1"}, raises=False)
    ann.must(table, "leave")
    service.someone("flo", "floorperson").must(table, "close_table")
    return table, ann


def is_held(service: Service, table: str) -> bool:
    return f"table:{table}" in service.house.tables


def test_a_closed_table_is_let_go_and_found_again(database: Path) -> None:
    with Service(database) as service:
        table, ann = closed_after_a_round(service)
        regina = service.someone("regina", "regulator")
        wait_for(lambda: not is_held(service, table))
        wait_for(lambda: f"meter:{table}" not in service.house.meters)
        _everything_is_there(service, table, ann, regina)
        wait_for(lambda: not is_held(service, table))
        wait_for(lambda: f"meter:{table}" not in service.house.meters)
        assert table not in {each["table"] for each in ann.client.get("/api/tables").json()}
        assert table not in {each["meter"] for each in ann.client.get("/api/meters").json()}
    with Service(database) as service:
        assert not is_held(service, table), "a restart does not read it either"
        _everything_is_there(service, table, service.someone("ann", "player"), service.someone("regina", "regulator"))


def _everything_is_there(service: Service, table: str, ann: Someone, regina: Someone) -> None:
    shown = ann.view(table)
    assert shown["closed"]
    assert shown["last_round"]["number"] == 1
    assert [hand["number"] for hand in ann.client.get(f"/api/tables/{table}/hands").json()] == [1]
    assert ann.client.get(f"/api/meters/{table}").json()["tables"] == []
    ann.refused(table, "sit", 422, "table_closed", seat=1)
    floor = service.someone("flo", "floorperson").client
    day = datetime.fromtimestamp(service.clock() / 1000, UTC).date().isoformat()
    periods = floor.get(f"/api/floor/{table}").json()["periods"]
    rounds = {each["period"]: each["rounds"] for each in periods}
    assert rounds[day] == rounds[day[:7]] == rounds[day[:4]] == 1
    assert floor.get(f"/api/floor/{table}/course").status_code == 200
    assert floor.get(f"/api/floor/{table}/incidents").status_code == 200
    events = regina.client.get("/api/events", params={"limit": 500}).json()
    dealt = [each for each in events if each["stream"] == f"table:{table}" and each["event"] == "round.cards_dealt/1"]
    assert dealt
    assert not any(each["withheld"] for each in dealt)
    assert regina.client.get(f"/api/hands/{table}/1/stub").status_code == 200
    assert regina.client.get(f"/api/hands/{table}/1/export").status_code == 200
    assert regina.client.get("/api/hands", params={"table": table}).json()["hands"]
    assert ann.client.get("/api/tables/nowhere").status_code == 404


def test_a_closed_table_where_somebody_has_chips_is_kept(database: Path) -> None:
    with Service(database) as service:
        bob = service.someone("bob", "player")
        table = bob.open_table(GAME)
        bob.must(table, "sit", seat=1, buy_in="100")
        service.someone("flo", "floorperson").must(table, "close_table")
        service.look()
        assert is_held(service, table)
    with Service(database) as service:
        bob = service.someone("bob", "player")
        assert is_held(service, table)
        assert bob.view(table)["you"]["chips"] == "100.00"
        bob.must(table, "leave")
        wait_for(lambda: not is_held(service, table))
        assert bob.view(table)["closed"]


def test_the_meter_of_a_live_table_is_there_when_the_table_is_closed(database: Path) -> None:
    with Service(database) as service:
        table = service.someone("pia", "pit_manager").open_table(GAME, kind="live")
        service.someone("flo", "floorperson").must(table, "close_table")
        wait_for(lambda: not is_held(service, table))
        _meter_is_there(service, table)
    with Service(database) as service:
        _meter_is_there(service, table)


def _meter_is_there(service: Service, table: str) -> None:
    pit = service.someone("pia", "pit_manager")
    assert table in {each["meter"] for each in pit.client.get("/api/meters").json()}
    body = {"command_id": f"propose-{table}", "main": "35000", "secondary": "5", "reason": "sign was misread"}
    answer = pit.client.post(f"/api/meters/{table}/corrections", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no_secondary_meter")


def test_who_follows_a_closed_table_keeps_it(service: Service) -> None:
    table, _ = closed_after_a_round(service)
    with service.house.subscribers.watch(f"table:{table}"):
        service.someone("flo", "floorperson").view(table)
        service.look()
        assert is_held(service, table)
    wait_for(lambda: not is_held(service, table))


def test_people_who_have_gone_are_forgotten_and_known_again(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    for each in (ann, bob):
        assert each.client.get("/api/session").status_code == 200
    service.clock.ahead += ABSENT_AFTER
    assert bob.client.get("/api/session").status_code == 200
    wait_for(lambda: ann.account not in service.house.people._known)
    assert bob.account in service.house.people._known
    assert ann.client.get("/api/session").status_code == 200


def test_forgetting_the_absent_changes_nobody_s_presence() -> None:
    clock = Clock()
    presence = Presence(clock)
    presence.heard("ann")
    clock.ahead += ABSENT_AFTER // 2
    presence.heard("bob")
    presence.heard("ann")
    presence.heard("bob")
    assert presence.forget_the_absent() == []
    clock.ahead += ABSENT_AFTER // 2
    assert presence.forget_the_absent() == []
    presence.heard("bob")
    clock.ahead += ABSENT_AFTER // 2 + 1000
    assert not presence.is_here("ann")
    assert presence.forget_the_absent() == ["ann"]
    assert not presence.is_here("ann")
    assert presence.is_here("bob")


def test_whoever_was_forgotten_meanwhile_is_written_on_from_what_is_kept(service: Service) -> None:
    people = service.house.people
    ann = service.someone("ann-comes-back", "player")
    version = service.log.version("account:ann-comes-back")
    people.forget("ann-comes-back")
    account = service.run(people.note("ann-comes-back", version, SignInFailed()))
    assert account.version == version + 1
    assert account.hash
    assert ann.client.get("/api/session").status_code == 200


@pytest.mark.parametrize("fails", [True, False])
def test_a_table_that_fails_or_waits_does_not_hold_up_the_clock_of_another(
    service: Service, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    ann = service.guest()
    stuck, other = (ann.open_table(GAME, betting_seconds=5, decision_seconds=5) for _ in range(2))
    for table in (stuck, other):
        ann.must(table, "sit", seat=1, buy_in="100")
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    service.look()
    gate = service.run(_gate())

    async def tick(_now: int) -> bool:
        if fails:
            raise RuntimeError("a fault of ours")
        return await gate.wait()

    monkeypatch.setattr(service.house.tables[f"table:{stuck}"], "tick", tick)
    before = ann.version(stuck)
    service.clock.ahead += 6000
    wait_for(lambda: ann.view(other)["last_round"] is not None)
    assert ann.version(stuck) == before
    monkeypatch.undo()
    service.loop.call_soon_threadsafe(gate.set)
    service.clock.ahead += 6000
    wait_for(lambda: ann.view(stuck)["last_round"] is not None)


async def _gate() -> asyncio.Event:
    return asyncio.Event()


def test_hands_are_recalled_the_same_when_their_snapshots_are_gone(database: Path) -> None:
    with Service(database) as service:
        ann = service.someone("ann", "player")
        regina = service.someone("regina", "regulator")
        ann.must(GAME, "sit", seat=1, buy_in="500")
        for _ in range(5):
            ann.play_round(GAME, 1, {"ante": "10", "progressive": "1"})
        paths = [f"/api/tables/{GAME}/hands", f"/api/tables/{GAME}/hands/2", f"/api/tables/{GAME}/hands/2/openings"]
        before = [ann.client.get(path).content for path in paths]
        exported = regina.client.get(f"/api/hands/{GAME}/3/export").content
        service.log.tidy(messages=2, snapshots=1)
        assert len(service.log.messages()) == 2
        assert len([1 for kept, _ in service.log.snapshots() if kept.stream == f"table:{GAME}"]) == 2
        assert [ann.client.get(path).content for path in paths] == before
        assert regina.client.get(f"/api/hands/{GAME}/3/export").content == exported
        ann.play_round(GAME, 1, {"ante": "10"})
        with service.log.frozen() as frozen:
            assert audit(frozen).sound
    with Service(database) as service:
        assert service.someone("ann", "player").view(GAME)["last_round"]["number"] == 6


def test_the_service_tidies_by_itself(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "_TIDY_EVERY", 0.05)
    tidied: list[int] = []
    with Service(database) as service:

        def tidy() -> None:
            tidied.append(len(tidied))
            if len(tidied) == 1:
                raise LogUnavailable("not now")
            if len(tidied) == 2:
                raise RuntimeError("a fault of ours")

        monkeypatch.setattr(service.log, "tidy", tidy)
        wait_for(lambda: len(tidied) > 3)
