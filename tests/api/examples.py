"""The examples in the description of the API, as a running service gives them.

``python -m tests.api.examples`` asks every operation once and writes what was sent and answered to
``src/houserules/web/description/examples.json``. Long lists and texts are cut, what opens a session is replaced.
With names of sections, as in ``python -m tests.api.examples lessons``, only those are recorded anew.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx

import houserules
from houserules.app.table.verbs import VERBS
from houserules.web import ServiceSettings
from tests.api.service import FAST, PASSWORD, Service, Someone
from tests.api.test_roles import FIELDS
from tests.support.authenticator import Device
from tests.support.feeds import connect
from tests.support.waiting import HANG

FILE = Path(houserules.__file__).parent / "web" / "description" / "examples.json"
TABLE = "md-high-card-flush"
GAME = {"submission": TABLE}
NAME = "house.example"
SETTINGS: ServiceSettings = FAST
STAFF = ("dealer", "floorperson", "pit_manager", "auditor", "regulator")
SECRET = {"token": "0123456789abcdef", "csrf": "fedcba9876543210", "secret": "0123456789abcdef"}
MOST, LONGEST = 2, 400
COMMAND, SECOND, THIRD, FOURTH, FIFTH, SIXTH = (sha256(b"%d" % each).hexdigest()[:16] for each in range(6))
LINES_OF_CARDS = ("cards", "board", "dealer", "community")


def shortened(value: Any, name: str = "") -> Any:
    """Lists of two, texts of a line, and no secrets. Cards stay whole: a hand has as many as it has."""
    if isinstance(value, dict):
        return {key: shortened(each, key) for key, each in value.items()}
    if isinstance(value, list):
        return [shortened(each) for each in (value if name in LINES_OF_CARDS else value[:MOST])]
    if isinstance(value, str):
        return SECRET[name] if name in SECRET and value else value[:LONGEST] + "…" if len(value) > LONGEST else value
    return value


class Recorder:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.found: dict[str, Any] = {}

    def ask(
        self,
        client: httpx.Client,
        operation: str,
        body: Any = None,
        query: Any = None,
        keep: bool = True,
        **places: Any,
    ) -> Any:
        """The answer, asked for until it is there."""
        method, _, path = operation.partition(" ")
        while True:
            answer = client.request(method, path.format(**places), params=query, json=body)
            if answer.status_code != 202 or "request" in answer.text:
                break
            time.sleep(0.2)
        assert answer.status_code < 300, f"{operation}: {answer.text}"
        is_json = answer.headers.get("content-type", "") == "application/json"
        shown = answer.json() if is_json else _text(answer)
        if keep and operation not in self.found:
            kept = {"parameters": {**places, **(query or {})}, "body": body, "answer": shown}
            self.found[operation] = {key: shortened(each) for key, each in kept.items() if each not in (None, {}, "")}
        return shown


def _text(answer: httpx.Response) -> str | None:
    """The first line of what is text; of other files nothing can be shown."""
    kind = answer.headers.get("content-type", "")
    if "csv" in kind:
        return "".join(answer.text.splitlines(keepends=True)[:3])
    return answer.text if kind.startswith("text/") else answer.text.partition("\n")[0] if "ndjson" in kind else None


def record(service: Service, only: Sequence[str] = ()) -> dict[str, Any]:
    recorder = Recorder(service)
    ann = service.someone("ann", "player")
    pat, sam = service.someone("pat", *STAFF), service.someone("sam", *STAFF)
    service.someone("pit", "pit_manager")
    owner = service.someone("owner", "administrator")
    round_of(recorder, ann)
    sections: dict[str, Callable[[], None]] = {
        "sessions": lambda: sessions(recorder),
        "passkeys": lambda: passkeys(recorder),
        "people": lambda: people(recorder, owner),
        "records": lambda: records(recorder, ann, pat),
        "meters": lambda: meters(recorder, pat, sam),
        "law_and_lab": lambda: law_and_lab(recorder),
        "lessons": lambda: lessons(recorder, pat),
        "own": lambda: own(recorder, ann),
        "service": lambda: service_itself(recorder),
    }
    for name, section in sections.items():
        if not only or name in only:
            section()
    return {"operations": {**recorder.found, **BY_HAND}, "feeds": feeds(service, ann, pat)}


def round_of(recorder: Recorder, ann: Someone) -> None:
    ask = recorder.ask
    ask(ann.client, "GET /api/tables")
    ann.must(TABLE, "sit", seat=3, buy_in="500")
    ann.must(TABLE, "place_wagers", seat=3, wagers=ann.all_wagers(TABLE), ready=True)
    ask(ann.client, "GET /api/tables/{table_id}", table_id=TABLE)
    ask(ann.client, "GET /api/tables/{table_id}/advice", table_id=TABLE)
    shown = ann.view(TABLE)
    body = {"type": "act", "command_id": COMMAND, "expected_version": shown["version"], "seat": 3, "action": "fold"}
    ask(ann.client, "POST /api/tables/{table_id}/commands", body, table_id=TABLE)
    verbs = {
        name: {"type": name, "command_id": COMMAND, "expected_version": shown["version"], **FIELDS.get(name, {})}
        for name in VERBS
    }
    recorder.found["POST /api/tables/{table_id}/commands"]["bodies"] = {**verbs, "act": body}
    for rest in ("rules", "odds", "hands"):
        ask(ann.client, f"GET /api/tables/{{table_id}}/{rest}", table_id=TABLE)
    for rest in ("", "/openings"):
        ask(ann.client, f"GET /api/tables/{{table_id}}/hands/{{number}}{rest}", table_id=TABLE, number=1)
    ask(ann.client, "POST /api/tables", {**GAME, "name": "A table of our own", "betting_seconds": 30})
    ask(ann.client, "GET /api/receipts/{command_id}", command_id=COMMAND)


def sessions(recorder: Recorder) -> None:
    ask, service = recorder.ask, recorder.service
    dana = service.someone("dana", "dealer")
    ask(service.http(), "POST /api/session/guest", {"keep": "bearer"})
    ask(service.http(), "POST /api/session", {"account": "dana", "password": PASSWORD, "keep": "bearer"})
    ask(dana.client, "GET /api/session")
    ask(dana.client, "GET /api/session/purse")
    listed = ask(dana.client, "GET /api/session/list")
    other = next(each["session"] for each in listed if not each["current"])
    ask(dana.client, "DELETE /api/session/list/{session_id}", session_id=other)
    ask(dana.client, "PUT /api/session/password", {"password": "a much longer one", "old": PASSWORD})
    ask(service.http(), "GET /api/sign-in")
    ask(dana.client, "DELETE /api/session")


def passkeys(recorder: Recorder) -> None:
    ask, service = recorder.ask, recorder.service
    kim = service.someone("kim", "dealer")
    kim.client.headers["host"] = NAME
    device = Device(f"http://{NAME}", NAME)
    made = device.made(ask(kim.client, "POST /api/session/passkeys/challenge"))
    added = ask(
        kim.client, "POST /api/session/passkeys", {"name": "the key on my ring", "password": PASSWORD, **made}
    )
    ask(kim.client, "GET /api/session/passkeys")
    stranger = service.http()
    stranger.headers["host"] = NAME
    challenge = ask(stranger, "POST /api/session/passkey/challenge")["challenge"]
    ask(stranger, "POST /api/session/passkey", {**device.signed(challenge), "keep": "bearer"})
    removal = "POST /api/session/passkeys/{passkey_id}/removal"
    ask(kim.client, removal, {"password": PASSWORD}, passkey_id=added["passkey"])


def people(recorder: Recorder, owner: Someone) -> None:
    def ask(operation: str, body: Any = None, **places: Any) -> Any:
        return recorder.ask(owner.client, operation, body, **places)

    account = {"account": "lee", "name": "Lee", "roles": ["player"], "password": PASSWORD}
    ask("POST /api/people", account)
    ask("GET /api/people")
    ask("PUT /api/people/{account}/roles", {"roles": ["player"]}, account="lee")
    ask("PUT /api/people/{account}/password", {"password": "another horse battery"}, account="lee")
    money = {"command_id": SECOND, "amount": "200", "kind": "live"}
    ask("POST /api/people/{account}/funds", money, account="lee")
    ask("POST /api/people/{account}/payouts", {**money, "command_id": THIRD}, account="lee")
    ask("DELETE /api/people/{account}", account="lee")
    ask("GET /api/sign-in/passkeys")
    ask("PUT /api/sign-in/passkeys", {"roles": ["auditor"]})
    recorder.ask(owner.client, "PUT /api/sign-in/passkeys", {"roles": []}, keep=False)
    second = recorder.service.someone("second", "administrator")
    for approved in (True, False):
        named = f"max{int(approved)}"
        asked = recorder.ask(
            owner.client, "POST /api/people", {**account, "account": named, "roles": ["dealer"]}, keep=False
        )
        ask("GET /api/people/requests")
        if approved:
            approval = "POST /api/people/requests/{request_id}/approval"
            recorder.ask(second.client, approval, request_id=asked["request"])
        else:
            recorder.ask(second.client, "DELETE /api/people/requests/{request_id}", request_id=asked["request"])


def records(recorder: Recorder, ann: Someone, pat: Someone) -> None:
    def ask(operation: str, query: Any = None, **places: Any) -> Any:
        return recorder.ask(pat.client, operation, query=query, **places)

    ask("GET /api/floor")
    for rest in ("", "/course", "/incidents"):
        ask(f"GET /api/floor/{{table_id}}{rest}", table_id=TABLE)
    ask("GET /api/events", {"after": 40, "limit": 2})
    ask("GET /api/hands", {"table": TABLE, "account": ann.account, "limit": 20})
    for rest in ("replay", "stub", "export"):
        ask(f"GET /api/hands/{{table_id}}/{{number}}/{rest}", table_id=TABLE, number=1)
    ask("GET /api/hands/{table_id}/{number}/papers/{file}", table_id=TABLE, number=1, file="round.pdf")
    ask("GET /api/export")
    ask("GET /api/export/{what}", {"after": 0}, what="hands")
    for what in ("head", "witnesses"):
        ask(f"GET /api/audit/{what}")
    ask("GET /api/audit/inclusion/{position}", position=5)
    ask("GET /api/audit/consistency", {"old": 5})
    ask("GET /api/ledger/balances", {"prefix": f"table:{TABLE}"})
    ask("GET /api/ledger/transfers", {"after": 0, "limit": 2})


def meters(recorder: Recorder, pat: Someone, sam: Someone) -> None:
    def ask(operation: str, body: Any = None, who: Someone = pat, **places: Any) -> Any:
        return recorder.ask(who.client, operation, body, meter_id=TABLE, **places)

    recorder.ask(pat.client, "GET /api/meters")
    ask("GET /api/meters/{meter_id}")
    for number, command in enumerate((FOURTH, FIFTH)):
        proposal = {"command_id": command, "main": f"3000{number}", "reason": "the sign showed another amount"}
        proposed = ask("POST /api/meters/{meter_id}/corrections", proposal)["correction"]
        ask("GET /api/meters/{meter_id}/corrections")
        which = "/api/meters/{meter_id}/corrections/{correction_id}"
        if number:
            ask(f"DELETE {which}", None, sam, correction_id=proposed)
        else:
            ask(f"POST {which}/approval", {"command_id": SIXTH}, sam, correction_id=proposed)
    ask("GET /api/meters/{meter_id}/history")


def law_and_lab(recorder: Recorder) -> None:
    nobody = recorder.service.http()

    def ask(operation: str, body: Any = None, **places: Any) -> Any:
        return recorder.ask(nobody, operation, body, **places)

    ask("GET /api/rulebooks")
    for what in ("paytables", "choices", "readings", "clauses"):
        ask(f"GET /api/rulebooks/{{rulebook_id}}/{what}", rulebook_id="MD-HCF")
    ask("GET /api/submissions")
    filed = ask("GET /api/submissions/{name}", name=TABLE)["data"]
    ask("POST /api/submissions/check", {"submission": filed, "live": True})
    for question in ("analysis", "strategy", "short-strategies", "figures"):
        ask(f"POST /api/lab/{question}", GAME)
    ask("POST /api/lab/design", {**GAME, "edge": "6%", "wager": "flush_bonus", "answers": 2})
    ask("POST /api/lab/comparison", {"a": TABLE, "b": "ma-high-card-flush"})
    ask("GET /api/lab/prices/{rulebook_id}", rulebook_id="MD-HCF")
    ask("DELETE /api/lab/questions/{question}", question="0123456789abcdef0123456789abcdef")
    ask("GET /api/papers")
    ask("POST /api/papers/{file}", GAME, file="signs.pdf")
    ask("GET /api/tables/{table_id}/papers/{file}", table_id=TABLE, file="signs.pdf")


def lessons(recorder: Recorder, pat: Someone) -> None:
    def ask(operation: str, body: Any = None, who: Someone = pat, **places: Any) -> Any:
        return recorder.ask(who.client, operation, body, **places)

    guest = recorder.service.guest()
    recorder.ask(guest.client, "POST /api/lessons/first-hand", {"table": guest.open_table()})
    hand = ask("POST /api/lessons/drill", GAME)
    ask("POST /api/lessons/answers", {**GAME, "question": hand["question"], "action": hand["options"][0]})
    own = guest.open_table(decision_seconds=0)
    guest.must(own, "sit", seat=1, buy_in="100")
    folded = guest.play_round(own, 1, {"ante": "10"}, raises=False)["last_round"]["seats"][0]["cards"]
    decision = {"table": own, "cards": folded, "board": [], "action": "fold"}
    recorder.ask(guest.client, "POST /api/lessons/decisions", decision)
    ask("POST /api/lessons/progress", GAME)
    layout = ask("POST /api/lessons/layouts", GAME)
    amounts = ["10.00"] * len(layout["lines"])
    ask("POST /api/lessons/payments", {**GAME, "question": layout["question"], "amounts": amounts})
    exam = ask("POST /api/lessons/exams", GAME)
    papers = [["10.00"] * len(each["lines"]) for each in exam["layouts"]]
    ask("POST /api/lessons/exams/{exam}", {"amounts": papers}, exam=exam["exam"]["exam"])
    ask("GET /api/lessons/exams")
    ask("GET /api/lessons/exams/all")


def own(recorder: Recorder, ann: Someone) -> None:
    def ask(operation: str, body: Any = None, **places: Any) -> Any:
        return recorder.ask(ann.client, operation, body, **places)

    for rest in ("", "/statistics", "/export"):
        ask(f"GET /api/history{rest}")
    ask("DELETE /api/history")
    ask("PUT /api/limits/{what}", {"amount": "200"}, what="loss")
    ask("GET /api/limits")
    ask("POST /api/limits/break", {"hours": 24})


def service_itself(recorder: Recorder) -> None:
    nobody = recorder.service.http()
    for path in ("/log/checkpoint", "/log/vkey", "/health", "/ready", "/api/pits"):
        recorder.ask(nobody, f"GET {path}")
    size = recorder.service.log.position()
    partial = "" if size >= 256 else f".p/{size}"
    recorder.ask(nobody, "GET /log/tile/{path}", path=f"0/000{partial}")


BY_HAND: dict[str, Any] = {
    "POST /api/session/link": {"body": {"secret": SECRET["secret"], "keep": "bearer"}},
    "POST /api/session/openid/visit": {
        "answer": {"address": "https://id.house.example/authorize?client_id=houserules&state=0123456789abcdef"},
    },
    "POST /api/session/openid": {"body": {"code": "0123456789", "state": "0123456789abcdef", "keep": "bearer"}},
    "PUT /api/people/{account}/identity": {"parameters": {"account": "lee"}, "body": {"subject": "lee@id.example"}},
    "GET /log/part": {"parameters": {"after": 0, "upto": 1000}},
}
ANSWERED_LIKE = {
    "POST /api/session/link": "POST /api/session",
    "POST /api/session/openid": "POST /api/session",
    "PUT /api/people/{account}/identity": "PUT /api/people/{account}/roles",
}
"""What needs a provider, a link of the first start, or the key of a witness."""


def feeds(service: Service, ann: Someone, pat: Someone) -> dict[str, Any]:
    """The first frame of each kind."""
    found: dict[str, Any] = {}
    for path, who in ((f"/api/tables/{TABLE}/feed", ann), ("/api/events/feed?after=40", pat)):
        headers = {"Authorization": f"Bearer {who.token}"}
        frames: dict[str, Any] = {}
        with connect(f"ws://127.0.0.1:{service.port}{path}", additional_headers=headers) as feed:
            while len(frames) < (2 if who is ann else 1):
                frame = json.loads(feed.recv(timeout=HANG))
                frames.setdefault(frame["type"], shortened(frame))
                if frame["type"] == "table":
                    ann.must(TABLE, "leave")
        found[path.partition("?")[0].replace(TABLE, "{table_id}")] = frames
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Service(Path(folder) / "house.db", SETTINGS) as service:
        found = record(service, sys.argv[1:])
    kept = json.loads(FILE.read_text(encoding="utf-8"))["operations"] if sys.argv[1:] else {}
    operations = {**kept, **found["operations"]}
    for operation, like in ANSWERED_LIKE.items():
        operations[operation]["answer"] = operations[like]["answer"]
    found["operations"] = dict(sorted(operations.items()))
    FILE.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
