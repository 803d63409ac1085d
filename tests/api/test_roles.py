"""Least privilege: every role is tried on every action, over the real API, by name."""

from __future__ import annotations

import uuid
from typing import Any, get_args

import pytest

from houserules.app.asks import AnyAsk, name_of
from houserules.app.roles import ASKS, ROUTES, Job
from tests.api.service import Service, Someone

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

EXPECTED_ASKS = {
    "player": "sit leave buy_in cash_out place_wagers withdraw_wagers ready act add_entropy view_cards",
    "dealer": "receive_cards inspect_cards spread_cards stack_cards shuffle cut_cards open_round no_more_bets "
    "collect_progressive read_cards deal deal_community count_stub reveal settle spin_wheel go_idle report "
    "remove_deck report_device cover_device validate_payout",
    "floorperson": "report remove_deck report_device cover_device verify_inspection order_shuffle order_recut "
    "correct_count change_dealing close_table validate_payout",
    "pit_manager": "fill_tray credit_tray change_settings put_away_alarm report order_shuffle order_recut "
    "validate_payout",
    "auditor": "",
    "regulator": "",
    "administrator": "",
}
"""Stated here a second time, so that a slip in the code's own list is found."""

REQUESTS: dict[str, tuple[str, str, Any]] = {
    "see_table": ("GET", "/api/tables/md-high-card-flush", None),
    "see_own_purse": ("GET", "/api/session/purse", None),
    "open_practice_table": ("POST", "/api/tables", {"submission": "md-high-card-flush"}),
    "open_live_table": ("POST", "/api/tables", {"submission": "md-high-card-flush", "kind": "live"}),
    "ask_advice": ("GET", "/api/tables/md-high-card-flush/advice", None),
    "see_dealer_desk": ("GET", "/api/tables/md-high-card-flush?desk=dealer", None),
    "see_floor": ("GET", "/api/floor", None),
    "see_surveillance": ("GET", "/api/tables/md-high-card-flush?desk=surveillance", None),
    "see_meter_history": ("GET", "/api/meters/md-high-card-flush/history", None),
    "propose_correction": (
        "POST",
        "/api/meters/md-high-card-flush/corrections",
        {"command_id": "…", "main": "30000", "reason": "a test"},
    ),
    "approve_correction": (
        "POST",
        "/api/meters/md-high-card-flush/corrections/none/approval",
        {"command_id": "…"},
    ),
    "see_own_hands": ("GET", "/api/tables/md-high-card-flush/hands", None),
    "see_all_hands": ("GET", "/api/hands?table=md-high-card-flush", None),
    "see_stub": ("GET", "/api/hands/md-high-card-flush/1/stub", None),
    "see_events": ("GET", "/api/events", None),
    "see_ledger": ("GET", "/api/ledger/balances", None),
    "see_proofs": ("GET", "/api/audit/head", None),
    "export_hand": ("GET", "/api/hands/md-high-card-flush/1/export", None),
    "export_all": ("GET", "/api/export", None),
    "see_people": ("GET", "/api/people", None),
    "change_people": ("PUT", "/api/people/nobody-at-all/roles", {"roles": ["player"]}),
    "fund_purse": ("POST", "/api/people/nobody-at-all/funds", {"command_id": "…", "amount": "10"}),
}

EXPECTED_ROUTES = {
    "player": "open_practice_table ask_advice",
    "dealer": "open_practice_table ask_advice see_dealer_desk",
    "floorperson": "open_practice_table see_dealer_desk see_floor see_meter_history approve_correction",
    "pit_manager": "open_practice_table open_live_table see_dealer_desk see_floor see_meter_history "
    "propose_correction approve_correction see_ledger",
    "auditor": "see_floor see_meter_history see_all_hands see_events see_ledger export_all",
    "regulator": "see_floor see_surveillance see_meter_history see_all_hands see_stub see_events see_ledger "
    "export_hand export_all",
    "administrator": "see_people change_people fund_purse",
}
EVERYBODYS = {"see_table", "see_own_purse", "see_own_hands", "see_proofs"}
OPEN_TO_ALL = {"see_lobby", "check_submission", "see_law", "see_lab", "see_meters"}


@pytest.fixture(scope="module")
def staff(service: Service) -> dict[str, Someone]:
    return {role: service.someone(f"the-{role.replace('_', '-')}", role) for role in ROLES}


def test_every_ask_and_every_route_is_in_the_matrix() -> None:
    asks = {ask.__struct_config__.tag for ask in get_args(AnyAsk)}
    assert asks == set(ASKS)
    assert asks == {name for names in EXPECTED_ASKS.values() for name in names.split()}
    assert set(ROUTES) == set(REQUESTS) | OPEN_TO_ALL
    assert callable(name_of)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("ask", sorted(ASKS))
def test_ask(staff: dict[str, Someone], role: str, ask: str) -> None:
    """With a version that cannot be, whoever may ask is told that it is stale; the others are turned away before."""
    answer = staff[role].send("md-high-card-flush", ask, version=10**9, **FIELDS.get(ask, {}))
    assert answer.status_code == (409 if ask in EXPECTED_ASKS[role].split() else 403), answer.text


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("action", sorted(REQUESTS))
def test_route(staff: dict[str, Someone], role: str, action: str) -> None:
    answer = _request(staff[role], action)
    allowed = action in EVERYBODYS or action in EXPECTED_ROUTES[role].split()
    if allowed:
        assert answer.status_code not in (401, 403), answer.text
    else:
        assert answer.status_code == 403, answer.text
        assert answer.json()["error"]["code"] == "forbidden"


@pytest.mark.parametrize("action", sorted(REQUESTS))
def test_nobody_does_anything_without_signing_in(service: Service, action: str) -> None:
    method, path, body = REQUESTS[action]
    answer = service.http().request(method, path, json=_with_id(body))
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "not_signed_in"


def test_the_lobby_the_law_and_the_meters_are_open_to_all(service: Service) -> None:
    for path in ("/api/tables", "/api/rulebooks", "/api/meters", "/api/submissions", "/health", "/"):
        assert service.http().get(path).status_code == 200


def test_the_lab_is_open_to_all(service: Service) -> None:
    answer = service.http().post("/api/lab/analysis", json={"submission": "md-high-card-flush"})
    assert answer.status_code in (200, 202), answer.text


def _request(who: Someone, action: str) -> Any:
    method, path, body = REQUESTS[action]
    return who.client.request(method, path, json=_with_id(body))


def _with_id(body: Any) -> Any:
    if isinstance(body, dict) and "command_id" in body:
        return {**body, "command_id": uuid.uuid4().hex}
    return body
