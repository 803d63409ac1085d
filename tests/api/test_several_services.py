"""Several services on one PostgreSQL serve the same tables: serial commands, and views wherever one is connected."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.api.service import Service, Someone, decoded
from tests.api.test_commands import wait_for
from tests.support.postgres import Server, running_server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


@pytest.fixture
def pair(server: Server, tmp_path: Path) -> Iterator[tuple[Service, Service]]:
    url = server.new_database()
    with Service(tmp_path / "x.db", url=url) as one, Service(tmp_path / "x.db", url=url) as two:
        yield one, two


def elsewhere(who: Someone, service: Service) -> Someone:
    """The same person with the same session, connected to the other service."""
    return Someone(service, who.token, who.account)


def test_two_services_one_table(pair: tuple[Service, Service]) -> None:
    one, two = pair
    ann = one.guest()
    ann_there = elsewhere(ann, two)
    table = "md-high-card-flush"
    address = f"ws://127.0.0.1:{two.port}/api/tables/{table}/feed"
    with connect(address, additional_headers={"Authorization": f"Bearer {ann.token}"}) as feed:
        feed.recv(timeout=10)
        ann.must(table, "sit", seat=1, buy_in="100")
        seen = decoded(str(feed.recv(timeout=10)).encode())
        assert seen["view"]["seats"][0]["player"]["you"]
    wait_for(lambda: ann_there.view(table)["version"] == ann.view(table)["version"])
    ann_there.must(table, "place_wagers", seat=1, wagers={"ante": "10", "progressive": "1"}, ready=True)
    wait_for(lambda: ann.view(table)["phase"] == "decisions")
    ann.must(table, "act", seat=1, action="fold")
    wait_for(lambda: ann_there.view(table) == ann.view(table))
    assert sum(balance for _, balance in one.store.balances()) == 0


def test_a_race_of_two_services_is_serial(pair: tuple[Service, Service]) -> None:
    one, two = pair
    ann = one.guest()
    table = "md-high-card-flush"
    ann.must(table, "sit", seat=1, buy_in="100")
    there = elsewhere(ann, two)
    for number in range(10):
        wait_for(lambda: there.version(table) == ann.version(table))
        version = ann.version(table)
        answers: list[int] = []

        def buy(who: Someone, same: str, version: int = version, answers: list[int] = answers) -> None:
            answers.append(who.send(table, "buy_in", amount="1", command_id=same, version=version).status_code)

        threads = [
            threading.Thread(target=buy, args=(who, f"race-{number}-{place}"))
            for place, who in enumerate((ann, there))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200, 409]
    wait_for(lambda: there.view(table) == ann.view(table))
    assert ann.view(table)["you"]["chips"] == "110.00"
