"""A client that means harm: whatever it sends, the answer has the one shape and nothing is changed."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from houserules.law import MalformedData
from houserules.web.submissions import filed_data
from tests.api.service import JSON, PASSWORD, Service, Someone, decoded
from tests.support.feeds import connect
from tests.support.waiting import HANG

TABLE = "md-high-card-flush"
COMMANDS = f"/api/tables/{TABLE}/commands"


def in_the_one_shape(answer: Any) -> dict[str, Any]:
    assert answer.headers["content-type"].startswith("application/json"), answer.text
    error: dict[str, Any] = answer.json()["error"]
    assert set(error) <= {"code", "message", "clause", "facts", "where"}
    assert error["code"]
    assert error["message"]
    for told in ("Traceback", ".py", "sqlite", "argon2", "msgspec", "/home", "/tmp"):
        assert told not in answer.text, answer.text
    return error


BODIES: list[tuple[str, bytes]] = [
    ("nothing", b""),
    ("no JSON", b"{"),
    ("not UTF-8", b"\xff\xfe\x00"),
    ("text that is not UTF-8", b'{"type":"add_entropy","command_id":"abcdefgh","expected_version":0,"text":"\xff"}'),
    ("a number", b"1"),
    ("null", b"null"),
    ("deep", b"[" * 20_000 + b"]" * 20_000),
    ("infinite", b'{"type":"sit","command_id":"abcdefgh","expected_version":1e400,"seat":1}'),
    ("a huge number", b'{"type":"sit","command_id":"abcdefgh","expected_version":' + b"9" * 5000 + b',"seat":1}'),
    ("a key twice", b'{"type":"sit","type":"leave","command_id":"abcdefgh","expected_version":0,"seat":1}'),
    ("null bytes", b'{"type":"add_entropy","command_id":"abcd\\u0000efgh","expected_version":0,"text":"x"}'),
    ("a lone surrogate", b'{"type":"add_entropy","command_id":"abcdefgh","expected_version":0,"text":"\\ud800"}'),
    ("an amount in floats", b'{"type":"buy_in","command_id":"abcdefgh","expected_version":0,"amount":1e9}'),
]


@pytest.mark.parametrize(("name", "body"), BODIES, ids=[name for name, _ in BODIES])
def test_bodies_that_make_no_sense(service: Service, name: str, body: bytes) -> None:
    ann, position = service.guest(), service.log.position()
    answer = ann.client.post(COMMANDS, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 409, 422), (name, answer.text)
    in_the_one_shape(answer)
    assert service.log.position() == position


def test_a_key_twice_among_many_is_found_quickly(service: Service) -> None:
    body = "{" + "".join(f'"{n:x}":1,' for n in range(26_000)) + '"twice":1,"twice":1}'
    began = time.process_time()
    answer = service.http().post("/api/submissions/check", content=body, headers=JSON)
    assert time.process_time() - began < 2
    assert answer.status_code == 400
    assert in_the_one_shape(answer)["where"] == "body.twice"


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "multipart/form-data; boundary=x", "image/png"])
def test_bodies_of_another_kind(service: Service, kind: str) -> None:
    answer = service.guest().client.post(COMMANDS, content=b"<x/>", headers={"Content-Type": kind})
    assert 400 <= answer.status_code < 500
    in_the_one_shape(answer)


def test_a_huge_body_is_turned_away(service: Service) -> None:
    ann = service.guest()
    answer = ann.client.post(COMMANDS, content=b'{"x":"' + b"a" * 400_000 + b'"}')
    assert answer.status_code == 413
    in_the_one_shape(answer)


def test_a_body_that_says_less_than_it_sends_is_turned_away(service: Service) -> None:
    """Without a length, in chunks that never end, it is cut off at the limit."""
    ann = service.guest()

    def chunks() -> Any:
        for _ in range(100):
            yield b" " * 10_000

    answer = ann.client.post(COMMANDS, content=chunks())
    assert answer.status_code == 413
    in_the_one_shape(answer)


def test_practice_money_is_lent_up_to_a_limit(service: Service) -> None:
    """Otherwise one guest could lend himself so much that the books hold no more for anybody."""
    ann = service.guest()
    table = ann.open_table()
    ann.refused(table, "sit", 422, "too_much_lent", seat=1, buy_in="999999999999")
    ann.must(table, "sit", seat=1, buy_in="999999.50")
    ann.must(table, "buy_in", amount="0.50")
    assert ann.refused(table, "buy_in", 422, "too_much_lent", amount="0.01")["facts"] == {"most": "1000000.00"}
    ann.must(table, "leave")
    ann.must(table, "sit", seat=1, buy_in="1000000")
    assert ann.client.get("/api/session/purse").json()["practice"] == "0.00", "a player's own money comes first"


def test_the_limit_is_one_for_all_tables_together(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    first, second = ann.open_table(), ann.open_table()
    ann.must(first, "sit", seat=1, buy_in="600000")
    ann.refused(second, "sit", 422, "too_much_lent", seat=1, buy_in="400000.01")
    bob.must(second, "sit", seat=2, buy_in="1000000")
    ann.must(second, "sit", seat=1, buy_in="400000")
    ann.refused(first, "buy_in", 422, "too_much_lent", amount="1")
    ann.must(second, "cash_out", amount="1")
    ann.must(first, "buy_in", amount="1")


def test_money_beyond_what_the_books_hold_is_refused(database: Path) -> None:
    with Service(database) as service:
        chief, ann = service.someone("chief", "administrator"), service.someone("ann", "player")
        answers = [
            chief.client.post(
                "/api/people/ann/funds",
                json={"command_id": f"fund-{n:04}", "amount": "999999999999", "kind": "practice"},
            )
            for n in range(5)
        ]
        assert [answer.status_code for answer in answers] == [201] * 4 + [422]
        assert in_the_one_shape(answers[4])["code"] == "balance_too_large"
        assert ann.client.get("/api/session/purse").json()["practice"] == "3999999999996.00"
        assert sum(balance for _, balance in service.log.balances()) == 0
        ann.must(TABLE, "sit", seat=1, buy_in="100")


def test_cashing_out_nothing_is_refused(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    for amount in ("0", "0.00"):
        ann.refused(table, "cash_out", 422, "nothing_moved", amount=amount)
    assert ann.view(table)["you"]["chips"] == "100.00"


SUBMISSIONS: list[tuple[str, Any]] = [
    ("long text", "#" * 20_001),
    ("a dotted key", "a" + ".a" * 9_000 + " = 1"),
    ("a number with a point at the end", "\n".join(f"a{n} = 1" for n in range(1_500)) + "\nz = 1.5"),
    ("many wagers", 'rulebook = "MD-HCF"\n[wagers]\n' + "\n".join(f"{n} = {{}}" for n in range(1_800))),
    ("many wagers as data", {"rulebook": "MD-HCF", "wagers": {f"{n}": {} for n in range(9_000)}}),
    ("long text as data", {"rulebook": "MD-HCF", "operator": "x" * 20_001}),
]


@pytest.mark.parametrize(("name", "submission"), SUBMISSIONS, ids=[name for name, _ in SUBMISSIONS])
@pytest.mark.parametrize("path", ["/api/submissions/check", "/api/lab/strategy", "/api/tables"])
def test_a_submission_that_was_made_to_take_long(service: Service, name: str, submission: Any, path: str) -> None:
    ann, began = service.guest(), time.process_time()
    answer = ann.client.post(path, json={"submission": submission})
    assert time.process_time() - began < 3
    assert answer.status_code == 400, answer.text
    assert in_the_one_shape(answer)["code"] in ("malformed", "malformed_submission")


@pytest.mark.parametrize(
    "data",
    [
        {f"k{n}": 1 for n in range(500)},
        {"a": [1] * 499},
        {"a": {f"k{n}": {} for n in range(499)}},
        {"a": "x" * 19_999},
        {"a" * 10_000: "x" * 10_000},
    ],
)
def test_how_much_a_submission_may_be(data: dict[str, Any]) -> None:
    assert filed_data(data) == data
    with pytest.raises(MalformedData, match="20,000 characters or 500 values"):
        filed_data({**data, "one more": "x"})


TOKENS = [
    "nonsense", "owner.", "owner.x", ".x", "a" * 5000, "owner.\u00e9", "../../etc/passwd.x", "owner.x; DROP TABLE x",
]  # fmt: skip


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_that_nobody_was_given(service: Service, token: str) -> None:
    answer = service.http().get("/api/session/purse", headers={b"Authorization": f"Bearer {token}".encode()})
    assert answer.status_code == 401
    assert in_the_one_shape(answer)["code"] == "not_signed_in"


def test_another_persons_things(service: Service) -> None:
    ann, eve = service.guest(), service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, command_id="bet-of-ann-1", ready=True)
    before = ann.view(table)
    eve.refused(table, "act", 422, "not_seated", seat=1, action="fold")
    eve.must(table, "sit", seat=2, buy_in="100")
    eve.refused(table, "act", 403, "not_your_box", seat=1, action="fold")
    eve.refused(table, "withdraw_wagers", 403, "not_your_box", seat=1)
    assert ann.view(table)["round"] == before["round"]
    assert eve.view(table)["round"]["seats"][0]["cards"] is None


def test_a_command_recorded_and_sent_again_by_somebody_else(service: Service) -> None:
    ann, eve = service.guest(), service.guest()
    table = ann.open_table()
    sent = ann.send(table, "sit", seat=1, buy_in="100")
    assert sent.status_code == 200
    stolen = eve.client.post(f"/api/tables/{table}/commands", content=sent.request.content, headers=JSON)
    assert stolen.status_code == 409
    assert in_the_one_shape(stolen)["code"] in ("stale_version", "command_id_reused")
    elsewhere = ann.client.post(f"/api/tables/{TABLE}/commands", content=sent.request.content, headers=JSON)
    assert elsewhere.status_code == 409
    assert ann.client.get("/api/session/purse").json()["practice"] == "0.00"


def test_many_commands_at_once_leave_one_history(service: Service) -> None:
    """Thirty different asks on one version: one is carried out, the others are told to look again."""
    people = [service.guest() for _ in range(6)]
    table = people[0].open_table()
    version, answers = people[0].version(table), []

    def ask(who: Someone, seat: int) -> None:
        answers.append(who.send(table, "sit", seat=seat, version=version, buy_in="100"))

    threads = [threading.Thread(target=ask, args=(people[n % 6], n % 6 + 1)) for n in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 29
    assert len([seat for seat in people[0].view(table)["seats"] if seat["player"]]) == 1
    assert sum(balance for _, balance in service.log.balances()) == 0


PATHS = [
    "/api/tables/..%2f..%2fetc%2fpasswd", "/api/tables/%00", "/api/tables/" + "a" * 3000, "/api/tables/x' OR '1'='1",
    "/api/tables/md-high-card-flush/hands/99999999999999999999", "/api/hands?table=%ff", "/api/events?after=-1",
    "/api/events?limit=100000", "/api/ledger/balances?prefix=%25", "/assets/..%2f..%2fserver.py", "/..%2fserver.py",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_paths_that_lead_astray(service: Service, path: str) -> None:
    auditor = service.someone("audrey", "auditor")
    answer = auditor.client.get(path)
    assert answer.status_code in (200, 400, 404), answer.text
    assert "import" not in answer.text
    if answer.status_code != 200:
        assert "Traceback" not in answer.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])
def test_methods_that_are_not_there(service: Service, method: str) -> None:
    answer = service.guest().client.request(method, COMMANDS)
    assert answer.status_code == 405
    in_the_one_shape(answer)


def test_a_page_elsewhere_cannot_use_a_cookie(service: Service) -> None:
    http = service.http()
    csrf = http.post("/api/session/guest", json={}).json()["csrf"]
    body = {"submission": TABLE}
    for forged in ({}, {"x-csrf-token": ""}, {"x-csrf-token": "0" * 32}, {"x-csrf-token": "\u00e9".encode()}):
        assert http.post("/api/tables", json=body, headers=forged).status_code == 403  # type: ignore[arg-type]
    assert http.delete("/api/session").status_code == 403
    assert http.post("/api/tables", json=body, headers={"x-csrf-token": csrf}).status_code == 201


ELSEWHERE = ["https://evil.example", "null", "http://[", "http://127.0.0.1:1", ""]


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_a_page_elsewhere_cannot_change_anything_by_cookie(service: Service, origin: str) -> None:
    """Not even with the right csrf value."""
    http = service.http()
    headers = {"x-csrf-token": http.post("/api/session/guest", json={}).json()["csrf"], "Origin": origin}
    for answer in (
        http.post("/api/tables", json={"submission": TABLE}, headers=headers),
        http.delete("/api/session", headers=headers),
    ):
        assert answer.status_code == 403
        assert in_the_one_shape(answer)["code"] == "other_origin"
    assert http.get("/api/session", headers=headers).status_code == 200, "looking is left to the browser's own rules"


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        (None, None),
        (None, "http://127.0.0.1:{port}"),
        ("house.example", "https://house.example"),
        ("house.example:443", "https://house.example"),
        ("house.example:8443", "https://house.example:8443"),
        ("House.example", "https://house.example"),
    ],
)
def test_a_page_of_the_house_is_known_also_behind_a_proxy(
    service: Service, host: str | None, origin: str | None
) -> None:
    http = service.http()
    headers = {"x-csrf-token": http.post("/api/session/guest", json={}).json()["csrf"]}
    headers |= {"Host": host} if host else {}
    headers |= {"Origin": origin.format(port=service.port)} if origin else {}
    cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    answer = service.http().post("/api/tables", json={"submission": TABLE}, headers={**headers, "Cookie": cookie})
    assert answer.status_code == 201, answer.text


def test_a_token_is_sent_by_nobody_unasked(service: Service) -> None:
    answer = service.guest().client.post("/api/tables", json={"submission": TABLE}, headers={"Origin": "http://x.y"})
    assert answer.status_code == 201


def socket_address(service: Service, path: str) -> str:
    return f"ws://127.0.0.1:{service.port}{path}"


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_a_page_elsewhere_cannot_watch(service: Service, origin: str) -> None:
    ann = service.guest()
    headers = {"Authorization": f"Bearer {ann.token}", "Origin": origin}
    with connect(socket_address(service, f"/api/tables/{TABLE}/feed"), additional_headers=headers) as feed:
        assert decoded(str(feed.recv(timeout=HANG)).encode())["error"]["code"] == "other_origin"
        with pytest.raises(ConnectionClosed):
            feed.recv(timeout=HANG)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (f"/api/tables/{TABLE}/feed?desk=surveillance", "forbidden"),
        (f"/api/tables/{TABLE}/feed?desk=dealer", "forbidden"),
        (f"/api/tables/{TABLE}/feed?desk=god", "no_such_desk"),
        ("/api/tables/nowhere/feed", "no_such_table"),
        ("/api/events/feed", "forbidden"),
    ],
)
def test_feeds_that_are_not_for_a_guest(service: Service, path: str, code: str) -> None:
    headers = {"Authorization": f"Bearer {service.guest().token}"}
    with connect(socket_address(service, path), additional_headers=headers) as feed:
        assert decoded(str(feed.recv(timeout=HANG)).encode())["error"]["code"] == code


def test_talk_on_a_feed_is_not_listened_to(service: Service) -> None:
    ann = service.guest()
    headers = {"Authorization": f"Bearer {ann.token}"}
    with connect(socket_address(service, f"/api/tables/{TABLE}/feed"), additional_headers=headers) as feed:
        feed.recv(timeout=HANG)
        for said in ("{}", json.dumps({"type": "act", "seat": 1}), b"\x00\xff" * 50, "x" * 100_000):
            # What is too long ends the feed, perhaps before all of it is sent.
            with contextlib.suppress(ConnectionClosed):
                feed.send(said)
    assert service.http().get("/health").json()["status"] == "ok"
    with connect(socket_address(service, f"/api/tables/{TABLE}/feed"), additional_headers=headers) as feed:
        assert decoded(str(feed.recv(timeout=HANG)).encode())["type"] == "table"


def test_a_session_that_ends_ends_its_feeds(service: Service) -> None:
    ann = service.guest()
    headers = {"Authorization": f"Bearer {ann.token}"}
    with connect(socket_address(service, f"/api/tables/{TABLE}/feed"), additional_headers=headers) as feed:
        feed.recv(timeout=HANG)
        assert ann.client.delete("/api/session").status_code == 204
        bob = service.guest()
        bob.must(TABLE, "sit", seat=4, buy_in="100")
        bob.must(TABLE, "leave")
        assert decoded(str(feed.recv(timeout=HANG)).encode())["error"]["code"] == "not_signed_in"


def test_a_session_that_ends_while_a_body_is_on_its_way_asks_for_nothing(service: Service) -> None:
    ann = service.guest()
    body = json.dumps({"type": "sit", "command_id": "late-body-1", "expected_version": ann.version(TABLE), "seat": 5})
    head = (
        f"POST /api/tables/{TABLE}/commands HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {ann.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", service.port), timeout=HANG) as late:
        late.sendall((head + body[:5]).encode())
        time.sleep(0.2)
        assert ann.client.delete("/api/session").status_code == 204
        late.sendall(body[5:].encode())
        assert late.recv(100).startswith(b"HTTP/1.1 401")


def test_a_request_looks_its_session_up_once(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = service.guest()
    ann.view(TABLE)
    looked_up: list[str] = []
    real = service.house.people.recognize

    def counting(token: str) -> Any:
        looked_up.append(token)
        return real(token)

    monkeypatch.setattr(service.house.people, "recognize", counting)
    ann.view(TABLE)
    assert service.http("nobody.known").get(f"/api/tables/{TABLE}").status_code == 401
    ann.client.delete(f"/api/lab/questions/{'0' * 32}")
    assert looked_up == [ann.token, "nobody.known", ann.token]


def test_a_client_that_never_finishes_its_request_holds_nobody_up(service: Service) -> None:
    slow = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(20)]
    try:
        for each in slow:
            each.sendall(b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        assert service.http().get("/health").status_code == 200
    finally:
        for each in slow:
            each.close()


@pytest.mark.parametrize("name", ["", "  ", "\x00", "a\nb", "a\x7f", "\u202eelbat", "a\u2066b", "\u200b", "\ufeff"])
def test_names_that_cannot_be_read_are_nobodys(service: Service, name: str) -> None:
    admin = service.someone("admin-names", "administrator")
    account = {"account": "newcomer", "name": name, "roles": ["player"], "password": PASSWORD}
    opened = admin.client.post("/api/people", json=account)
    table = service.guest().client.post("/api/tables", json={"submission": TABLE, "name": name})
    for answer in (opened, table):
        assert (answer.status_code, answer.json()["error"]["where"]) == (400, "body.name")


@pytest.mark.parametrize("name", ["High Card Flush 7", "Zoë's table", "😀", "卓一", " a  b "])
def test_names_that_can_be_read(service: Service, name: str) -> None:
    answer = service.guest().client.post("/api/tables", json={"submission": TABLE, "name": name})
    assert answer.json()["name"] == name


def test_what_is_locked_stays_locked_however_it_is_asked(database: Path) -> None:
    """Failures of all addresses count together, and a lock tells nothing about the password."""
    with Service(database) as service:
        service.someone("victim", "player")
        answers = []
        for attempt in range(8):
            body = {"account": "victim", "password": PASSWORD if attempt > 5 else f"guess {attempt}"}
            headers = {"X-Forwarded-For": f"10.0.0.{attempt}"}
            answers.append(service.http().post("/api/session", json=body, headers=headers).status_code)
        assert answers == [401] * 5 + [429] * 3


@pytest.mark.parametrize(
    ("body", "kind", "where"),
    [
        (b'{"type":"ready","command_id":"abcdefgh","expected_version":"133"}', JSON, "body.expected_version"),
        (b'{"type":"go_idle","command_id":"abcdefgh","expected_version":1,"face_up":"1"}', JSON, "body.face_up"),
        (b'{"type":"ready","type":"leave","command_id":"abcdefgh","expected_version":1}', JSON, "body.type"),
        (b'{"type":"ready","command_id":"abcdefgh","expected_version":1}', {"Content-Type": "text/plain"}, "header"),
        (b"", JSON, "body"),
    ],
)
def test_what_is_not_quite_right_is_not_taken(
    service: Service, body: bytes, kind: dict[str, str], where: str
) -> None:
    answer = service.guest().client.post(COMMANDS, content=body, headers=kind)
    assert answer.status_code == 400
    error = in_the_one_shape(answer)
    assert error["code"] == "malformed"
    assert error["where"].startswith(where), error
    assert "data" not in error["message"]


def test_where_names_no_insides(service: Service) -> None:
    error = in_the_one_shape(service.http().get("/api/tables/%20/rules"))
    assert "ParamType" not in str(error)


def test_a_card_that_is_there_twice_is_named(service: Service) -> None:
    dealer = service.someone("dan-twice", "dealer")
    table = dealer.open_table(automatic=[])
    error = dealer.refused(table, "shuffle", 400, "not_a_deck", cards=["As", "Kd", "As"])
    assert error["facts"] == {"cards": "As"}
