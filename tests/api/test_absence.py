"""Guests who vanish: their seats are freed, and tables they opened are closed, with events that say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from houserules.app import audit
from houserules.app.house.absence import ABSENT_AFTER, DESERTED_AFTER
from houserules.app.house.capacity import MOST_OF_A_GUEST
from houserules.app.table.timers import GUEST_AWAY_AFTER
from tests.api.service import Service, Someone
from tests.api.test_purses import at_once
from tests.support.feeds import connect
from tests.support.waiting import HANG, wait_for

TABLE = "md-high-card-flush"
MINUTE = 60_000


def seats(who: Someone, table: str) -> list[int]:
    return [each["seat"] for each in who.view(table)["seats"] if each["player"] is not None]


def names(service: Service, table: str) -> list[str]:
    return [stored.name for stored in service.log.read(f"table:{table}")]


def let_time_pass(service: Service, milliseconds: int) -> None:
    """Push the clock, and let every table look at it."""
    service.clock.ahead += milliseconds
    service.look()


@contextmanager
def follow(service: Service, who: Someone) -> Iterator[None]:
    """The table is open in a page of this person's; then the page is closed."""
    address = f"ws://127.0.0.1:{service.port}/api/tables/{TABLE}/feed"
    with connect(address, additional_headers={"Authorization": f"Bearer {who.token}"}) as feed:
        feed.recv(timeout=HANG)
        yield
    presence = service.house.presence
    wait_for(lambda: presence.feed_lost_at(who.account, f"table:{TABLE}") is not None)


def test_the_seat_of_a_guest_who_vanished_is_freed(database: Path) -> None:
    with Service(database) as service:
        ann, other = service.guest(), service.someone("olga", "player")
        ann.must(TABLE, "sit", seat=1, buy_in="100")
        other.must(TABLE, "sit", seat=2, buy_in="100")
        let_time_pass(service, ABSENT_AFTER - MINUTE)
        assert seats(other, TABLE) == [1, 2]
        let_time_pass(service, MINUTE)
        assert seats(other, TABLE) == [2], "who has an account keeps the seat"
        assert names(service, TABLE)[-3:] == ["table.player_gone/1", "table.chips_cashed/1", "table.seat_freed/1"]
        assert service.log.balance(f"practice/purse:{ann.account}") == 100_000_000
        ann.must(TABLE, "sit", seat=1, buy_in="100")
        assert sum(balance for _, balance in service.log.balances()) == 0
        with service.log.frozen() as frozen:
            assert audit(frozen).sound


def test_whoever_asks_or_watches_is_here(database: Path) -> None:
    with Service(database) as service:
        asks, watches = service.guest(), service.guest()
        asks.must(TABLE, "sit", seat=1, buy_in="100")
        watches.must(TABLE, "sit", seat=2, buy_in="100")
        with follow(service, watches):
            for _ in range(3):
                asks.client.get("/api/session")
                let_time_pass(service, ABSENT_AFTER - MINUTE)
            assert seats(asks, TABLE) == [1, 2]
        asks.client.get("/api/session")
        let_time_pass(service, ABSENT_AFTER - MINUTE)
        assert seats(asks, TABLE) == [1, 2], "the time begins when the feed ends"
        let_time_pass(service, MINUTE)
        assert seats(asks, TABLE) == [1]


def test_wagers_on_the_felt_keep_the_seat_until_the_round_is_over(database: Path) -> None:
    with Service(database) as service:
        ann, by = service.guest(), service.someone("olga", "player")
        table = ann.open_table(betting_seconds=0, decision_seconds=0)
        ann.must(table, "sit", seat=1, buy_in="100")
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        let_time_pass(service, 3 * ABSENT_AFTER)
        assert seats(by, table) == [1]
        assert by.view(table)["phase"] == "decisions"


def test_a_table_that_a_guest_opened_is_closed_when_nobody_comes(database: Path) -> None:
    with Service(database) as service:
        ann, olga = service.guest(), service.someone("olga", "player")
        passing, kept = ann.open_table(), olga.open_table()
        watched = ann.open_table()
        ann.must(passing, "sit", seat=1, buy_in="100")
        address = f"ws://127.0.0.1:{service.port}/api/tables/{watched}/feed"
        with connect(address, additional_headers={"Authorization": f"Bearer {olga.token}"}) as feed:
            feed.recv(timeout=HANG)
            let_time_pass(service, ABSENT_AFTER)
            assert seats(olga, passing) == []
            let_time_pass(service, DESERTED_AFTER - MINUTE)
            assert not olga.view(passing)["closed"]
            let_time_pass(service, MINUTE)
            assert olga.view(passing)["closed"]
            assert names(service, passing)[-1] == "table.closed/1"
            shown = {each["table"] for each in olga.client.get("/api/tables").json()}
            assert shown >= {kept, watched, TABLE}
            assert passing not in shown
        olga.refused(passing, "sit", 422, "table_closed", seat=1)


def test_a_guest_may_not_open_table_after_table(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    tables = [ann.open_table() for _ in range(MOST_OF_A_GUEST)]
    answer = ann.client.post("/api/tables", json={"submission": TABLE})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "too_many_tables"
    bob.open_table()
    service.someone("flo", "floorperson").must(tables[0], "close_table")
    ann.open_table()


def opens(who: Someone) -> Callable[[], httpx.Response]:
    return lambda: who.client.post("/api/tables", json={"submission": TABLE})


def test_a_guest_may_not_open_many_tables_at_once_either(service: Service) -> None:
    ann = service.guest()
    answers = at_once(*(opens(ann) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [201] * MOST_OF_A_GUEST + [422] * 15


def test_guests_and_practice_tables_leave_room_for_live_ones(database: Path) -> None:
    with Service(database) as service:
        pit, places = service.someone("pat", "pit_manager"), service.house.openings.capacity
        there = len(service.house.tables)
        places.most_tables, places.kept_for_live, places.most_of_guests = there + 6, 2, 3
        answers = at_once(*(opens(service.guest()) for _ in range(8)))
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [422] * 5
        codes = {answer.json()["error"]["code"] for answer in answers if answer.status_code == 422}
        assert codes == {"too_many_tables"}
        pit.open_table()
        assert opens(pit)().json()["error"]["code"] == "too_many_tables"
        for _ in range(2):
            pit.open_table(kind="live")
        answer = pit.client.post("/api/tables", json={"submission": TABLE, "kind": "live"})
        assert answer.json()["error"]["code"] == "too_many_tables"


def test_after_a_restart_everybody_has_the_whole_time_again(database: Path) -> None:
    with Service(database) as service:
        service.guest().must(TABLE, "sit", seat=1, buy_in="100")
    with Service(database, ahead=5 * ABSENT_AFTER) as service:
        by = service.someone("olga", "player")
        let_time_pass(service, ABSENT_AFTER // 2)
        assert seats(by, TABLE) == [1]
        let_time_pass(service, ABSENT_AFTER // 2)
        assert seats(by, TABLE) == []


def seat_of(who: Someone, seat: int) -> dict[str, Any]:
    player: dict[str, Any] = who.view(TABLE)["seats"][seat - 1]["player"]
    return player


def test_a_practice_table_waits_a_moment_for_a_guest_who_closed_the_page(database: Path) -> None:
    """Just under ten seconds, and at ten."""
    with Service(database) as service:
        ann, bob = service.guest(), service.guest()
        for seat, who in ((1, ann), (2, bob)):
            who.must(TABLE, "sit", seat=seat, buy_in="100")
        with follow(service, bob):
            for seat, who in ((1, ann), (2, bob)):
                who.must(TABLE, "place_wagers", seat=seat, wagers={"ante": "10"}, ready=True)
            ann.must(TABLE, "act", seat=1, action="raise", amount="10")
            whole = ann.view(TABLE)["deadline"]
        service.look()
        let_time_pass(service, GUEST_AWAY_AFTER - 1)
        assert ann.view(TABLE)["deadline"] == service.clock() + 1 < whole, "the others see how long"
        assert ann.view(TABLE)["round"]["turn"] == 2
        assert seat_of(ann, 2)["away"]
        let_time_pass(service, 1)
        assert [box["action"] for box in ann.view(TABLE)["last_round"]["seats"]] == ["raise", "fold"]
        assert "table.feed_lost/1" in names(service, TABLE)


def test_who_opens_the_page_again_has_the_whole_time_again(database: Path) -> None:
    with Service(database) as service:
        ann, bob = service.guest(), service.guest()
        for seat, who in ((1, ann), (2, bob)):
            who.must(TABLE, "sit", seat=seat, buy_in="100")
        with follow(service, bob):
            ann.must(TABLE, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        let_time_pass(service, 1)
        assert ann.view(TABLE)["deadline"] == service.clock() + GUEST_AWAY_AFTER - 1
        with follow(service, bob):
            let_time_pass(service, GUEST_AWAY_AFTER - 2)
            assert ann.view(TABLE)["deadline"] == service.clock() + 20_000
            assert not seat_of(ann, 2)["away"]
            assert ann.view(TABLE)["phase"] == "betting"


def test_a_guest_alone_and_a_player_with_an_account_are_waited_for(database: Path) -> None:
    with Service(database) as service:
        bob, olga = service.guest(), service.someone("olga", "player")
        bob.must(TABLE, "sit", seat=2, buy_in="100")
        with follow(service, bob):
            bob.must(TABLE, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
        let_time_pass(service, 2 * GUEST_AWAY_AFTER)
        assert bob.view(TABLE)["round"]["turn"] == 2, "nobody else waits"
        bob.must(TABLE, "act", seat=2, action="fold")
        olga.must(TABLE, "sit", seat=3, buy_in="100")
        with follow(service, olga):
            bob.must(TABLE, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
        let_time_pass(service, GUEST_AWAY_AFTER)
        assert bob.view(TABLE)["phase"] == "betting"
