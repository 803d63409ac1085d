"""A purse is spent once, however many ask at once, and no account is closed while its money goes to a table."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from houserules.app.house import cage as cage_module
from houserules.app.refusals import Refusal
from houserules.app.table.loading import load_state
from tests.api.service import Service, Someone
from tests.support.postgres import Server
from tests.support.waiting import HANG, wait_for


def at_once(*asks: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """All of them asked at the same moment, as nearly as threads can."""
    answers: list[httpx.Response | None] = [None] * len(asks)
    start = threading.Barrier(len(asks))

    def send(place: int, ask: Callable[[], httpx.Response]) -> None:
        start.wait()
        answers[place] = ask()

    threads = [threading.Thread(target=send, args=(place, ask)) for place, ask in enumerate(asks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answer for answer in answers if answer is not None]


def fund(service: Service, account: str, dollars: int, name: str) -> None:
    service.run(service.house.cage.fund(account, "live", dollars * 1_000_000, name, "test"))


def sits(who: Someone, table: str, **fields: Any) -> Callable[[], httpx.Response]:
    version = who.version(table)
    return lambda: who.send(table, "sit", version=version, seat=1, **fields)


def insist_spent_once(service: Service, account: str, answers: Iterable[httpx.Response], names: list[str]) -> None:
    assert sorted(answer.status_code for answer in answers) == [200, 422]
    [error] = [answer.json()["error"] for answer in answers if answer.status_code == 422]
    assert error["code"] == "not_enough_money"
    assert error["facts"] == {"missing": "100.00"}
    assert service.log.balance(f"purse:{account}") == 0
    assert sum(service.log.balance(f"table:{name}/chips:{account}") for name in names) == 100_000_000


def test_a_live_purse_is_not_spent_at_two_tables_at_once(service: Service) -> None:
    pit = service.someone("pit-twice", "pit_manager")
    tables = [pit.open_table(kind="live") for _ in range(2)]
    for number in range(8):
        ann = service.someone(f"ann-{number}", "player")
        fund(service, ann.account, 100, f"fund-twice-{number}")
        answers = at_once(*(sits(ann, table, buy_in="100") for table in tables))
        insist_spent_once(service, ann.account, answers, tables)
        for table in tables:
            if ann.view(table)["you"]["seat"] is not None:
                ann.must(table, "leave")
        assert service.log.balance(f"purse:{ann.account}") == 100_000_000


def test_practice_money_that_went_elsewhere_is_lent(service: Service) -> None:
    """Nobody is refused for want of practice money, and no purse goes below zero for it."""
    tables = [service.someone("pit-lent", "pit_manager").open_table() for _ in range(2)]
    for _ in range(8):
        ann = service.guest()
        ann.must(tables[0], "sit", seat=1, buy_in="100")
        ann.must(tables[0], "leave")
        answers = at_once(*(sits(ann, table, buy_in="100") for table in tables))
        assert [answer.status_code for answer in answers] == [200, 200], [answer.text for answer in answers]
        assert service.log.balance(f"practice/purse:{ann.account}") == 0
        for table in tables:
            ann.must(table, "leave")


@pytest.fixture(scope="module")
def pair(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Service]]:
    path: Path = tmp_path_factory.mktemp("pair") / "x.db"
    url = server.new_database()
    with Service(path, url=url) as one, Service(path, url=url) as two:
        yield one, two


def wait_until_equal(one: Someone, other: Someone, table: str) -> None:
    wait_for(lambda: one.view(table)["version"] == other.view(table)["version"])


def test_a_live_purse_is_not_spent_at_two_services_at_once(pair: tuple[Service, Service]) -> None:
    one, two = pair
    pit = one.someone("pit-pair", "pit_manager")
    tables = [pit.open_table(kind="live") for _ in range(2)]
    wait_for(lambda: all(f"table:{table}" in two.house.tables for table in tables))
    for number in range(5):
        ann = one.someone(f"ann-{number}", "player")
        there = Someone(two, ann.token, ann.account)
        fund(one, ann.account, 100, f"fund-pair-{number}")
        wait_until_equal(ann, there, tables[1])
        answers = at_once(sits(ann, tables[0], buy_in="100"), sits(there, tables[1], buy_in="100"))
        insist_spent_once(one, ann.account, answers, tables)
        wait_until_equal(ann, there, tables[1])
        for table in tables:
            if ann.view(table)["you"]["seat"] is not None:
                ann.must(table, "leave")


def closes(admin: Someone, account: str) -> Callable[[], httpx.Response]:
    return lambda: admin.client.delete(f"/api/people/{account}")


def insist_seated_or_closed(service: Service, account: str, table: str, sat: int, closed: int) -> None:
    """One of the two, and never a seat or money of a closed account."""
    found = service.house.people.find(account)
    assert found is not None
    state = load_state(service.log, f"table:{table}")
    assert found.closed == (closed == 200)
    assert state.plays_here(account) == (sat == 200)
    assert {sat == 200, closed == 200} == {True, False}, (sat, closed)
    assert sat in (200, 401, 404)
    assert closed in (200, 409, 422)


@pytest.mark.parametrize("dollars", [0, 100])
def test_an_account_is_not_closed_while_its_owner_sits_down(service: Service, dollars: int) -> None:
    pit, admin = service.someone("pit-closing", "pit_manager"), service.someone("boss", "administrator")
    table = pit.open_table(kind="live")
    for number in range(12):
        ann = service.someone(f"ann-{dollars}-{number}", "player")
        if dollars:
            fund(service, ann.account, dollars, f"fund-closing-{number}")
        buys = {"buy_in": str(dollars)} if dollars else {}
        sat, closed = at_once(sits(ann, table, **buys), closes(admin, ann.account))
        insist_seated_or_closed(service, ann.account, table, sat.status_code, closed.status_code)
        if sat.status_code == 200:
            ann.must(table, "leave")


def test_an_account_is_not_closed_while_its_owner_sits_down_at_another_service(pair: tuple[Service, Service]) -> None:
    one, two = pair
    pit, admin = one.someone("pit-elsewhere", "pit_manager"), one.someone("boss", "administrator")
    table = pit.open_table(kind="live")
    wait_for(lambda: f"table:{table}" in two.house.tables)
    for number in range(8):
        ann = one.someone(f"there-{number}", "player")
        there = Someone(two, ann.token, ann.account)
        fund(one, ann.account, 100, f"fund-there-{number}")
        wait_until_equal(ann, there, table)
        sat, closed = at_once(sits(there, table, buy_in="100"), closes(admin, ann.account))
        insist_seated_or_closed(one, ann.account, table, sat.status_code, closed.status_code)
        if sat.status_code == 200:
            there.must(table, "leave")


def test_nothing_is_paid_in_while_the_account_is_closed(service: Service) -> None:
    """The closing waits to be written, and nobody can know yet that it will be, when the money is paid in."""
    cage, go_on = service.house.cage, threading.Event()
    service.someone("leaving", "player")

    async def closed_and_paid() -> tuple[Any, Any]:
        closing = asyncio.ensure_future(cage.close_account("leaving", "boss"))
        await asyncio.sleep(0.3)
        paying = asyncio.ensure_future(cage.fund("leaving", "live", 10_000_000, "fund-leaving", "boss"))
        await asyncio.sleep(0.3)
        go_on.set()
        return await asyncio.gather(closing, paying, return_exceptions=True)

    writing = threading.Thread(target=service.log.carry_out, args=(lambda _: go_on.wait(HANG),))
    writing.start()
    closed, paid = service.run(closed_and_paid())
    writing.join()
    assert closed is None
    assert isinstance(paid, Refusal)
    assert paid.code == "no_such_account"
    assert service.log.balance("purse:leaving") == 0


def test_money_is_paid_in_while_other_things_happen_to_the_account(service: Service) -> None:
    ann, admin = service.someone("busy-one", "player"), service.someone("boss", "administrator")
    body = {"amount": "10"}

    def pays(number: int) -> Callable[[], httpx.Response]:
        named = {**body, "command_id": f"fund-busy-{number}"}
        return lambda: admin.client.post(f"/api/people/{ann.account}/funds", json=named)

    answers = at_once(*(pays(number) for number in range(4)), lambda: ann.client.delete("/api/session"))
    assert [answer.status_code for answer in answers] == [201, 201, 201, 201, 204]
    assert service.log.balance(f"purse:{ann.account}") == 40_000_000


def test_only_tables_where_somebody_once_sat_are_read_to_close_an_account(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    pit, admin = service.someone("pit-many", "pit_manager"), service.someone("boss", "administrator")
    ann = service.someone("settled", "player")
    tables = [pit.open_table() for _ in range(6)]
    for table in tables[:2]:
        ann.must(table, "sit", seat=1, buy_in="100")
        ann.must(table, "leave")
    read: list[str] = []

    def watched(log: Any, stream: str) -> Any:
        read.append(stream)
        return load_state(log, stream)

    monkeypatch.setattr(cage_module, "load_state", watched)
    assert closes(admin, ann.account)().status_code == 200
    assert sorted(read) == sorted(f"table:{table}" for table in tables[:2])
