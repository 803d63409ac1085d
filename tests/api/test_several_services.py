"""Several services on one PostgreSQL serve the same tables: serial commands, and views wherever one is connected."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from houserules.app.feed import Feed
from houserules.app.roles import Job
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


def test_who_saw_a_newer_version_elsewhere_is_not_stale_here(pair: tuple[Service, Service]) -> None:
    one, two = pair
    ann = one.guest()
    there = elsewhere(ann, two)
    table = "md-chase-the-flush"
    for _ in range(5):
        seated = ann.must(table, "sit", seat=1, buy_in="100")
        there.must(table, "leave", version=seated["version"])
        wait_for(lambda: ann.version(table) == there.version(table))


def test_the_lobby_of_each_service_shows_who_sits_at_the_other(pair: tuple[Service, Service]) -> None:
    one, two = pair
    ann = one.guest()
    ann.must("md-high-card-flush", "sit", seat=1, buy_in="100")

    def open_seats() -> int:
        shown: int = next(
            table["open_seats"]
            for table in two.http().get("/api/tables").json()
            if table["table"] == "md-high-card-flush"
        )
        return shown

    wait_for(lambda: open_seats() == 5)


def test_signing_out_and_losing_a_role_reach_the_other_service(pair: tuple[Service, Service]) -> None:
    one, two = pair
    ann, ada = one.someone("ann", "player"), one.someone("ada", "administrator")
    ann_there, ada_there = elsewhere(ann, two), elsewhere(ada, two)
    assert ann_there.client.get("/api/session").status_code == 200
    assert ada_there.client.get("/api/people").status_code == 200
    one.run(one.house.people.sign_out(ann.token))
    one.run(one.house.people.change_jobs("ada", frozenset({Job.PLAYER}), "test"))
    wait_for(lambda: ann_there.client.get("/api/session").status_code == 401)
    wait_for(lambda: ada_there.client.get("/api/people").status_code == 403)


def test_whoever_signs_in_at_one_service_is_known_at_the_other_at_once(pair: tuple[Service, Service]) -> None:
    one, two = pair
    for _ in range(5):
        ann = one.someone("ann", "player")
        assert elsewhere(ann, two).client.get("/api/session").status_code == 200


def test_cards_that_another_service_has_just_dealt_are_withheld(pair: tuple[Service, Service]) -> None:
    """Events are in the store before the other service has read on; what it does not know yet it does not show."""
    one, two = pair
    ann = one.guest()
    table = "md-high-card-flush"
    behind = {desk.state.stream: desk.state for desk in two.house.desks()}
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    shown = Feed(two.store, behind, True, frozenset()).read(0, 1000)
    secret = [event for event in shown if event["event"] in ("shuffle.deck_sealed/1", "round.cards_dealt/1")]
    assert {event["event"] for event in secret} == {"shuffle.deck_sealed/1", "round.cards_dealt/1"}
    assert all(event["withheld"] and event["data"] is None for event in secret)


def test_one_command_sent_to_both_services_is_carried_out_once(pair: tuple[Service, Service]) -> None:
    """A client that got no answer may ask the other service; both may have the command at once."""
    one, two = pair
    ann = one.guest()
    there = elsewhere(ann, two)
    table = "ma-high-card-flush"
    ann.must(table, "sit", seat=1, buy_in="100")
    for number in range(10):
        wait_for(lambda: there.view(table)["version"] == ann.version(table))
        version = ann.version(table)
        answers: list[bytes] = []

        def buy(who: Someone, name: str, version: int = version, answers: list[bytes] = answers) -> None:
            answer = who.send(table, "buy_in", amount="1", command_id=name, version=version)
            assert answer.status_code == 200, answer.text
            answers.append(answer.content)

        threads = [threading.Thread(target=buy, args=(who, f"both-{number:04}")) for who in (ann, there)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(answers) == 2
        assert answers[0] == answers[1]
    wait_for(lambda: there.view(table) == ann.view(table))
    assert ann.view(table)["you"]["chips"] == "110.00"


def test_a_table_that_one_service_closes_is_let_go_by_both(pair: tuple[Service, Service]) -> None:
    one, two = pair
    ann, floor = one.someone("ann", "player"), one.someone("flo", "floorperson")
    there = elsewhere(ann, two)
    table = ann.open_table()
    wait_for(lambda: f"table:{table}" in two.house.tables)
    floor.must(table, "close_table")
    wait_for(lambda: f"table:{table}" not in one.house.tables)
    wait_for(lambda: f"table:{table}" not in two.house.tables)
    assert there.view(table) == ann.view(table)
    there.refused(table, "sit", 422, "table_closed", seat=1)
