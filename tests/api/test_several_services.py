"""Several services on one PostgreSQL serve the same tables: serial commands, and views wherever one is connected."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from houserules.app import audit
from houserules.app.house.absence import ABSENT_AFTER, ABSENT_ANYWHERE
from houserules.app.house.clock import wall_clock
from houserules.app.house.house import House
from houserules.app.people.roles import Job, Person
from houserules.app.records.event_reader import EventReader
from houserules.app.table.live_table import load_table
from houserules.log import Log, open_log
from houserules.play import Phase
from tests.api.service import Service, Someone, decoded
from tests.api.test_absence import let_time_pass, seats
from tests.support.feeds import connect
from tests.support.loops import run_apart
from tests.support.postgres import Server
from tests.support.waiting import HANG, wait_for


@pytest.fixture
def pair(server: Server, tmp_path: Path) -> Iterator[tuple[Service, Service]]:
    url = server.new_database()
    with Service(tmp_path / "x.db", url=url) as one, Service(tmp_path / "x.db", url=url) as two:
        yield one, two
        with one.log.frozen() as frozen:
            assert audit(frozen).findings == (), "nobody is accused of what services do at the same time"


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
        feed.recv(timeout=HANG)
        ann.must(table, "sit", seat=1, buy_in="100")
        seen = decoded(str(feed.recv(timeout=HANG)).encode())
        assert seen["changes"]["seats"][0]["player"]["you"]
    wait_for(lambda: ann_there.view(table)["version"] == ann.view(table)["version"])
    ann_there.must(table, "place_wagers", seat=1, wagers={"ante": "10", "progressive": "1"}, ready=True)
    wait_for(lambda: ann.view(table)["phase"] == "decisions")
    ann.must(table, "act", seat=1, action="fold")
    wait_for(lambda: ann_there.view(table) == ann.view(table))
    assert sum(balance for _, balance in one.log.balances()) == 0


def lobby(who: Someone) -> dict[str, Any]:
    return {each["table"]: each for each in who.client.get("/api/tables").json()}


def deaf(service: Service) -> None:
    """The service hears nothing of what others keep, as if the database's notices took for ever."""
    assert service.house._unsubscribe is not None
    service.house._unsubscribe()


def test_nobody_sees_anything_older_at_another_service(pair: tuple[Service, Service]) -> None:
    """Whatever one service has shown, the other shows it too, or what came later, also before it is told of it."""
    one, two = pair
    ann = one.guest()
    there = elsewhere(ann, two)
    table, opened = "md-high-card-flush", ann.open_table()
    deaf(two)
    ann.must(table, "sit", seat=1, buy_in="100")
    for _ in range(5):
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10", "progressive": "1"}, ready=True)
        ann.must(table, "act", seat=1, action="fold")
        seen = ann.view(table)
        assert there.view(table) == seen
        meter = ann.client.get(f"/api/meters/{table}").json()
        assert there.client.get(f"/api/meters/{table}").json() == meter
        assert lobby(there) == lobby(ann)
        ann.must(table, "buy_in", amount="1")
        address = f"ws://127.0.0.1:{two.port}/api/tables/{table}/feed"
        with connect(address, additional_headers={"Authorization": f"Bearer {ann.token}"}) as feed:
            first = decoded(str(feed.recv(timeout=HANG)).encode())
            assert first["version"] == ann.view(table)["version"]
    assert there.view(opened) == ann.view(opened)
    assert ann.client.delete("/api/session").status_code == 204
    assert there.client.get(f"/api/tables/{table}").status_code == 401


def test_a_view_waits_for_a_command_that_is_just_being_kept(pair: tuple[Service, Service]) -> None:
    """Another service may have shown it already."""
    one, two = pair
    ann = one.guest()
    table = "md-high-card-flush"
    live = one.house.table(table)
    deaf(one)

    async def hold() -> None:
        await live.lock.acquire()

    async def let_go() -> None:
        live.lock.release()

    one.run(hold())
    elsewhere(ann, two).must(table, "sit", seat=1, buy_in="100")
    seen: list[int] = []
    looking = threading.Thread(target=lambda: seen.append(ann.view(table)["version"]))
    looking.start()
    wait_for(lambda: live.heard_of > live.state.version)
    one.run(let_go())
    looking.join(HANG)
    assert seen == [two.log.version(f"table:{table}")]


def test_a_race_of_two_services_is_serial(pair: tuple[Service, Service]) -> None:
    one, two = pair
    ann = one.guest()
    table = "md-high-card-flush"
    ann.must(table, "sit", seat=1, buy_in="100")
    there = elsewhere(ann, two)
    for number in range(10):
        wait_for(lambda: there.view(table)["version"] == ann.version(table))
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
        wait_for(lambda: ann.view(table)["version"] == there.version(table))


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
    one.run(one.house.people.change_jobs("ada", frozenset({Job.PLAYER}), ("test", "")))
    wait_for(lambda: ann_there.client.get("/api/session").status_code == 401)
    wait_for(lambda: ada_there.client.get("/api/people").status_code == 403)


def test_whoever_signs_in_at_one_service_is_known_at_the_other_at_once(pair: tuple[Service, Service]) -> None:
    one, two = pair
    for _ in range(5):
        ann = one.someone("ann", "player")
        assert elsewhere(ann, two).client.get("/api/session").status_code == 200


def test_cards_that_another_service_has_just_dealt_are_withheld(pair: tuple[Service, Service]) -> None:
    """Events are in the log before the other service has read on; what it does not know yet it does not show."""
    one, two = pair
    ann = one.guest()
    table = "md-high-card-flush"
    behind = [desk.state for desk in two.house.live_tables()]
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    reader = EventReader(two.log, behind, Person("olga", "Olga", frozenset({Job.REGULATOR})))
    reader.face_up = frozenset()
    shown = reader.show(two.log.read_all(0, 1000))
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


def waited_for(ann: Someone, seconds: int) -> str:
    """A table that waits for a decision of the only player."""
    table = ann.open_table(decision_seconds=seconds)
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    return table


def test_a_service_that_comes_later_goes_by_the_deadline_of_the_others(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    with Service(tmp_path / "x.db", url=url) as one:
        ann = one.guest()
        table = waited_for(ann, 300)
        deadline = ann.view(table)["deadline"]
        with Service(tmp_path / "x.db", url=url, ahead=200_000) as two:
            there = elsewhere(ann, two)
            assert there.view(table)["deadline"] == deadline
            one.clock.ahead = two.clock.ahead = 220_000
            ann.must(table, "buy_in", amount="1")
            wait_for(lambda: there.view(table)["version"] == ann.version(table))
            assert there.view(table)["deadline"] == ann.view(table)["deadline"] == deadline
        one.clock.ahead = 301_000
        wait_for(lambda: ann.view(table)["phase"] != "decisions")


def test_time_that_ran_out_while_nobody_was_there_is_given_again_by_all_alike(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    with Service(tmp_path / "x.db", url=url) as one:
        ann = one.guest()
        table = waited_for(ann, 300)
        first = ann.view(table)["deadline"]
    hour = 3_600_000
    one, two = (Service(tmp_path / "x.db", url=url, ahead=hour + late) for late in (0, 9_000))
    with one, two:
        here, there = (elsewhere(ann, each) for each in (one, two))
        wait_for(lambda: here.view(table)["deadline"] > first < there.view(table)["deadline"])
        wait_for(lambda: there.view(table)["version"] == here.version(table))
        deadline = here.view(table)["deadline"]
        assert there.view(table)["deadline"] == deadline, "though their clocks differ"
        assert 200_000 < deadline - one.clock() <= 309_000
        given = [stored for stored in one.log.read(f"table:{table}") if stored.name == "table.time_given/1"]
        assert [stored.actor for stored in given] == ["automation"], "once"
        here.must(table, "buy_in", amount="1")
        with Service(tmp_path / "x.db", url=url, ahead=hour) as third:
            assert elsewhere(ann, third).view(table)["deadline"] == deadline
        one.clock.ahead += deadline - one.clock() + 1_000
        wait_for(lambda: here.view(table)["phase"] != "decisions")
        wait_for(lambda: there.view(table)["phase"] != "decisions")
        assert [box["action"] for box in there.view(table)["last_round"]["seats"]] == ["fold"]


def test_services_that_load_an_overdue_table_at_once_give_the_time_once(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    with Service(tmp_path / "x.db", url=url) as one:
        table = waited_for(one.guest(), 30)

    async def both(logs: tuple[Log, Log]) -> tuple[int | None, int | None]:
        late = [House(log, lambda: wall_clock() + 3_600_000) for log in logs]
        desks = [load_table(house, f"table:{table}") for house in late]
        for house, desk in zip(late, desks, strict=True):
            house.tables[desk.state.stream] = desk
        await asyncio.gather(*(desk.tick(desk.house.now()) for desk in desks))
        assert [desk.state.phase for desk in desks] == [Phase.DECISIONS] * 2
        return desks[0].state.deadline, desks[1].state.deadline

    with (
        open_log(url, key_file=tmp_path / "x.key") as first,
        open_log(url, key_file=tmp_path / "x.key") as second,
    ):
        here, there = run_apart(both((first, second)))
        assert here == there
        assert len([stored for stored in first.read(f"table:{table}") if stored.name == "table.time_given/1"]) == 1


def test_time_that_ran_out_a_moment_ago_is_up(server: Server, tmp_path: Path) -> None:
    """Another service may be about to act on it; whichever is first, there is one outcome."""
    url = server.new_database()
    with Service(tmp_path / "x.db", url=url) as one:
        ann = one.guest()
        table = waited_for(ann, 30)
        deadline = ann.view(table)["deadline"]
    two = Service(tmp_path / "x.db", url=url)
    two.house.now = lambda: int(deadline) + 1_000
    with two:
        wait_for(lambda: elsewhere(ann, two).view(table)["phase"] != "decisions")


def test_a_guest_who_follows_a_feed_at_one_service_is_not_removed_by_the_other(
    pair: tuple[Service, Service],
) -> None:
    one, two = pair
    ann, olga = one.guest(), one.someone("olga", "player")
    table = "md-high-card-flush"
    ann.must(table, "sit", seat=1, buy_in="100")
    address = f"ws://127.0.0.1:{one.port}/api/tables/{table}/feed"
    with connect(address, additional_headers={"Authorization": f"Bearer {ann.token}"}) as feed:
        feed.recv(timeout=HANG)
        for service in pair:
            let_time_pass(service, 2 * ABSENT_AFTER)
        assert seats(elsewhere(olga, two), table) == [1]
    for service in pair:
        let_time_pass(service, ABSENT_ANYWHERE)
    wait_for(lambda: seats(olga, table) == [])
    gone = [stored for stored in one.log.read(f"table:{table}") if stored.name == "table.player_gone/1"]
    assert len(gone) == 1, "by the table's own record, whichever service looks first"


def test_no_dealer_alone_says_that_a_player_whom_another_service_may_hear_has_gone(
    pair: tuple[Service, Service],
) -> None:
    one, two = pair
    ann = one.someone("ann", "player")
    table = waited_for(ann, 0)
    dealer, floor = two.someone("dan", "dealer"), two.someone("flo", "floorperson")
    wait_for(lambda: dealer.view(table, "dealer")["version"] == ann.version(table))
    for service in pair:
        let_time_pass(service, 2 * ABSENT_ANYWHERE)
    elsewhere(ann, one).view(table)
    dealer, floor = two.someone("dan", "dealer"), two.someone("flo", "floorperson")
    dealer.refused(table, "report", 422, "still_seated", kind="hand_abandoned", seat=1)
    floor.must(table, "report", kind="hand_abandoned", seat=1)


def test_tables_opened_at_once_on_one_new_meter_are_all_opened(pair: tuple[Service, Service]) -> None:
    one, two = pair
    here = one.someone("olga", "player")
    there = elsewhere(here, two)
    assert there.client.get("/api/session").status_code == 200
    for number in range(6):
        answers: list[httpx.Response] = []
        together = threading.Barrier(4)

        def open_one(who: Someone, number: int, answers: list[httpx.Response], together: threading.Barrier) -> None:
            together.wait()
            body = {"submission": "md-high-card-flush", "meter": f"linked-{number}"}
            answers.append(who.client.post("/api/tables", json=body))

        threads = [
            threading.Thread(target=open_one, args=(who, number, answers, together))
            for who in (here, there, here, there)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [answer.status_code for answer in answers] == [201] * 4, [answer.text for answer in answers]
        opened = {answer.json()["table"] for answer in answers}
        assert len(opened) == 4
        shown = here.client.get(f"/api/meters/linked-{number}").json()
        assert shown["main"] == "30000.00"
        wait_for(lambda meter=shown["meter"], opened=opened: _tables_of(here, meter) == opened)
    assert sum(balance for _, balance in one.log.balances()) == 0


def _tables_of(who: Someone, meter: str) -> set[str]:
    return set(who.client.get(f"/api/meters/{meter}").json()["tables"])


def test_a_service_with_another_signing_key_says_so_at_its_start(
    server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = server.new_database()
    with Service(tmp_path / "one.db", url=url), caplog.at_level("WARNING", logger="houserules.log"):
        open_log(url, key_file=tmp_path / "one.key").close()
        assert caplog.messages == []
        open_log(url, key_file=tmp_path / "two.key").close()
        assert "the newest head was signed with another key" in caplog.text
        assert "same key" in caplog.text
