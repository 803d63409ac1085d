"""Services hear of each other's commits; a read that fails then is made up for, and keeps nothing else back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from houserules import law
from houserules.app.house import house as houses
from houserules.app.house.house import House
from houserules.app.meters.meters import MeterState
from houserules.app.people.roles import Job
from houserules.app.table.live_table import load_table
from houserules.app.table.requests import new_request
from houserules.law import read_toml
from houserules.log import LogUnavailable, Notice
from tests.api.service import Service, Someone
from tests.support.waiting import wait_for

TABLE = "md-high-card-flush"
METER = "meter:md-high-card-flush"


class Pair:
    """A service, and a second house on its log, of whose commits it hears only what a test tells it."""

    def __init__(self, service: Service) -> None:
        self.here = service
        self.there = House(service.log, service.clock)
        self.there.people.hasher = service.house.people.hasher
        service.run(self._start())

    async def _start(self) -> None:
        for stream, _ in self.there.log.streams("table:"):
            await self.there._load(stream)
        assert self.here.house._unsubscribe is not None
        self.here.house._unsubscribe()

    def tell(self, *streams: str) -> None:
        log = self.here.log
        versions = tuple((stream, log.version(stream)) for stream in streams)
        self.here.run(self._tell(Notice(log.position(), versions)))

    async def _tell(self, notice: Notice) -> None:
        self.here.house._catch_up(notice)


@pytest.fixture
def pair(database: Path) -> Iterator[Pair]:
    with Service(database) as service:
        yield Pair(service)


def failing(times: int, real: Callable[..., Any]) -> Callable[..., Any]:
    left = [times]

    def read(*parameters: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise LogUnavailable("a read that failed")
        return real(*parameters)

    return read


def test_a_meter_that_cannot_be_read_leaves_no_ended_session_valid(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, there = pair.here, pair.there
    ann = service.someone("ann", "administrator")
    assert ann.client.get("/api/people").status_code == 200
    assert service.http().get("/api/meters").status_code == 200
    service.run(there.people.change_jobs("ann", frozenset({Job.PLAYER}), ("owner", "")))
    bob = service.someone("bob", "player")
    service.run(there.people.sign_out(bob.token))
    meter = service.house.shared_meter(METER)
    monkeypatch.setattr(meter, "refresh", failing(10**9, meter.refresh))
    monkeypatch.setattr(meter, "state", MeterState(METER))
    pair.tell(METER, "account:ann", "account:bob")
    assert ann.client.get("/api/people").status_code == 403
    assert bob.client.get("/api/session").status_code == 401


def test_what_could_not_be_read_is_read_a_moment_later(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    service, there = pair.here, pair.there
    ann = service.guest()
    recognized = service.house.people.recognize(ann.token)
    assert recognized is not None
    before = service.http().get(f"/api/meters/{TABLE}").json()["main"]
    opened = service.run(there.openings.open(_filed(), "practice", "New", "test", table_id="new"))
    table = Someone(service, ann.token, ann.account)
    _play(service, there, recognized.person)
    meter = service.house.shared_meter(METER)
    monkeypatch.setattr(meter, "refresh", failing(2, meter.refresh))
    monkeypatch.setattr(houses, "load_table", failing(2, load_table))
    pair.tell(METER, opened.state.stream, f"table:{TABLE}")
    wait_for(lambda: service.http().get(f"/api/meters/{TABLE}").json()["main"] != before)
    wait_for(lambda: table.client.get("/api/tables/new").status_code == 200)
    assert any(each["table"] == "new" for each in service.http().get("/api/tables").json())
    assert table.view(TABLE)["seats"][0]["player"]["you"]
    wait_for(lambda: not service.house._behind)


def _filed() -> Any:

    return read_toml(law.submissions()[TABLE].folder.text("submission"), TABLE)


def _play(service: Service, house: House, person: Any) -> None:
    """A progressive wager at the other house, which moves the meter."""

    desk = house.table(TABLE)
    sit = new_request("sit", command_id="there-sits", expected_version=desk.state.version, seat=1, buy_in="100")
    service.run(desk.handle(person, sit))
    wagers = {"ante": "10", "progressive": "1"}
    seen = {"command_id": "there-bets", "expected_version": desk.state.version}
    service.run(desk.handle(person, new_request("place_wagers", **seen, seat=1, wagers=wagers, ready=True)))
