"""A line feed at the end is part of what was sent: no pattern overlooks it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar

from houserules.web import create_app
from houserules.web.middleware import Middleware
from tests.api.service import Service

TABLE = "md-high-card-flush"
COMMANDS = f"/api/tables/{TABLE}/commands"
ROLES = ("player", "dealer", "floorperson", "pit_manager", "administrator", "auditor")


def asked(kind: str, /, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "command_id": uuid.uuid4().hex, "expected_version": 1, **fields}


BODIES: list[tuple[str, dict[str, Any], str]] = [
    (COMMANDS, asked("ready", command_id="abcdefgh\n"), "body.command_id"),
    (COMMANDS, asked("buy_in", amount="10\n"), "body.amount"),
    (COMMANDS, asked("act", seat=1, action="fold\n"), "body.action"),
    (COMMANDS, asked("place_wagers", seat=1, wagers={"ante": "10\n"}), "body.wagers"),
    (COMMANDS, asked("place_wagers", seat=1, wagers={"ante\n": "10"}), "body.wagers"),
    (COMMANDS, asked("shuffle", cards=["As\n"]), "body.cards"),
    (COMMANDS, asked("report", kind="shoe_jam\n"), "body.kind"),
    (COMMANDS, asked("change_settings", automatic=["deal\n"]), "body.automatic"),
    (COMMANDS, asked("change_settings", least_tray="5\n"), "body.least_tray"),
    (
        "/api/people",
        {"account": "ann-feed\n", "name": "A", "roles": ["player"], "password": "12345678"},
        "body.account",
    ),
    ("/api/people/ann-feed/funds", {"command_id": "abcdefgh", "amount": "10\n"}, "body.amount"),
    ("/api/people/ann-feed/payouts", {"command_id": "abcdefgh\n", "amount": "10"}, "body.command_id"),
    ("/api/people/ann-feed%0A/payouts", {"command_id": "abcdefgh", "amount": "10"}, "path.account"),
    (
        f"/api/meters/{TABLE}/corrections",
        {"command_id": "abcdefgh", "main": "30200\n", "reason": "test"},
        "body.main",
    ),
    (f"/api/meters/{TABLE}/corrections/none/approval", {"command_id": "abcdefgh\n"}, "body.command_id"),
    ("/api/tables", {"submission": TABLE, "meter": "shared\n"}, "body.meter"),
    ("/api/tables", {"submission": TABLE, "automatic": ["deal\n"]}, "body.automatic"),
    (f"/api/tables/{TABLE}%0A/commands", asked("ready"), "path.table_id"),
]


@pytest.mark.parametrize(("path", "body", "where"), BODIES)
def test_a_line_feed_at_the_end_is_malformed(service: Service, path: str, body: dict[str, Any], where: str) -> None:
    answer = service.someone("all-feed", *ROLES).client.post(path, json=body)
    assert answer.status_code == 400, answer.text
    error = answer.json()["error"]
    assert error["code"] == "malformed"
    assert error["where"].startswith(where), error


@pytest.mark.parametrize(
    "path",
    [f"/api/tables/{TABLE}%0A", f"/api/meters/{TABLE}%0A", f"/api/hands?table={TABLE}%0A", "/api/hands/x%0A/1/stub"],
)
def test_a_line_feed_at_the_end_of_a_name_is_malformed(service: Service, path: str) -> None:
    answer = service.someone("all-feed", *ROLES).client.get(path)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]["where"] in ("path.table_id", "path.meter_id", "query.table")


def patterns(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("pattern"), str):
            yield part["pattern"]
        part = list(part.values())
    for each in part if isinstance(part, list) else ():
        yield from patterns(each)


def test_every_pattern_is_read_to_the_end(service: Service) -> None:
    """Patterns have Python's own sign for the very end; the description has everybody else's."""
    whole = create_app(service.house)
    assert isinstance(whole, Middleware)
    assert isinstance(whole.app, Litestar)
    ours = set(patterns(whole.app.openapi_schema.to_schema()))
    told = set(patterns(service.http().get("/api/openapi.json").json()))
    assert len(ours) >= 8
    assert all(each.endswith(r"\Z") for each in ours), ours
    assert all(each.endswith("$") and r"\Z" not in each for each in told), told
