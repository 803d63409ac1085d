"""Signing in through a real OpenID provider, and everything that must not be believed of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from msgspec.structs import replace

from houserules import app
from houserules.cli.main import run
from tests.api.service import FAST, PASSWORD, Service, Someone
from tests.support.provider import Provider, free_port, provider

CLIENT = "the-house"
SUBJECT = "dana@corp.example"
ROLES = (("pit-crew", "dealer"), ("floor", "floorperson"))


@pytest.fixture(scope="module")
def corp() -> Iterator[Provider]:
    with provider() as running:
        running.knows(SUBJECT, name="Dana of Corp")
        yield running


def settings(corp: Provider, **other: Any) -> Any:
    return replace(FAST, provider=app.Provider(corp.issuer, CLIENT, "a secret", "Corp", **other))


@pytest.fixture(scope="module")
def doubted(corp: Provider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One house that hears all the lies: it must not believe any for having asked the provider before."""
    corp.truthful()
    with Service(tmp_path_factory.mktemp("doubted") / "house.db", settings(corp)) as service:
        service.someone("dana", "dealer")
        assert link(service, "dana", SUBJECT).status_code == 200
        yield service


@pytest.fixture
def house(corp: Provider, database: Path) -> Iterator[Service]:
    """A house with an administrator, and a dealer who is linked to a subject of the provider."""
    corp.truthful()
    with Service(database, settings(corp)) as service:
        service.someone("dana", "dealer")
        assert link(service, "dana", SUBJECT).status_code == 200
        yield service
    corp.truthful()


def administrator(service: Service) -> Someone:
    return service.someone("root", "administrator")


def link(service: Service, account: str, subject: str) -> httpx.Response:
    asked = administrator(service).client.put(f"/api/people/{account}/identity", json={"subject": subject})
    return service.approved(asked)


class Browser:
    """It keeps its cookies."""

    def __init__(self, service: Service, corp: Provider) -> None:
        self.client, self.corp = service.http(), corp

    def begin(self) -> httpx.Response:
        return self.client.post("/api/session/openid/visit")

    def go(self, subject: str = SUBJECT) -> dict[str, str]:
        begun = self.begin()
        assert begun.status_code == 201, begun.text
        return self.corp.visit(begun.json()["address"], subject)

    def back(self, given: dict[str, str], **other: str) -> httpx.Response:
        body = {"code": given["code"], "state": given["state"], "keep": "bearer", **other}
        return self.client.post("/api/session/openid", json=body)

    def sign_in(self, subject: str = SUBJECT) -> httpx.Response:
        return self.back(self.go(subject))


@pytest.fixture
def browser(house: Service, corp: Provider) -> Browser:
    return Browser(house, corp)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_linked_person_signs_in(house: Service, browser: Browser, corp: Provider) -> None:
    assert house.http().get("/api/sign-in").json() == {"provider": "Corp"}
    corp.asked.clear()
    answer = browser.sign_in()
    assert (answer.status_code, answer.json()["account"], answer.json()["roles"]) == (201, "dana", ["dealer"])
    assert house.http(answer.json()["token"]).get("/api/session").json()["account"] == "dana"
    assert set(corp.asked) == {"/.well-known/openid-configuration", "/oauth2/authorize", "/oauth2/token", "/jwks"}


def test_the_words_to_the_provider_are_those_of_the_protocol(browser: Browser) -> None:
    address = httpx.URL(browser.begin().json()["address"])
    said = dict(address.params)
    assert (said["response_type"], said["client_id"], said["code_challenge_method"]) == ("code", CLIENT, "S256")
    assert said["scope"] == "openid profile"
    assert said["redirect_uri"] == f"{str(browser.client.base_url).rstrip('/')}/sign-in"
    assert min(len(said[name]) for name in ("state", "nonce", "code_challenge")) >= 43
    again = dict(httpx.URL(browser.begin().json()["address"]).params)
    assert all(again[name] != said[name] for name in ("state", "nonce", "code_challenge"))


def claims(**changed: Any) -> Callable[[Provider], None]:
    """The token is signed with a key of the provider's, and says something else."""

    def lie(corp: Provider) -> None:
        corp.believed()
        corp.said = lambda said: {name: value for name, value in {**said, **changed}.items() if value is not None}

    return lie


def signed_by_another(corp: Provider) -> None:
    corp.said = lambda said: {**said, "lied": True}


def signed_by_another_with_the_name_of_the_key(corp: Provider) -> None:
    signed_by_another(corp)
    corp.keys = lambda keys: {"keys": [{**each, "kid": "between"} for each in keys["keys"]]}


def signed_again(key: Any, algorithm: str) -> Callable[[str], str]:
    """The same words under the same name of the key, signed otherwise."""

    def sign(token: str) -> str:
        said = jwt.decode(token, options={"verify_signature": False})
        named = {name: value for name, value in jwt.get_unverified_header(token).items() if name == "kid"}
        return jwt.encode(said, key, algorithm, named)

    return sign


def not_signed(corp: Provider) -> None:
    corp.token = signed_again("", "none")


def signed_with_the_secret(corp: Provider) -> None:
    """With what the house knows as well as the provider does."""
    corp.token = signed_again(b"a secret" * 4, "HS256")


def cut(corp: Provider) -> None:
    corp.token = lambda token: token[:-8] + "AAAAAAAA"


def describes(**changed: Any) -> Callable[[Provider], None]:
    def lie(corp: Provider) -> None:
        corp.described = lambda said: {**said, **changed}

    return lie


LIES: dict[str, Callable[[Provider], None]] = {
    "signed by somebody else": signed_by_another,
    "signed by somebody else, with the name of the key": signed_by_another_with_the_name_of_the_key,
    "not signed": not_signed,
    "signed with a secret": signed_with_the_secret,
    "a signature that was cut": cut,
    "another nonce": claims(nonce="for another visit"),
    "no nonce": claims(nonce=None),
    "another audience": claims(aud="another-house"),
    "several audiences and nobody asked": claims(aud=[CLIENT, "another-house"]),
    "several audiences and another asked": claims(aud=[CLIENT, "another-house"], azp="another-house"),
    "expired": claims(exp=1_000_000_000),
    "never expires": claims(exp=None),
    "an expiry that is none": claims(exp="tomorrow"),
    "another issuer": claims(iss="https://corp.example"),
    "of nobody": claims(sub=None),
    "no keys": lambda corp: setattr(corp, "keys", lambda keys: {"keys": []}),
    "not a token": lambda corp: setattr(corp, "token", lambda token: "token"),
    "the code was refused": lambda corp: setattr(corp, "_challenges", []),
}


@pytest.mark.parametrize("lie", LIES)
def test_what_is_not_the_provider_s_word_is_not_believed(doubted: Service, corp: Provider, lie: str) -> None:
    corp.truthful()
    browser = Browser(doubted, corp)
    given = browser.go()
    LIES[lie](corp)
    assert code(browser.back(given)) == (401, "provider_not_believed")
    corp.truthful()
    assert browser.sign_in().status_code == 201, "with its own words it is"


def test_several_audiences_are_believed_where_this_house_asked(browser: Browser, corp: Provider) -> None:
    claims(aud=[CLIENT, "another-house"], azp=CLIENT)(corp)
    assert browser.sign_in().status_code == 201


@pytest.mark.parametrize(
    "lie",
    [
        {"issuer": "https://corp.example"},
        {"token_endpoint": "http://127.0.0.1:9/oauth2/token"},
        {"jwks_uri": "http://evil.example/jwks"},
        {"authorization_endpoint": "https://evil.example/"},
        {"jwks_uri": None},
    ],
)
def test_a_provider_elsewhere_is_not_asked(doubted: Service, corp: Provider, lie: dict[str, Any]) -> None:
    corp.truthful()
    browser = Browser(doubted, corp)
    describes(**lie)(corp)
    corp.asked.clear()
    assert code(browser.begin()) == (401, "provider_not_believed")
    assert corp.asked == ["/.well-known/openid-configuration"]


def test_a_token_is_good_until_it_expires(house: Service, browser: Browser, corp: Provider) -> None:
    now = house.clock() // 1000
    for seconds, status in ((-59, 201), (-60, 401)):
        claims(exp=now + seconds)(corp)
        assert browser.sign_in().status_code == status


def test_a_state_is_good_once_in_one_browser_and_for_five_minutes(
    house: Service, browser: Browser, corp: Provider
) -> None:
    given = browser.go()
    assert code(browser.back(given, state="made up")) == (409, "challenge_over")
    other = Browser(house, corp)
    other.begin()
    assert code(other.back(given)) == (409, "challenge_over"), "begun in another browser"
    assert code(browser.back(given)) == (409, "challenge_over"), "and used up by that"
    given = browser.go()
    assert browser.back(given).status_code == 201
    assert code(browser.back(given)) == (409, "challenge_over")
    given = browser.go()
    house.clock.ahead += 300_000
    assert code(browser.back(given)) == (409, "challenge_over")


def test_a_code_is_good_once(browser: Browser) -> None:
    first = browser.go()
    assert browser.back(first).status_code == 201
    second = browser.go()
    assert code(browser.back(second, code=first["code"])) == (401, "provider_not_believed")


def test_a_provider_that_is_down_is_called_so(database: Path, browser: Browser, corp: Provider) -> None:
    corp.status = 502
    assert code(browser.begin()) == (503, "provider_unavailable")
    gone = f"127.0.0.1:{free_port()}"
    elsewhere = replace(FAST, provider=app.Provider(f"http://{gone}", "x"))
    with Service(database.with_name("other.db"), elsewhere) as other:
        answer = other.http().post("/api/session/openid/visit")
        assert code(answer) == (503, "provider_unavailable")
        assert gone in answer.json()["error"]["message"]
        dana = other.someone("dana", "dealer")
        assert dana.client.get("/api/session").status_code == 200, "passwords do without"


def test_who_is_linked_to_nobody_is_told_so(house: Service, browser: Browser) -> None:
    answer = browser.sign_in("mallory@corp.example")
    assert code(answer) == (403, "not_linked")
    assert answer.json()["error"]["facts"]["subject"] == "mallory@corp.example"
    assert link(house, "dana", "").status_code == 200
    assert code(browser.sign_in()) == (403, "not_linked"), "unlinked again"


def test_two_administrators_link_and_nobody_links_themselves(house: Service) -> None:
    root = administrator(house)
    house.someone("second-administrator", "administrator")
    dora = house.someone("dora", "dealer")
    path = "/api/people/dora/identity"
    assert code(dora.client.put(path, json={"subject": "dora@corp"})) == (403, "forbidden")
    asked = root.client.put(path, json={"subject": "dora@corp"})
    assert asked.status_code == 202
    assert house.approved(asked).status_code == 200
    shown = {each["account"]: each["subject"] for each in root.client.get("/api/people").json()}
    assert shown["dora"] == "dora@corp"
    own = root.client.put("/api/people/root/identity", json={"subject": "root@corp"})
    assert code(own) == (403, "own_act")
    taken = root.client.put("/api/people/dora/identity", json={"subject": SUBJECT})
    assert code(taken) == (422, "identity_taken")


def test_a_closed_account_is_linked_to_nobody(house: Service, browser: Browser) -> None:
    assert house.approved(administrator(house).client.delete("/api/people/dana")).status_code == 200
    assert code(browser.sign_in()) == (403, "not_linked")


def test_the_provider_s_word_is_more_than_a_password(house: Service, browser: Browser) -> None:
    root = administrator(house)
    required = house.approved(root.client.put("/api/sign-in/passkeys", json={"roles": ["dealer"]}))
    assert required.status_code == 200
    token = browser.sign_in().json()["token"]
    assert house.http(token).get("/api/tables/md-high-card-flush").status_code == 200
    by_password = {"account": "dana", "password": PASSWORD, "keep": "bearer"}
    weak = house.http().post("/api/session", json=by_password).json()["token"]
    assert code(house.http(weak).get("/api/tables/md-high-card-flush")) == (403, "passkey_needed")


def test_roles_follow_the_claim_where_the_operator_says_so(database: Path, corp: Provider) -> None:
    corp.truthful()
    flo = "flo@corp.example"
    corp.knows(flo, name="Flo\u202e of\nCorp", groups=["pit-crew", "others"])
    with Service(database, settings(corp, roles=ROLES)) as service:
        browser = Browser(service, corp)
        first = browser.sign_in(flo).json()
        assert (first["name"], first["roles"]) == ("Flo ofCorp", ["dealer"])
        corp.knows(flo, groups=["floor", "pit-crew"])
        second = browser.sign_in(flo).json()
        assert (second["account"], second["roles"]) == (first["account"], ["dealer", "floorperson"])
        corp.knows(flo, groups=["others"])
        assert code(browser.sign_in(flo)) == (403, "not_linked"), "who has left the crew is let in no more"
        assert code(browser.sign_in("mallory@corp.example")) == (403, "not_linked")


def test_nobody_becomes_an_administrator_by_a_claim(database: Path, corp: Provider) -> None:
    corp.knows("eve@corp.example", groups=["bosses"])
    with Service(database, settings(corp, roles=(("bosses", "administrator"),))) as service:
        assert code(Browser(service, corp).sign_in("eve@corp.example")) == (403, "not_linked")


@pytest.mark.parametrize(
    ("issuer", "options", "why"),
    [
        ("http://corp.example", ("client", "x"), "https"),
        ("ftp://corp.example", ("client", "x"), "https"),
        ("https://corp.example", (), "client"),
        ("https://corp.example", ("client", "x", "role", "a=administrator"), "administrator"),
        ("https://corp.example", ("client", "x", "role", "dealer"), "VALUE=ROLE"),
        ("https://corp.example", ("client", "x", "role", "a=king"), "king"),
        ("https://corp.example", ("client", "x", "secret-file", "/none/here"), "/none/here"),
    ],
)
def test_settings_that_cannot_be_right_are_refused_at_the_start(
    database: Path, capsys: pytest.CaptureFixture[str], issuer: str, options: tuple[str, ...], why: str
) -> None:
    named = [f"--openid-{each}" if place % 2 == 0 else each for place, each in enumerate(options)]
    assert run(["serve", "--db", str(database), "--port", "0", "--openid-issuer", issuer, *named]) == 2
    assert why in capsys.readouterr().err
    assert not database.exists()


def test_by_a_name_that_was_not_given_nobody_is_sent_away(database: Path, corp: Provider) -> None:
    corp.truthful()
    anybody = replace(settings(corp), names=(), proxy="127.0.0.1")
    with Service(database, anybody) as service:
        client = service.http()
        client.headers["host"] = "evil.example"
        assert code(client.post("/api/session/openid/visit")) == (422, "no_provider_here")


def test_a_house_without_a_provider_says_so(service: Service) -> None:
    assert service.http().get("/api/sign-in").json() == {"provider": None}
    assert code(service.http().post("/api/session/openid/visit")) == (422, "no_provider")
    body = {"code": "x", "state": "x"}
    assert code(service.http().post("/api/session/openid", json=body)) == (422, "no_provider")
    put = service.someone("root", "administrator").client.put("/api/people/root/identity", json={"subject": "x"})
    assert code(put) == (422, "no_provider")
