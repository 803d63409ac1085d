"""Accounts and sessions: passwords, cookies, links, guests, lockout, limits, and what never appears anywhere."""

from __future__ import annotations

import io
import json
import re
import uuid
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from houserules.cli.main import run
from houserules.web import ServiceSettings, set_up_logs
from houserules.web.rates import Buckets
from tests.api.service import FAST, PASSWORD, Service, Someone, log_errors_only

RIGHT = {"account": "carol", "password": PASSWORD}
WRONG = {"account": "carol", "password": "not this one"}


def from_address(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def test_wrong_passwords_slow_down_who_tries_them_and_nobody_else(database: Path) -> None:
    """However long somebody tries, the right password opens the account from elsewhere and in its owner's browser."""
    believed = msgspec.structs.replace(FAST, proxy="127.0.0.1")
    with Service(database, believed) as service:
        service.someone("carol", "administrator")
        own = service.http()
        assert own.post("/api/session", json=RIGHT, headers=from_address("9.9.9.9")).status_code == 201
        http, mallory = service.http(), from_address("9.9.9.9")
        for failure in range(1, 13):
            answer = http.post("/api/session", json=WRONG, headers=mallory)
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not_signed_in")
            wait = 0 if failure < 5 else min(60, 2 ** (failure - 5))
            for early in (WRONG, RIGHT) if wait else ():
                slowed = http.post("/api/session", json=early, headers=mallory)
                assert (slowed.status_code, slowed.json()["error"]["code"]) == (429, "slow_down")
                assert int(slowed.headers["Retry-After"]) == wait
            for address, browser in (("8.8.8.8", service.http()), ("9.9.9.9", own)):
                answer = browser.post("/api/session", json=RIGHT, headers=from_address(address))
                assert answer.status_code == 201, (failure, address)
            service.clock.ahead += wait * 1000
        assert http.post("/api/session", json=RIGHT, headers=mallory).status_code == 201, (
            "after a minute, from there too"
        )


def test_a_browser_of_the_owner_is_slowed_down_by_its_own_failures(database: Path) -> None:
    with Service(database) as service:
        service.someone("carol", "player")
        own, other = service.http(), service.http()
        assert own.post("/api/session", json=RIGHT).status_code == 201
        answers = [own.post("/api/session", json=WRONG).status_code for _ in range(6)]
        assert answers == [401] * 5 + [429]
        assert other.post("/api/session", json=RIGHT).status_code == 201
        service.someone("dave", "player")
        assert own.post("/api/session", json={**RIGHT, "account": "dave"}).status_code == 201


def test_four_failures_cost_nothing_and_are_forgotten(service: Service) -> None:
    service.someone("dave", "player")
    http = service.http()
    for _ in range(2):
        for _ in range(4):
            assert http.post("/api/session", json={"account": "dave", "password": "no"}).status_code == 401
        assert http.post("/api/session", json={"account": "dave", "password": PASSWORD}).status_code == 201


def aside(arguments: list[str]) -> int:
    """The command in a thread of its own: in that of the tests a browser may have a loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run, arguments).result()


def test_who_has_the_machine_finds_a_way_back_in(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Service(database) as service:
        service.run(service.house.people.owners_link())
        service.someone("dora", "dealer")
        assert aside(["people", "recover", "--db", str(database)]) == 2, "the service has the file"
    capsys.readouterr()
    assert aside(["people", "recover", "dora", "--db", str(database)]) == 2
    assert "an administrator sets a new password" in capsys.readouterr().err
    assert aside(["people", "recover", "nobody", "--db", str(database)]) == 2
    assert aside(["people", "recover", "--db", str(database)]) == 0
    (secret,) = re.findall(r"#sign-in=(\S+)", capsys.readouterr().out)
    with Service(database) as service:
        answer = service.http().post("/api/session/link", json={"secret": secret, "keep": "bearer"})
        assert (answer.status_code, answer.json()["account"]) == (201, "owner")
        owner = service.http(answer.json()["token"])
        assert owner.put("/api/session/password", json={"password": "a new long one"}).status_code == 204
        made = [each for each in service.log.read("account:owner") if each.name == "account.link_made/1"]
        assert made[-1].actor == "machine"


def test_an_unknown_account_is_answered_as_a_wrong_password_is(service: Service) -> None:
    service.someone("erin", "player")
    unknown = service.http().post("/api/session", json={"account": "nobody", "password": "x"})
    wrong = service.http().post("/api/session", json={"account": "erin", "password": "x"})
    assert unknown.status_code == wrong.status_code == 401
    assert unknown.json() == wrong.json()


class Meanwhile:
    """A check of passwords that takes its time: something else happens to the account before it is over."""

    def __init__(self, service: Service, monkeypatch: pytest.MonkeyPatch, *happens: Coroutine[Any, Any, Any]) -> None:
        self.left = list(happens)
        real = service.house.people._is_right

        def check(kept: str, password: str) -> bool:
            if self.left:
                service.run(self.left.pop(0))
            return real(kept, password)

        monkeypatch.setattr(service.house.people, "_is_right", check)


def test_something_else_that_happens_to_the_account_is_in_nobodys_way(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = service.house.people
    service.someone("fritz", "player")
    right, wrong = ({"account": "fritz", "password": password} for password in (PASSWORD, "not this one"))
    Meanwhile(service, monkeypatch, *(people.make_link("fritz") for _ in range(6)))
    assert service.http().post("/api/session", json=right).status_code == 201
    for _ in range(5):
        assert service.http().post("/api/session", json=wrong).status_code == 401
    assert service.http().post("/api/session", json=right).status_code == 429, "every failure was counted"


def test_a_password_that_is_changed_while_it_is_checked_opens_nothing(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.someone("greta", "player")
    people = service.house.people
    reset = people.reset_password("greta", service.run(people.hashed("another password", "greta")), ("owner", ""))
    Meanwhile(service, monkeypatch, reset)
    right = {"account": "greta", "password": PASSWORD}
    assert service.http().post("/api/session", json=right).status_code == 401
    assert service.http().post("/api/session", json={**right, "password": "another password"}).status_code == 201


def test_a_cookie_session_needs_its_csrf_value_for_changes(service: Service) -> None:
    http = service.http()
    signed_in = http.post("/api/session/guest", json={})
    cookie = signed_in.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert signed_in.json()["token"] is None
    assert http.get("/api/session").json()["account"] == signed_in.json()["account"]
    body = {"submission": "md-high-card-flush"}
    forged = http.post("/api/tables", json=body)
    assert forged.status_code == 403
    assert forged.json()["error"]["code"] == "csrf"
    ours = http.post("/api/tables", json=body, headers={"x-csrf-token": signed_in.json()["csrf"]})
    assert ours.status_code == 201


def test_signing_out_ends_the_session(service: Service) -> None:
    ann = service.guest()
    assert ann.client.delete("/api/session").status_code == 204
    assert ann.client.get("/api/session").status_code == 401


def test_sessions_end_by_themselves_and_those_of_guests_later(service: Service) -> None:
    """A guest has nothing but the session to come back by, and hands and lessons to come back to."""
    hours = 60 * 60 * 1000
    ann, guest = service.someone("ann-for-a-day", "player"), service.guest()
    service.clock.ahead += 12 * hours + 1
    assert ann.client.get("/api/session").status_code == 401
    assert guest.client.get("/api/session").status_code == 200
    service.clock.ahead += (60 * 24 - 12) * hours
    assert guest.client.get("/api/session").status_code == 401


def test_the_owners_link_works_once(service: Service) -> None:
    secret = service.run(service.house.people.owners_link())
    assert secret is not None
    http = service.http()
    first = http.post("/api/session/link", json={"secret": secret, "keep": "bearer"})
    assert first.status_code == 201
    assert set(first.json()["roles"]) >= {"administrator", "player"}
    assert http.post("/api/session/link", json={"secret": secret}).status_code == 401
    owner = service.http(first.json()["token"])
    assert owner.put("/api/session/password", json={"password": "a new long one"}).status_code == 204
    assert service.run(service.house.people.owners_link()) is None
    assert http.post("/api/session", json={"account": "owner", "password": "a new long one"}).status_code == 201


def test_links_of_several_processes_are_each_good_once(database: Path) -> None:
    """Two services on one database print a link each; the second does not spoil the first. A password ends them."""
    with Service(database) as service:
        links = [service.run(service.house.people.owners_link()) for _ in range(4)]

        def use(number: int) -> httpx.Response:
            return service.http().post("/api/session/link", json={"secret": links[number], "keep": "bearer"})

        session = use(0)
        assert [session.status_code, use(0).status_code, use(1).status_code] == [201, 401, 201]
        owner = service.http(session.json()["token"])
        assert owner.put("/api/session/password", json={"password": "a new long one"}).status_code == 204
        assert use(2).status_code == 401


def test_a_link_is_good_for_an_hour(database: Path) -> None:
    with Service(database) as service:
        secret = service.run(service.house.people.owners_link())
        service.clock.ahead += 60 * 60 * 1000
        assert service.http().post("/api/session/link", json={"secret": secret}).status_code == 401


def test_a_new_password_ends_all_other_sessions(service: Service) -> None:
    first, second = service.someone("vic", "player"), service.someone("vic", "player")
    path = "/api/session/password"
    for wrong in ({"password": "a new long one"}, {"password": "a new long one", "old": "not this one"}):
        refused = first.client.put(path, json=wrong)
        assert refused.status_code == 403
        assert refused.json()["error"]["code"] == "wrong_password"
    assert first.client.put(path, json={"password": "a new long one", "old": PASSWORD}).status_code == 204
    assert first.client.get("/api/session").status_code == 200
    assert second.client.get("/api/session").status_code == 401
    admin = service.someone("admin-reset", "administrator")
    reset = admin.client.put("/api/people/vic/password", json={"password": "yet another"})
    assert service.approved(reset).status_code == 200
    assert first.client.get("/api/session").status_code == 401
    own = admin.client.put("/api/people/admin-reset/password", json={"password": "yet another"})
    assert own.json()["error"]["code"] == "own_act"


def test_an_administrator_has_neither_the_owners_account_nor_money_of_the_own(service: Service) -> None:
    service.run(service.house.people.owners_link())
    admin = service.someone("admin-greedy", "administrator").client
    for refused in (
        admin.put("/api/people/owner/password", json={"password": "yet another"}),
        admin.put("/api/people/owner/roles", json={"roles": ["player"]}),
        admin.delete("/api/people/owner"),
    ):
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "owners_own"), refused.url
    for way in ("funds", "payouts"):
        paid = admin.post(f"/api/people/admin-greedy/{way}", json={"command_id": f"{way}-for-me", "amount": "10"})
        assert (paid.status_code, paid.json()["error"]["code"]) == (403, "own_act")


def test_names_that_nobody_has_are_slowed_down_too(service: Service) -> None:
    service.someone("real", "player")
    http = service.http()
    answers = {
        name: [http.post("/api/session", json={"account": name, "password": "no"}).status_code for _ in range(7)]
        for name in ("real", "nobody-has-it")
    }
    assert answers["real"] == answers["nobody-has-it"] == [401] * 5 + [429] * 2


def test_guests_play_at_practice_tables_only(service: Service) -> None:
    pit, guest = service.someone("pit-2", "pit_manager"), service.guest()
    table = pit.open_table(kind="live")
    guest.refused(table, "sit", 403, "guests_practise", seat=1)


def test_a_house_may_do_without_guests(database: Path) -> None:
    with Service(database, ServiceSettings(guests=False)) as service:
        answer = service.http().post("/api/session/guest", json={})
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "no_guests"


@pytest.mark.parametrize("proxy", [None, "127.0.0.1"])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_cookie_of_https_is_never_sent_in_the_clear(database: Path, proxy: str | None, scheme: str) -> None:
    """A proxy says of which scheme the browser's request was; only one that was named is believed."""
    with Service(database, ServiceSettings(proxy=proxy)) as service:
        http = service.http()
        said = {"X-Forwarded-Proto": scheme, "X-Forwarded-For": "9.9.9.9"}
        cookie = http.post("/api/session/guest", json={}, headers=said).headers["set-cookie"]
        assert ("; Secure" in cookie) is (proxy is not None and scheme == "https")
        assert "; HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()


def test_live_money_must_be_there(service: Service) -> None:
    admin, pit = service.someone("admin-1", "administrator"), service.someone("pit-3", "pit_manager")
    player = service.someone("rich", "player")
    table = pit.open_table(kind="live")
    player.refused(table, "sit", 422, "not_enough_money", seat=1, buy_in="100")
    assert at_the_cage(admin, "rich", "funds", "150").json()["balance"] == "150.00"
    player.must(table, "sit", seat=1, buy_in="100")
    assert player.client.get("/api/session/purse").json() == {"live": "50.00", "practice": "0.00"}
    refused = at_the_cage(admin, "rich", "payouts", "50.01")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "purse_too_low")
    paid = at_the_cage(admin, "rich", "payouts", "50")
    assert paid.json()["balance"] == "0.00"
    assert player.client.get("/api/session/purse").json() == {"live": "0.00", "practice": "0.00"}
    assert not sum(balance for _, balance in service.log.balances())


def close(admin: Someone, account: str) -> tuple[int, str, dict[str, str]]:
    answer = admin.client.delete(f"/api/people/{account}")
    error: dict[str, Any] = answer.json().get("error", {})
    return answer.status_code, error.get("code", ""), error.get("facts", {})


def at_the_cage(admin: Someone, account: str, way: str, amount: str, command_id: str = "") -> httpx.Response:
    body = {"command_id": command_id or uuid.uuid4().hex, "amount": amount}
    return admin.service.approved(admin.client.post(f"/api/people/{account}/{way}", json=body))


def test_an_account_is_closed_without_money_only(service: Service) -> None:
    admin, pit = service.someone("admin-closing", "administrator"), service.someone("pit-closing", "pit_manager")
    player = service.someone("leaver", "player")
    table = pit.open_table(kind="live")
    assert at_the_cage(admin, "leaver", "funds", "150", "fund-leaver").is_success
    assert close(admin, "leaver") == (422, "account_has_money", {"purse": "150.00"})
    player.must(table, "sit", seat=1, buy_in="150")
    assert close(admin, "leaver") == (422, "account_has_money", {"tables": table})
    player.must(table, "leave")
    assert close(admin, "leaver") == (422, "account_has_money", {"purse": "150.00"})
    assert player.client.get("/api/session").status_code == 200
    assert at_the_cage(admin, "leaver", "payouts", "150").is_success
    assert close(admin, "leaver") == (200, "", {})
    assert close(admin, "leaver")[:2] == (404, "no_such_account")
    refused = at_the_cage(admin, "leaver", "funds", "10")
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "no_such_account")
    assert service.log.balance("purse:leaver") == 0


def test_practice_money_goes_with_the_account_but_a_seat_is_left_first(service: Service) -> None:
    admin, player = service.someone("admin-closing", "administrator"), service.someone("trainee", "player")
    table = player.open_table()
    player.must(table, "sit", seat=1)
    assert close(admin, "trainee") == (422, "account_has_money", {"tables": table})
    player.must(table, "buy_in", amount="100")
    player.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
    assert close(admin, "trainee") == (422, "account_has_money", {"tables": table})
    player.must(table, "leave")
    assert close(admin, "trainee") == (200, "", {})


def test_what_was_left_in_a_closed_account_is_still_paid_out(service: Service) -> None:
    """Accounts with money could once be closed."""
    admin = service.someone("admin-closing", "administrator")
    service.someone("stranded", "player")
    assert at_the_cage(admin, "stranded", "funds", "80").is_success
    people = service.house.people
    service.run(people.close_account(people.insist_may_close("stranded", "admin-closing"), "admin-closing"))
    paid = at_the_cage(admin, "stranded", "payouts", "80")
    assert paid.is_success
    assert paid.json()["balance"] == "0.00"


def test_administrators_keep_accounts_but_not_their_own_roles(service: Service) -> None:
    admin = service.someone("admin-2", "administrator").client
    new = {"account": "fred", "name": "Fred", "roles": ["dealer"], "password": "long enough"}
    assert service.approved(admin.post("/api/people", json=new)).is_success
    assert admin.post("/api/people", json=new).status_code == 422
    assert service.approved(admin.put("/api/people/fred/roles", json={"roles": ["dealer", "floorperson"]})).is_success
    fred = service.house.people.find("fred")
    assert fred is not None
    assert fred.jobs == ("dealer", "floorperson")
    assert admin.put("/api/people/admin-2/roles", json={"roles": ["regulator"]}).status_code == 403
    assert service.approved(admin.delete("/api/people/fred")).is_success
    assert service.http().post("/api/session", json={"account": "fred", "password": "long enough"}).status_code == 401


def test_asking_too_fast_is_refused_for_a_while(database: Path) -> None:
    with Service(database, ServiceSettings(requests_per_second=1, requests_at_once=5)) as service:
        http = service.http()
        answers = [http.get("/health") for _ in range(10)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) >= 4
        assert refused[0].json()["error"]["code"] == "too_much"
        assert refused[0].headers["Retry-After"] == "1"


def test_buckets_fill_again() -> None:
    now = [0.0]
    buckets = Buckets(2, 3, lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [0.0] * 3
    assert buckets.take("a") == 0.5
    now[0] = 0.5
    assert buckets.take("a") == 0.0
    assert buckets.take("b") == 0.0


def test_security_headers_are_on_every_answer(service: Service) -> None:
    for path in ("/", "/api/tables", "/api/nothing", "/health"):
        headers = service.http().get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"


def test_secrets_are_neither_kept_nor_logged(service: Service) -> None:
    written = io.StringIO()
    set_up_logs(written)
    try:
        http = service.http()
        service.someone("grace", "player")
        http.post("/api/session", json={"account": "grace", "password": PASSWORD})
        token = http.post("/api/session/guest", json={"keep": "bearer"}).json()["token"]
        http.get("/api/session", headers={"Authorization": f"Bearer {token}"})
    finally:
        log_errors_only()
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert any(line["event"] == "request" and line["status"] == 201 for line in lines)
    kept = written.getvalue().encode() + b"".join(
        path.read_bytes() for path in service.database.parent.iterdir() if path.suffix != ".key"
    )
    assert PASSWORD.encode() not in kept
    assert token.encode() not in kept
    assert token.split(".")[1].encode() not in kept
    assert b"$argon2id$" in kept


def test_a_refused_attempt_is_logged_with_its_name(service: Service) -> None:
    dealer, unknown = service.someone("dora-logged", "dealer"), service.http()
    path = "/api/meters/md-high-card-flush/corrections"
    asked = {"command_id": "an-attempt", "main": "30000", "reason": "a test"}
    written = io.StringIO()
    set_up_logs(written)
    try:
        dealer.client.post(path, json=asked)
        unknown.post(path, json=asked)
        unknown.get("/health")  # What is logged is logged after the answer, so the last line may be missing.
    finally:
        log_errors_only()
    lines = [json.loads(line) for line in written.getvalue().splitlines()][:2]
    said = [(line["status"], line.get("account"), line.get("roles"), line.get("refused")) for line in lines]
    assert said == [(403, "dora-logged", "dealer", "forbidden"), (401, None, None, "not_signed_in")]


def test_metrics_count_what_happened(service: Service) -> None:
    ann = service.guest()
    ann.refused("md-high-card-flush", "ready", 422, "not_seated")
    text = service.http().get("/metrics").text
    assert 'houserules_commands_total{answer="refused",type="ready"}' in text
    assert "houserules_tables " in text


def test_a_browser_that_came_by_a_link_is_known_too(service: Service) -> None:
    """The owner sets a password after the link of the first start; others at the same address then guess."""
    own, mallory = service.http(), service.http()
    link = service.run(service.house.people.make_link("owner"))
    came = own.post("/api/session/link", json={"secret": link})
    own.headers["x-csrf-token"] = came.json()["csrf"]
    assert own.put("/api/session/password", json={"password": PASSWORD}).status_code == 204
    wrong, right = ({"account": "owner", "password": each} for each in ("no", PASSWORD))
    answers = [mallory.post("/api/session", json=wrong).status_code for _ in range(6)]
    assert answers == [401] * 5 + [429]
    assert mallory.post("/api/session", json=right).status_code == 429
    assert own.post("/api/session", json=right).status_code == 201
