"""No administrator alone is two persons: staff, roles, passwords and real money at the cage need another one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.service import PASSWORD, Service, Someone

FLO: dict[str, Any] = {"account": "flo", "name": "Flo", "roles": ["floorperson"], "password": "a first long one"}
PAID = {"command_id": "paid-to-ann", "amount": "100"}


class Office:
    """Two administrators, a dealer and a player."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.one, self.two = (service.someone(name, "administrator") for name in ("one", "two"))
        self.dealer, self.ann = service.someone("dora", "dealer"), service.someone("ann", "player")

    def asked(self, answer: httpx.Response) -> str:
        assert answer.status_code == 202, answer.text
        request: str = answer.json()["request"]
        return request

    def approve(self, who: Someone, request: str) -> httpx.Response:
        return who.client.post(f"/api/people/requests/{request}/approval")

    def code(self, answer: httpx.Response) -> tuple[int, str]:
        return answer.status_code, answer.json()["error"]["code"]


@pytest.fixture
def office(database: Path) -> Any:
    with Service(database) as service:
        yield Office(service)


def test_each_waits_for_another_administrator_and_is_done_with_the_approval(office: Office) -> None:
    one, people = office.one.client, office.service.house.people
    acts: dict[str, Callable[[], httpx.Response]] = {
        "open_account": lambda: one.post("/api/people", json=FLO),
        "change_roles": lambda: one.put("/api/people/dora/roles", json={"roles": ["pit_manager"]}),
        "set_password": lambda: one.put("/api/people/ann/password", json={"password": "yet another one"}),
        "pay_in": lambda: one.post("/api/people/ann/funds", json=PAID),
        "pay_out": lambda: one.post("/api/people/ann/payouts", json={**PAID, "command_id": "paid-by-ann"}),
        "close_account": lambda: one.delete("/api/people/dora"),
    }

    def state() -> tuple[object, ...]:
        found = [people.find(name) for name in ("flo", "dora", "ann")]
        return (*((each.version, each.jobs, each.hash) if each else None for each in found), balance())

    def balance() -> int:
        return office.service.log.balance("purse:ann")

    for act, ask in acts.items():
        before = state()
        request = office.asked(ask())
        assert state() == before, f"{act}: nothing has happened yet"
        (shown,) = office.two.client.get("/api/people/requests").json()
        assert (shown["request"], shown["by"], shown["change"]) == (request, "one", act)
        assert office.code(office.approve(office.one, request)) == (403, "own_act")
        assert office.code(office.approve(office.dealer, request)) == (403, "forbidden")
        assert office.approve(office.two, request).status_code == 200, act
        assert state() != before, act
        assert office.code(office.approve(office.two, request)) == (404, "no_such_request"), "once only"
    assert balance() == 0
    assert not office.two.client.get("/api/people/requests").json()
    accounts = {each["account"]: each for each in office.two.client.get("/api/people").json()}
    assert (accounts["flo"]["made_by"], accounts["flo"]["approved_by"]) == ("one", "two")
    assert (accounts["dora"]["made_by"], accounts["dora"]["approved_by"]) == ("one", "two")


def test_auditors_see_who_made_whom(office: Office) -> None:
    auditor = office.service.someone("audrey", "auditor")
    request = office.asked(office.one.client.post("/api/people", json=FLO))
    (waits,) = auditor.client.get("/api/people/requests").json()
    assert (waits["by"], waits["account"], waits["roles"]) == ("one", "flo", ["floorperson"])
    assert office.code(office.approve(auditor, request)) == (403, "forbidden")
    office.approve(office.two, request)
    (flo,) = (each for each in auditor.client.get("/api/people").json() if each["account"] == "flo")
    assert (flo["made_by"], flo["approved_by"]) == ("one", "two")
    shown = [each for each in auditor.client.get("/api/events").json() if each["event"].startswith("request.")]
    assert [(each["event"], each["actor"]) for each in shown] == [
        ("request.asked/1", "one"), ("request.approved/1", "two"),
    ]  # fmt: skip
    assert shown[0]["data"]["what"]["roles"] == ["floorperson"]
    assert "argon2" not in auditor.client.get("/api/events").text


def test_nobody_approves_what_is_about_themselves(office: Office) -> None:
    request = office.asked(office.one.client.put("/api/people/two/roles", json={"roles": ["player"]}))
    assert office.code(office.approve(office.two, request)) == (403, "own_act")
    three = office.service.someone("three", "administrator")
    assert office.approve(three, request).status_code == 200


def test_what_somebody_asked_who_is_no_administrator_any_more_is_not_approved(office: Office) -> None:
    request = office.asked(office.one.client.post("/api/people", json=FLO))
    three = office.service.someone("three", "administrator")
    gone = office.asked(three.client.put("/api/people/one/roles", json={"roles": ["player"]}))
    assert office.approve(office.two, gone).status_code == 200
    assert office.code(office.approve(office.two, request)) == (403, "not_an_administrator")


def test_what_was_declined_or_taken_back_does_not_happen(office: Office) -> None:
    for who in (office.one, office.two):
        request = office.asked(office.one.client.post("/api/people", json=FLO))
        assert who.client.delete(f"/api/people/requests/{request}").status_code == 204
        assert office.code(office.approve(office.two, request)) == (404, "no_such_request")
    assert office.service.house.people.find("flo") is None


def test_a_request_that_is_sent_again_is_one_request(office: Office) -> None:
    first, again = (office.asked(office.one.client.post("/api/people/ann/funds", json=PAID)) for _ in range(2))
    assert first == again
    assert office.approve(office.two, first).json() == {"request": first, "account": "ann", "balance": "100.00"}
    assert office.asked(office.one.client.post("/api/people/ann/funds", json=PAID)) == first
    assert not office.two.client.get("/api/people/requests").json()
    assert office.service.log.balance("purse:ann") == 100_000_000


def test_players_accounts_and_practice_money_need_nobody_else(office: Office) -> None:
    new = {**FLO, "account": "bob", "roles": ["player"]}
    assert office.one.client.post("/api/people", json=new).status_code == 201
    practice = {**PAID, "kind": "practice"}
    assert office.one.client.post("/api/people/bob/funds", json=practice).status_code == 201
    assert office.one.client.delete("/api/people/bob").status_code == 200


def test_a_house_begins_with_one_administrator(database: Path) -> None:
    """Alone the owner makes the first of the others; from the second administrator on nobody alone makes anybody."""
    with Service(database) as service:
        secret = service.run(service.house.people.owners_link())
        signed = service.http().post("/api/session/link", json={"secret": secret, "keep": "bearer"}).json()
        owner = service.http(signed["token"])
        assert owner.post("/api/people", json=FLO).status_code == 201
        boss = {**FLO, "account": "boss", "roles": ["administrator"]}
        assert owner.post("/api/people", json=boss).status_code == 201
        assert owner.put("/api/people/flo/roles", json={"roles": ["pit_manager"]}).status_code == 202
        assert owner.delete("/api/people/boss").status_code == 202, "nor is anybody alone again so easily"


def test_who_made_an_account_does_not_know_its_password_for_long(office: Office) -> None:
    request = office.asked(office.one.client.post("/api/people", json=FLO))
    office.approve(office.two, request)
    asked = {"account": "flo", "password": FLO["password"], "keep": "bearer"}
    flo = office.service.http(office.service.http().post("/api/session", json=asked).json()["token"])
    assert office.code(flo.get("/api/floor")) == (403, "set_own_password")
    assert flo.get("/api/session").status_code == 200
    own = {"password": PASSWORD, "old": FLO["password"]}
    assert flo.put("/api/session/password", json=own).status_code == 204
    assert flo.get("/api/floor").status_code == 200
