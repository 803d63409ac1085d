"""Somebody who sits at a table and plays while others attack: how long is each answer waited for?"""

from __future__ import annotations

import time
import uuid
from typing import Any

from tests.attacks.wire import Wire, guest

_PAUSE = 0.05


class Player:
    def __init__(self, port: int) -> None:
        self.port = port
        self.token = guest(port)
        self.waits: list[float] = []
        """Seconds for each answer."""
        self.failures: list[str] = []
        self._wire = Wire(port)
        self.rounds = 0
        status, opened = self._wire.ask("POST", "/api/tables", {"submission": "md-high-card-flush"}, self.token)
        assert status == 201, opened
        self.table = opened["table"]
        self._view: Any = self._ask("GET", f"/api/tables/{self.table}")
        self._must("sit", seat=1, buy_in="100000")

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        began = time.perf_counter()
        try:
            status, answer = self._wire.ask(method, path, body, self.token)
        except OSError as error:
            status, answer = 0, repr(error)
        self.waits.append(time.perf_counter() - began)
        if status == 200:
            return answer
        self.failures.append(f"{method} {path}: {status} {answer}")
        self._wire.close()
        self._wire = Wire(self.port)
        return None

    def _must(self, kind: str, **fields: Any) -> None:
        body = {"type": kind, "command_id": uuid.uuid4().hex, "expected_version": self._view["version"], **fields}
        answer = self._ask("POST", f"/api/tables/{self.table}/commands", body)
        self._view = answer["view"] if answer else self._ask("GET", f"/api/tables/{self.table}") or self._view

    def step(self) -> None:
        """One thing that a player does: bet, or decide. Every tenth round over a new connection."""
        acts = [option for option in self._view["you"]["options"] if option["type"] == "act"]
        if acts:
            self._must("act", seat=1, action=acts[0]["action"], amount=acts[0].get("smallest", "0"))
        else:
            self.rounds += 1
            if self.rounds % 10 == 0:
                self._wire.close()
                self._wire = Wire(self.port)
            self._must("place_wagers", seat=1, wagers={"ante": "10"}, ready=True)

    def play(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.step()
            time.sleep(_PAUSE)

    def percentile(self, share: float) -> float:
        """In milliseconds."""
        ordered = sorted(self.waits)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]
