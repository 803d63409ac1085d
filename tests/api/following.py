"""A client that follows a table by its feed and rebuilds the view from what it is sent."""

from __future__ import annotations

import contextlib
import json
import uuid
from collections.abc import Iterator
from typing import Any

from websockets.sync.client import ClientConnection

from tests.api.service import Someone
from tests.support.feeds import connect
from tests.support.waiting import HANG


class Followed:
    """What is sent comes by the feed and in the answers to commands; ``number`` puts both in one order."""

    def __init__(self, who: Someone, table: str, desk: str, feed: ClientConnection) -> None:
        self.who, self.table, self.desk = who, table, desk
        self._feed = feed
        first = json.loads(feed.recv(timeout=HANG))
        assert first["type"] == "table", first
        self.id: str = first["feed"]
        self.number: int = first["number"]
        self.view: dict[str, Any] = first["view"]
        self.versions: list[int] = [first["version"]]
        self._early: dict[int, dict[str, Any]] = {}

    def send(self, kind: str, /, **fields: Any) -> Any:
        """A command that names the feed; its answer has what changed."""
        body = {"type": kind, "command_id": uuid.uuid4().hex, "expected_version": self.view["version"], **fields}
        answer = self.who.client.post(f"/api/tables/{self.table}/commands?feed={self.id}", json=body)
        if answer.status_code == 200:
            assert "view" not in answer.json()
            self._take(answer.json())
        return answer

    def catch_up(self, version: int) -> None:
        """Until the view is of this version, or a newer one."""
        while self.view["version"] < version:
            frame = json.loads(self._feed.recv(timeout=HANG))
            if frame["type"] != "ping":
                assert frame["type"] == "changes", frame
                self._take(frame)

    def _take(self, sent: dict[str, Any]) -> None:
        """In the order of the numbers. An answer to which nothing was new has the number of what came before it."""
        if sent["number"] == self.number:
            assert not sent["changes"], sent
            return
        assert sent["number"] > self.number, "nothing is sent twice"
        self._early[sent["number"]] = sent
        while following := self._early.pop(self.number + 1, None):
            assert following["changes"].keys() <= self.view.keys(), "no key is new"
            self.number += 1
            self.view |= following["changes"]
            assert self.view["version"] >= self.versions[-1], "a view never goes back"
            self.versions.append(self.view["version"])


@contextlib.contextmanager
def follow(who: Someone, table: str, desk: str = "player") -> Iterator[Followed]:
    address = f"ws://127.0.0.1:{who.service.port}/api/tables/{table}/feed?desk={desk}"
    with connect(address, additional_headers={"Authorization": f"Bearer {who.token}"}, max_size=None) as feed:
        yield Followed(who, table, desk, feed)
