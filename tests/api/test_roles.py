"""Least privilege: every role is tried on every action, over the real API, by name."""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple

import httpx
import pytest

from houserules.app.people.roles import Job
from houserules.app.table.verbs import VERBS
from tests.api.service import PASSWORD, Service, Someone, decoded
from tests.support.feeds import connect
from tests.support.waiting import HANG

ROLES = tuple(job.value for job in Job)

FIELDS: dict[str, dict[str, Any]] = {
    "sit": {"seat": 1},
    "buy_in": {"amount": "10"},
    "cash_out": {"amount": "10"},
    "place_wagers": {"seat": 1, "wagers": {"ante": "10"}},
    "withdraw_wagers": {"seat": 1},
    "act": {"seat": 1, "action": "fold"},
    "add_entropy": {"text": "luck"},
    "collect_progressive": {"chips": 0, "sensors": 0},
    "read_cards": {"cards": ["2s"]},
    "count_stub": {"counted": 10},
    "spin_wheel": {"seat": 1},
    "report": {"kind": "shoe_jam"},
    "correct_count": {"seat": 1},
    "validate_payout": {"seat": 1},
    "change_dealing": {"method": "hand"},
    "fill_tray": {"amount": "10"},
    "credit_tray": {"amount": "10"},
    "put_away_alarm": {"wager": "base", "alarm": "players_win_too_much", "reason": "a test"},
}

EXPECTED_VERBS = {
    "player": "sit leave buy_in cash_out place_wagers withdraw_wagers ready act add_entropy view_cards",
    "dealer": "receive_cards inspect_cards spread_cards stack_cards shuffle cut_cards open_round no_more_bets "
    "collect_progressive read_cards deal deal_community count_stub reveal settle spin_wheel go_idle report "
    "remove_deck report_device cover_device uncover_device validate_payout",
    "floorperson": "report remove_deck report_device cover_device uncover_device report_repair verify_inspection "
    "order_shuffle order_recut correct_count change_dealing close_table validate_payout confirm_cards",
    "pit_manager": "fill_tray credit_tray change_settings put_away_alarm report order_shuffle order_recut "
    "report_repair validate_payout confirm_cards",
    "auditor": "",
    "regulator": "",
    "administrator": "",
}
"""Stated here a second time, so that a slip in the table of verbs is found."""

ALL = " ".join(ROLES)
FLOOR = "floorperson pit_manager auditor regulator"
OPENING = {"submission": "md-high-card-flush"}
CORRECTION = {"command_id": "…", "main": "30000", "reason": "a test"}
MONEY = {"command_id": "…", "amount": "10"}
TAKEN = {"account": "the-player", "name": "Somebody Else", "roles": ["player"], "password": PASSWORD}

DECISION = {
    "table": "md-high-card-flush", "cards": ["Ah", "Kh", "Qh", "Jh", "2c", "3d", "4s"], "board": [], "action": "fold",
}  # fmt: skip
NO_DEVICE = {"credential": "AA", "client_data": "AA", "attestation": "AA"}


class Case(NamedTuple):
    operation: str
    """As the description of the API has it."""
    roles: str
    """Who is not turned away."""
    body: Any = None
    query: str = ""
    own: bool = False
    """It ends sessions: somebody else does it."""

    @property
    def name(self) -> str:
        variant = self.body.get("kind", "") if isinstance(self.body, dict) else ""
        return f"{self.operation}{self.query} {variant}".strip()


CASES = (
    Case("GET /api/session", ALL),
    Case("DELETE /api/session", ALL, own=True),
    Case("PUT /api/session/password", ALL, {"password": PASSWORD, "old": PASSWORD}, own=True),
    Case("GET /api/session/purse", ALL),
    Case("GET /api/people", "administrator auditor regulator"),
    Case("GET /api/session/list", ALL),
    Case("DELETE /api/session/list/{session_id}", ALL),
    Case("GET /api/session/passkeys", ALL),
    Case("POST /api/session/passkeys/challenge", ALL),
    Case("POST /api/session/passkeys", ALL, {"name": "x", "password": PASSWORD, **NO_DEVICE}),
    Case("POST /api/session/passkeys/{passkey_id}/removal", ALL, {"password": PASSWORD}),
    Case("GET /api/sign-in/passkeys", "administrator auditor regulator"),
    Case("PUT /api/sign-in/passkeys", "administrator", {"roles": []}),
    Case("GET /api/people/requests", "administrator auditor regulator"),
    Case("POST /api/people/requests/{request_id}/approval", "administrator"),
    Case("DELETE /api/people/requests/{request_id}", "administrator"),
    Case("POST /api/people", "administrator", TAKEN),
    Case("PUT /api/people/{account}/roles", "administrator", {"roles": ["player"]}),
    Case("PUT /api/people/{account}/password", "administrator", {"password": PASSWORD}),
    Case("DELETE /api/people/{account}", "administrator"),
    Case("PUT /api/people/{account}/identity", "administrator", {"subject": "x"}),
    Case("POST /api/people/{account}/funds", "administrator", MONEY),
    Case("POST /api/people/{account}/payouts", "administrator", MONEY),
    Case("POST /api/tables", "player dealer floorperson pit_manager", OPENING),
    Case("POST /api/tables", "pit_manager", {**OPENING, "kind": "live"}),
    Case("GET /api/tables/{table_id}", ALL),
    Case("GET /api/tables/{table_id}", "dealer floorperson pit_manager", query="?desk=dealer"),
    Case("GET /api/tables/{table_id}", "regulator", query="?desk=surveillance"),
    Case("GET /api/tables/{table_id}/advice", "player dealer"),
    Case("GET /api/tables/{table_id}/hands", ALL),
    Case("GET /api/tables/{table_id}/hands/{number}", ALL),
    Case("GET /api/tables/{table_id}/hands/{number}/openings", ALL),
    Case("GET /api/floor", FLOOR),
    Case("GET /api/floor/{table_id}", FLOOR),
    Case("GET /api/floor/{table_id}/course", FLOOR),
    Case("GET /api/floor/{table_id}/incidents", FLOOR),
    Case("GET /api/meters/{meter_id}/history", FLOOR),
    Case("GET /api/meters/{meter_id}/corrections", FLOOR),
    Case("POST /api/meters/{meter_id}/corrections", "pit_manager", CORRECTION),
    Case(
        "POST /api/meters/{meter_id}/corrections/{correction_id}/approval",
        "floorperson pit_manager",
        {"command_id": "…"},
    ),
    Case("DELETE /api/meters/{meter_id}/corrections/{correction_id}", "floorperson pit_manager"),
    Case("POST /api/lessons/drill", ALL, OPENING),
    Case("POST /api/lessons/answers", ALL, {**OPENING, "question": "0-0123456789ab", "action": "fold"}),
    Case("POST /api/lessons/decisions", ALL, DECISION),
    Case("POST /api/lessons/first-hand", ALL, {"table": "md-high-card-flush"}),
    Case("POST /api/lessons/progress", ALL, OPENING),
    Case("POST /api/lessons/layouts", ALL, OPENING),
    Case("POST /api/lessons/payments", ALL, {**OPENING, "question": "0123456789ab", "amounts": []}),
    Case("POST /api/lessons/exams", "dealer floorperson pit_manager", OPENING),
    Case("POST /api/lessons/exams/{exam}", "dealer floorperson pit_manager", {"amounts": []}),
    Case("GET /api/lessons/exams", "dealer floorperson pit_manager"),
    Case("GET /api/lessons/exams/all", "floorperson pit_manager"),
    Case("GET /api/history", ALL),
    Case("GET /api/history/statistics", ALL),
    Case("GET /api/history/export", ALL),
    Case("DELETE /api/history", ALL),
    Case("GET /api/limits", ALL),
    Case("PUT /api/limits/{what}", ALL, {"amount": "100"}),
    Case("POST /api/limits/break", ALL, {"hours": 1}, own=True),
    Case("GET /api/events", "auditor regulator"),
    Case("GET /api/hands", "auditor regulator", query="?table=md-high-card-flush"),
    Case("GET /api/hands/{table_id}/{number}/replay", "regulator"),
    Case("GET /api/hands/{table_id}/{number}/stub", "regulator"),
    Case("GET /api/hands/{table_id}/{number}/export", "regulator"),
    Case("GET /api/hands/{table_id}/{number}/papers/{file}", FLOOR),
    Case("GET /api/export", "auditor regulator"),
    Case("GET /api/export/{what}", "auditor regulator"),
    Case("GET /api/audit/head", ALL),
    Case("GET /api/audit/inclusion/{position}", ALL),
    Case("GET /api/audit/consistency", ALL, query="?old=1"),
    Case("GET /api/audit/witnesses", ALL),
    Case("GET /api/receipts/{command_id}", ALL),
    Case("GET /api/ledger/balances", "pit_manager auditor regulator"),
    Case("GET /api/ledger/transfers", "pit_manager auditor regulator"),
)
PLACES = {
    "account": "nobody-at-all", "command_id": "unknown", "correction_id": "none",
    "exam": "0123456789abcdef", "file": "round.pdf",
    "meter_id": "md-high-card-flush", "number": "1",
    "passkey_id": "0123456789abcdef", "position": "1", "request_id": "0123456789abcdef",
    "session_id": "0123456789abcdef", "table_id": "md-high-card-flush",
    "what": "loss",
}  # fmt: skip

FEEDS = {
    "/api/tables/md-high-card-flush/feed": ALL,
    "/api/tables/md-high-card-flush/feed?desk=dealer": "dealer floorperson pit_manager",
    "/api/tables/md-high-card-flush/feed?desk=surveillance": "regulator",
    "/api/events/feed": "auditor regulator",
}

TRIED_VERB_BY_VERB = {"POST /api/tables/{table_id}/commands"}
SIGN_INS = {
    "POST /api/session", "POST /api/session/link", "POST /api/session/guest", "POST /api/session/passkey",
    "POST /api/session/passkey/challenge", "POST /api/session/openid/visit", "POST /api/session/openid",
}  # fmt: skip
READ_WITH_A_KEY = {"GET /log/part"}
"""By a witness that the house named, with a signed note: see tests/witness."""
OPEN_TO_ALL = {
    "GET /log/checkpoint", "GET /log/vkey", "GET /log/tile/{path}", "GET /health", "GET /ready", "GET /api/pits",
    "GET /api/sign-in", "GET /api/tables", "GET /api/tables/{table_id}/rules", "GET /api/meters",
    "GET /api/tables/{table_id}/odds",
    "GET /api/meters/{meter_id}", "GET /api/rulebooks", "GET /api/rulebooks/{rulebook_id}/paytables",
    "GET /api/rulebooks/{rulebook_id}/choices", "GET /api/rulebooks/{rulebook_id}/readings",
    "GET /api/rulebooks/{rulebook_id}/clauses", "GET /api/submissions", "GET /api/submissions/{name}",
    "POST /api/submissions/check", "POST /api/lab/analysis", "POST /api/lab/strategy",
    "POST /api/lab/short-strategies", "POST /api/lab/design", "POST /api/lab/comparison",
    "GET /api/lab/prices/{rulebook_id}", "POST /api/lab/figures", "DELETE /api/lab/questions/{question}",
    "GET /api/papers", "POST /api/papers/{file}", "GET /api/tables/{table_id}/papers/{file}",
}  # fmt: skip


@pytest.fixture(scope="module")
def staff(service: Service) -> dict[str, Someone]:
    return {role: service.someone(f"the-{role.replace('_', '-')}", role) for role in ROLES}


def test_every_verb_is_in_the_matrix() -> None:
    assert set(VERBS) == {name for names in EXPECTED_VERBS.values() for name in names.split()}


def test_every_operation_is_in_the_matrix(service: Service) -> None:
    """As the service describes itself: a new one is stated here, with those whom it is for, or this fails."""
    described = _described(service)
    tried = {case.operation for case in CASES}
    assert set(described) == tried | TRIED_VERB_BY_VERB | SIGN_INS | READ_WITH_A_KEY | OPEN_TO_ALL
    for operation in tried | TRIED_VERB_BY_VERB:
        assert "401" in described[operation], operation
    for operation in OPEN_TO_ALL:
        assert not {"401", "403"} & described[operation], operation
    for case in CASES:
        assert case.roles == ALL or "403" in described[case.operation], case.operation


def test_every_role_is_named() -> None:
    assert all(set(roles.split()) <= set(ROLES) for roles in [*(case.roles for case in CASES), *FEEDS.values()])


def _described(service: Service) -> dict[str, set[str]]:
    """Each operation with the statuses that are documented for it."""
    paths = service.http().get("/api/openapi.json").json()["paths"]
    return {
        f"{method.upper()} {path}": set(operation["responses"])
        for path, operations in paths.items()
        for method, operation in operations.items()
    }


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("verb", sorted(VERBS))
def test_verb(staff: dict[str, Someone], role: str, verb: str) -> None:
    """With a version that cannot be, those who may ask are told that it is stale; others are turned away before."""
    answer = staff[role].send("md-high-card-flush", verb, version=10**9, **FIELDS.get(verb, {}))
    assert answer.status_code == (409 if verb in EXPECTED_VERBS[role].split() else 403), answer.text


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_route(service: Service, staff: dict[str, Someone], role: str, case: Case) -> None:
    who = service.someone(f"own-{role.replace('_', '-')}", role) if case.own else staff[role]
    answer = _request(who.client, case)
    if role in case.roles.split():
        assert answer.status_code not in (401, 403), answer.text
    else:
        assert answer.status_code == 403, answer.text
        assert answer.json()["error"]["code"] == "forbidden"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_nobody_does_anything_without_signing_in(service: Service, case: Case) -> None:
    answer = _request(service.http(), case)
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "not_signed_in"


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("path", FEEDS)
def test_feed(service: Service, staff: dict[str, Someone], role: str, path: str) -> None:
    headers = {"Authorization": f"Bearer {staff[role].token}"}
    with connect(f"ws://127.0.0.1:{service.port}{path}", additional_headers=headers) as feed:
        first = decoded(str(feed.recv(timeout=HANG)).encode())
    if role in FEEDS[path].split():
        assert first["type"] in ("table", "events")
    else:
        assert first["error"]["code"] == "forbidden"


def test_the_lobby_the_law_and_the_meters_are_open_to_all(service: Service) -> None:
    for path in ("/api/tables", "/api/rulebooks", "/api/meters", "/api/submissions", "/health", "/"):
        assert service.http().get(path).status_code == 200


def test_the_lab_is_open_to_all(service: Service) -> None:
    answer = service.http().post("/api/lab/analysis", json={"submission": "md-high-card-flush"})
    assert answer.status_code in (200, 202), answer.text


def _request(client: httpx.Client, case: Case) -> httpx.Response:
    method, _, path = case.operation.partition(" ")
    places = {**PLACES, "what": "hands"} if path.startswith("/api/export/") else PLACES
    return client.request(method, path.format(**places) + case.query, json=_with_id(case.body))


def _with_id(body: Any) -> Any:
    if isinstance(body, dict) and "command_id" in body:
        return {**body, "command_id": uuid.uuid4().hex}
    return body
