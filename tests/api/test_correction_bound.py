"""A correction of a meter beyond the house's bound takes three persons: one proposes it, two approve it."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.api.service import FAST, Service, Someone

BOUND = 1_000
METER = "/api/meters/md-high-card-flush/corrections"


@pytest.mark.parametrize(("main", "approvals"), [("31000.00", 1), ("31000.01", 2), ("29000.00", 1), ("28999.99", 2)])
def test_beyond_the_bound_two_persons_approve(database: Path, main: str, approvals: int) -> None:
    settings = msgspec.structs.replace(FAST, correction_bound=BOUND * 1_000_000)
    with Service(database, settings) as service:
        pit, other = service.someone("pit", "pit_manager"), service.someone("pam", "pit_manager")
        floor = service.someone("flo", "floorperson")

        def shows() -> str:
            shown: dict[str, Any] = service.http().get("/api/meters/md-high-card-flush").json()
            return str(shown["main"])

        def approve(who: Someone) -> int:
            body = {"command_id": uuid.uuid4().hex}
            return who.client.post(f"{METER}/{name}/approval", json=body).status_code

        asked = {"command_id": uuid.uuid4().hex, "main": main, "reason": "the display was wrong"}
        name = pit.client.post(METER, json=asked).json()["correction"]
        (waits,) = pit.client.get(METER).json()
        assert (waits["approvals"], waits["seconded_by"]) == (approvals, "")
        assert approve(pit) == 403
        assert approve(other) == 200
        if approvals == 2:
            assert shows() == "30000.00", "nothing moves yet"
            (waits,) = pit.client.get(METER).json()
            assert (waits["approvals"], waits["seconded_by"]) == (1, "pam")
            assert approve(other) == 403, "one person approves once"
            assert approve(pit) == 403
            assert approve(floor) == 200
        assert shows() == main
        assert not pit.client.get(METER).json()
        assert not sum(balance for _, balance in service.log.balances())
