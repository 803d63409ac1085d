"""Passkeys over HTTP: added, used, removed, required; and every way in which one is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from houserules.app import audit
from tests.api.service import FAST, PASSWORD, Service, Someone
from tests.support.authenticator import PRESENT, Device, account_in, base64url
from tests.support.postgres import Server

NAME = "house.example"


class Person:
    """Somebody in front of the page at https://house.example, as the proxy says."""

    def __init__(self, service: Service, name: str, *roles: str) -> None:
        self.service, self.name = service, name
        self.someone = service.someone(name, *roles)
        self.client = at_the_name(self.someone.client)
        self.device = Device(f"http://{NAME}", NAME)

    def begin(self) -> dict[str, Any]:
        answer = self.client.post("/api/session/passkeys/challenge")
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def add(self, name: str = "key on my ring", **other: Any) -> httpx.Response:
        made = self.device.made(self.begin())
        return self.client.post("/api/session/passkeys", json={"name": name, "password": PASSWORD, **made, **other})

    def sign_in(self, **other: Any) -> httpx.Response:
        return signed_in(self.service, self.device, **other)


def at_the_name(client: httpx.Client) -> httpx.Client:
    client.headers["host"] = NAME
    return client


def begun(service: Service) -> str:
    answer = at_the_name(service.http()).post("/api/session/passkey/challenge")
    assert (answer.status_code, answer.json()["site"]) == (201, NAME)
    return str(answer.json()["challenge"])


def signed_in(service: Service, device: Device, **other: Any) -> httpx.Response:
    body = {**device.signed(begun(service)), "keep": "bearer", **other}
    return at_the_name(service.http()).post("/api/session/passkey", json=body)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@pytest.fixture
def dana(service: Service, request: pytest.FixtureRequest) -> Person:
    """A dealer of this test's own, with a passkey."""
    found = Person(service, f"dana-{abs(hash(request.node.name)) % 10**9}", "dealer")
    answer = found.add()
    assert answer.status_code == 201, answer.text
    return found


def test_a_passkey_signs_in_without_a_password(dana: Person) -> None:
    answer = dana.sign_in()
    assert (answer.status_code, answer.json()["account"]) == (201, dana.name)
    with_token = dana.service.http(answer.json()["token"])
    assert with_token.get("/api/session").json()["account"] == dana.name
    (shown,) = with_token.get("/api/session/passkeys").json()
    assert (shown["name"], shown["site"]) == ("key on my ring", NAME)
    assert shown["used_at"] > 0
    assert account_in(dana.device.user) == dana.name
    assert dana.sign_in().status_code == 201, "again, with a challenge of its own"


def test_a_browser_gets_a_cookie(dana: Person) -> None:
    client = at_the_name(dana.service.http())
    answer = client.post("/api/session/passkey", json=dana.device.signed(begun(dana.service)))
    assert answer.status_code == 201
    assert answer.json()["token"] is None
    assert "houserules_session" in answer.headers["set-cookie"]


def test_a_device_that_does_not_count_is_accepted(service: Service) -> None:
    """As keys are that their owner has on several devices: they say 0, always."""
    flo = Person(service, "flo-with-many-devices", "floorperson")
    flo.device.counts = False
    assert flo.add().status_code == 201
    assert [flo.sign_in().status_code for _ in range(3)] == [201, 201, 201]


Lie = Callable[[Person], dict[str, Any]]


def lie_about(**said: Any) -> Lie:
    """The device says something else than is so."""

    def lie(dana: Person) -> dict[str, Any]:
        for name, value in said.items():
            setattr(dana.device, name, value)
        return {}

    return lie


def another_user(dana: Person) -> dict[str, Any]:
    """A key of somebody else's, said to be this person's."""
    mallory = Person(dana.service, f"mallory-{dana.name}", "player")
    assert mallory.add().status_code == 201
    mallory.device.user, dana.device = dana.device.user, mallory.device
    return {}


def another_key(dana: Person) -> dict[str, Any]:
    dana.device = Device(dana.device.origin, NAME, credential=dana.device.credential, user=dana.device.user, count=50)
    return {}


LIES: dict[str, Lie] = {
    "another origin": lie_about(origin="http://evil.example"),
    "another port": lie_about(origin=f"http://{NAME}:8421"),
    "https that was not": lie_about(origin=f"https://{NAME}"),
    "another site": lie_about(site="evil.example"),
    "nobody was asked who is there": lie_about(flags=PRESENT),
    "nobody was there": lie_about(flags=0x04),
    "a counter that stands still": lambda dana: lie_about(count=dana.device.count - 1)(dana),
    "a counter that ran back": lie_about(count=0),
    "a passkey that nobody has": lie_about(credential=b"nobody's"),
    "a user that nobody is": lie_about(user=base64url(b"nobody")),
    "a user that is no name": lie_about(user=base64url(b"\x00\xff")),
    "somebody else's passkey": another_user,
    "another key in its place": another_key,
    "no signature": lambda dana: {"signature": base64url(b"signed, I swear")},
    "bytes that are none of a device": lambda dana: {"authenticator_data": base64url(b"short")},
}


@pytest.mark.parametrize("lie", LIES)
def test_what_is_not_so_is_refused(dana: Person, lie: str) -> None:
    assert dana.sign_in().status_code == 201
    other = LIES[lie](dana)
    assert code(dana.sign_in(**other)) == (401, "not_signed_in")


def test_after_a_lie_the_true_device_signs_in(dana: Person) -> None:
    dana.device.origin = "http://evil.example"
    assert dana.sign_in().status_code == 401
    dana.device.origin = f"http://{NAME}"
    assert dana.sign_in().status_code == 201


def test_an_answer_counts_once(dana: Person) -> None:
    client = at_the_name(dana.service.http())
    answer = {**dana.device.signed(begun(dana.service)), "keep": "bearer"}
    assert client.post("/api/session/passkey", json=answer).status_code == 201
    assert code(client.post("/api/session/passkey", json=answer)) == (409, "challenge_over")


def test_a_wrong_answer_uses_up_its_challenge(dana: Person) -> None:
    client, challenge = at_the_name(dana.service.http()), begun(dana.service)
    wrong = {**dana.device.signed(challenge), "signature": base64url(b"no")}
    assert client.post("/api/session/passkey", json=wrong).status_code == 401
    right = dana.device.signed(challenge)
    assert code(client.post("/api/session/passkey", json=right)) == (409, "challenge_over")


def test_a_challenge_is_good_for_five_minutes(database: Path) -> None:
    with Service(database) as service:
        dana = Person(service, "dana", "dealer")
        assert dana.add().status_code == 201
        for seconds, status in ((299, 201), (300, 409)):
            signed = dana.device.signed(begun(service))
            service.clock.ahead += seconds * 1000
            assert at_the_name(service.http()).post("/api/session/passkey", json=signed).status_code == status


def test_a_challenge_that_the_house_did_not_make_is_refused(dana: Person) -> None:
    client = at_the_name(dana.service.http())
    made_up = dana.device.signed("A" * 43)
    assert code(client.post("/api/session/passkey", json=made_up)) == (409, "challenge_over")
    for_adding = dana.device.signed(dana.begin()["challenge"])
    assert code(client.post("/api/session/passkey", json=for_adding)) == (409, "challenge_over")


def test_failures_slow_down_who_tries(dana: Person) -> None:
    answers = [dana.sign_in(signature=base64url(b"no")).status_code for _ in range(6)]
    assert answers == [401] * 5 + [429]


def test_a_removed_passkey_signs_nobody_in(dana: Person) -> None:
    (shown,) = dana.client.get("/api/session/passkeys").json()
    path = f"/api/session/passkeys/{shown['passkey']}/removal"
    assert code(dana.client.post(path, json={"password": "not this one"})) == (403, "wrong_password")
    assert dana.client.post(path, json={"password": PASSWORD}).status_code == 204
    assert dana.client.get("/api/session/passkeys").json() == []
    assert code(dana.sign_in()) == (401, "not_signed_in")
    assert code(dana.client.post(path, json={"password": PASSWORD})) == (404, "no_such_passkey")


def test_a_passkey_of_a_closed_account_signs_nobody_in(database: Path) -> None:
    with Service(database) as service:
        dana, owner = Person(service, "dana", "dealer"), service.someone("root", "administrator")
        assert dana.add().status_code == 201
        assert service.approved(owner.client.delete("/api/people/dana")).status_code == 200
        assert code(dana.sign_in()) == (401, "not_signed_in")


def test_adding_asks_for_the_password(dana: Person) -> None:
    dana.device = Device(f"http://{NAME}", NAME)
    assert code(dana.add(password="not this one")) == (403, "wrong_password")
    assert code(dana.add(password="")) == (403, "wrong_password")
    assert dana.add().status_code == 201


@pytest.mark.parametrize("lie", ["another origin", "https that was not", "another site", "nobody was there"])
def test_a_lie_adds_nothing(service: Service, lie: str) -> None:
    who = Person(service, f"liar-{len(lie)}", "dealer")
    LIES[lie](who)
    assert code(who.add()) == (422, "passkey_not_accepted")
    assert who.client.get("/api/session/passkeys").json() == []


def test_a_challenge_to_add_belongs_to_its_session(dana: Person) -> None:
    other = at_the_name(dana.service.someone(dana.name).client)
    made = Device(f"http://{NAME}", NAME).made(dana.begin())
    answer = other.post("/api/session/passkeys", json={"name": "x", "password": PASSWORD, **made})
    assert code(answer) == (409, "challenge_over")


def test_a_passkey_is_added_once_and_ten_are_the_most(service: Service) -> None:
    dana = Person(service, "dana-with-ten", "dealer")
    assert dana.add().status_code == 201
    assert code(dana.add()) == (422, "passkey_known")
    for _ in range(9):
        dana.device = Device(f"http://{NAME}", NAME)
        assert dana.add().status_code == 201
    assert code(dana.client.post("/api/session/passkeys/challenge")) == (422, "too_many_passkeys")


def test_a_guest_and_an_address_have_none(service: Service) -> None:
    guest = at_the_name(service.guest().client)
    assert code(guest.post("/api/session/passkeys/challenge")) == (403, "guests_have_none")
    by_address = service.someone("ada", "dealer").client.post("/api/session/passkeys/challenge")
    assert code(by_address) == (422, "no_passkeys_here")


def test_behind_a_proxy_a_name_must_be_given(database: Path) -> None:
    with Service(database, replace(FAST, names=(), proxy="127.0.0.1")) as service:
        answer = at_the_name(service.http()).post("/api/session/passkey/challenge")
        assert code(answer) == (422, "no_passkeys_here")
    secure = {"X-Forwarded-Proto": "https"}
    with Service(database, replace(FAST, proxy="127.0.0.1")) as service:
        dana = Person(service, "dana", "dealer")
        dana.client.headers.update(secure)
        dana.device.origin = f"https://{NAME}"
        assert dana.add().status_code == 201


def test_a_passkey_belongs_to_the_name_it_was_made_for(database: Path) -> None:
    with Service(database, replace(FAST, names=(NAME, "other.example"))) as service:
        dana = Person(service, "dana", "dealer")
        assert dana.add().status_code == 201
        client = service.http()
        client.headers["host"] = "other.example"
        challenge = client.post("/api/session/passkey/challenge").json()["challenge"]
        dana.device.origin, dana.device.site = "http://other.example", "other.example"
        answer = client.post("/api/session/passkey", json=dana.device.signed(challenge))
        assert code(answer) == (401, "not_signed_in")


def require(service: Service, admin: Someone, *roles: str) -> httpx.Response:
    return service.approved(admin.client.put("/api/sign-in/passkeys", json={"roles": list(roles)}))


def by_password(service: Service, name: str) -> httpx.Response:
    body = {"account": name, "password": PASSWORD, "keep": "bearer"}
    return at_the_name(service.http()).post("/api/session", json=body)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, database: Path) -> str:
    if request.param == "sqlite":
        return str(database)
    server: Server = request.getfixturevalue("server")
    return server.new_database()


def test_a_role_that_needs_a_passkey_does_not_sign_in_with_a_password_alone(database: Path, url: str) -> None:
    with Service(database, url=url) as service:
        admin, dana = service.someone("root", "administrator"), Person(service, "dana", "dealer")
        assert dana.add().status_code == 201
        ann = service.someone("ann", "player")
        waits = admin.client.put("/api/sign-in/passkeys", json={"roles": ["dealer"]})
        if waits.status_code == 202:
            assert by_password(service, "dana").status_code == 201, "not before a second administrator agrees"
        assert service.approved(waits).status_code == 200
        assert admin.client.get("/api/sign-in/passkeys").json() == {"roles": ["dealer"]}
        assert code(by_password(service, "dana")) == (403, "passkey_needed")
        strong = dana.sign_in().json()
        assert strong["add_passkey"] is False
        assert service.http(strong["token"]).get("/api/tables/md-high-card-flush").status_code == 200
        assert by_password(service, "ann").status_code == 201
        assert ann.client.get("/api/tables/md-high-card-flush").status_code == 200
    with Service(database, url=url) as service:
        assert code(by_password(service, "dana")) == (403, "passkey_needed"), "also after a restart"
        with service.log.frozen() as frozen:
            assert audit(frozen).findings == ()


def test_who_has_none_yet_may_only_add_one(database: Path) -> None:
    with Service(database) as service:
        admin, dana = service.someone("root", "administrator"), Person(service, "dana", "dealer")
        assert require(service, admin, "dealer").status_code == 200
        before = dana.client.get("/api/tables/md-high-card-flush")
        assert code(before) == (403, "passkey_needed"), "also in a session that was opened before"
        answer = by_password(service, "dana").json()
        assert answer["add_passkey"] is True
        dana.client = at_the_name(service.http(answer["token"]))
        assert code(dana.client.get("/api/tables/md-high-card-flush")) == (403, "passkey_needed")
        assert dana.add().status_code == 201
        assert dana.client.get("/api/tables/md-high-card-flush").status_code == 200
        assert dana.client.get("/api/session").json()["add_passkey"] is False


def test_a_session_by_password_adds_no_second_passkey_where_one_is_needed(database: Path) -> None:
    """Who knows the password, and was signed in before passkeys were required, gets no further than others."""
    with Service(database) as service:
        admin, dana = service.someone("root", "administrator"), Person(service, "dana", "dealer")
        old = at_the_name(service.someone("dana").client)
        assert dana.add().status_code == 201
        assert require(service, admin, "dealer").status_code == 200
        made = Device(f"http://{NAME}", NAME).made(old.post("/api/session/passkeys/challenge").json())
        answer = old.post("/api/session/passkeys", json={"name": "x", "password": PASSWORD, **made})
        assert code(answer) == (403, "passkey_needed")


def test_another_password_by_administrators_begins_anew(database: Path) -> None:
    """For who has lost the device: two administrators set a password, and with it the person adds another passkey."""
    with Service(database) as service:
        admin, dana = service.someone("root", "administrator"), Person(service, "dana", "dealer")
        assert dana.add().status_code == 201
        assert require(service, admin, "dealer").status_code == 200
        reset = admin.client.put("/api/people/dana/password", json={"password": "from two others"})
        assert service.approved(reset).status_code == 200
        assert code(dana.sign_in()) == (401, "not_signed_in")
        body = {"account": "dana", "password": "from two others", "keep": "bearer"}
        answer = service.http().post("/api/session", json=body)
        assert answer.status_code == 201
        assert (answer.json()["set_password"], answer.json()["add_passkey"]) == (True, True)


def test_an_administrator_does_not_shut_themselves_out(database: Path) -> None:
    with Service(database) as service:
        root = Person(service, "root", "administrator")
        alone = root.client.put("/api/sign-in/passkeys", json={"roles": ["administrator"]})
        assert code(alone) == (422, "add_passkey")
        assert root.add().status_code == 201
        assert require(service, root.someone, "administrator").status_code == 200


def test_what_is_settled_at_one_service_holds_at_another(database: Path, server: Server) -> None:
    url = server.new_database()
    with Service(database, url=url) as one, Service(database, url=url) as two:
        admin, auditor = one.someone("root", "administrator"), two.someone("audrey", "auditor")
        dana = Person(one, "dana", "dealer")
        assert dana.add().status_code == 201
        assert auditor.client.get("/api/sign-in/passkeys").json() == {"roles": []}
        assert require(one, admin, "dealer").status_code == 200
        assert auditor.client.get("/api/sign-in/passkeys").json() == {"roles": ["dealer"]}
        assert code(by_password(two, "dana")) == (403, "passkey_needed")
        assert signed_in(two, dana.device).status_code == 201


def test_only_administrators_settle_it(service: Service) -> None:
    for role in ("dealer", "pit_manager", "auditor"):
        who = service.someone(f"not-{role.replace('_', '-')}", role)
        assert code(who.client.put("/api/sign-in/passkeys", json={"roles": ["dealer"]})) == (403, "forbidden")
    auditor = service.someone("not-auditor")
    assert auditor.client.get("/api/sign-in/passkeys").json() == {"roles": []}
    assert service.http().get("/api/sign-in/passkeys").status_code == 401
