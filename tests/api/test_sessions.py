"""Sessions of staff: they end when nobody is there, are listed, and are ended; common passwords are refused."""

from __future__ import annotations

from pathlib import Path

import httpx
import msgspec
import pytest

from houserules.cli.main import run
from tests.api.service import FAST, PASSWORD, Service

IDLE = msgspec.structs.replace(FAST, idle_minutes=30)
MINUTE = 60_000


def signed_in(client: httpx.Client) -> bool:
    return client.get("/api/session").status_code == 200


def test_a_session_of_staff_ends_when_nobody_is_there(database: Path) -> None:
    with Service(database, IDLE) as service:
        pit, player = service.someone("pit", "pit_manager").client, service.someone("ann", "player").client
        for _ in range(3):
            service.clock.ahead += 29 * MINUTE
            assert signed_in(pit), "a person who works stays"
        for minutes in (10, 10, 9):
            service.clock.ahead += minutes * MINUTE
            assert pit.get("/api/floor", headers={"x-idle": "1800"}).status_code == 200
        service.clock.ahead += MINUTE - 1
        assert pit.get("/api/floor", headers={"x-idle": "1800"}).status_code == 200, "not yet half an hour"
        service.clock.ahead += 1
        answer = pit.get("/api/floor", headers={"x-idle": "1800"})
        assert answer.status_code == 401, "a page that asks by itself is nobody"
        assert not signed_in(pit)
        assert signed_in(player), "players keep their seats"


def test_one_sees_where_one_is_signed_in_and_ends_it(service: Service) -> None:
    here, there = service.someone("sue", "dealer"), service.someone("sue", "dealer")
    other = service.someone("sam", "dealer")
    listed = here.client.get("/api/session/list").json()
    assert [each["current"] for each in listed] == [True, False]
    assert all(each["opened_at"] <= each["heard_at"] < each["until"] for each in listed)
    theirs = listed[1]["session"]
    assert other.client.delete(f"/api/session/list/{theirs}").status_code == 404
    assert here.client.delete(f"/api/session/list/{theirs}").status_code == 204
    assert not signed_in(there.client)
    assert [each["current"] for each in here.client.get("/api/session/list").json()] == [True]


def test_signing_out_clears_what_the_browser_has(service: Service) -> None:
    service.someone("tom", "dealer")
    http = service.http()
    csrf = http.post("/api/session", json={"account": "tom", "password": PASSWORD}).json()["csrf"]
    answer = http.delete("/api/session", headers={"x-csrf-token": csrf})
    assert answer.status_code == 204
    assert "houserules_session" not in http.cookies
    assert not signed_in(http)


@pytest.mark.parametrize(
    "password",
    [
        "password", "Password1!", "P@ssw0rd123", "12345678", "20261116", "qwertyuiop", "87654321", "aaaaaaaa",
        "abababab", "letmein2026", "Casino2026", "dealerdealer", "houserules!", "wanda-new", "w4nd4-new1", "1qaz2wsx",
    ],
)  # fmt: skip
def test_common_passwords_are_refused(service: Service, password: str) -> None:
    wanda = service.someone("wanda-new", "player").client
    answer = wanda.put("/api/session/password", json={"password": password, "old": PASSWORD})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "common_password")
    assert signed_in(wanda)


@pytest.mark.parametrize("password", ["correct horse battery", "tr0ubadour&3", "a new long one", "Wq7$kz0pL!"])
def test_other_passwords_are_taken(service: Service, password: str) -> None:
    assert service.run(service.house.people.hashed(password, "wanda-new")).startswith("$argon2id$")


def test_how_long_nobody_may_be_there_is_an_option_of_the_service(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--help"]) == 0
    assert "--idle-minutes" in capsys.readouterr().out
