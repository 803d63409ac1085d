"""The page of a player whose pit moves to another process, because the one that held it is gone."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Self

from playwright.sync_api import Browser, expect

from houserules.log.lease import SILENT_FOR
from houserules.web import listen
from tests.api.service import Service
from tests.browser.stage import Visitor, seat_in_front
from tests.support.postgres import Server
from tests.support.waiting import wait_for

TABLE = "md-high-card-flush"


class Balancer:
    """Sends every connection to the process that it is told, as a load balancer does that asks for their health."""

    def __init__(self, target: int) -> None:
        self.target: int | None = target
        self._listening = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._lines: list[socket.socket] = []
        self._guard = Lock()

    def __enter__(self) -> Self:
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.send_to(None)
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def send_to(self, target: int | None) -> None:
        """From now on; what was connected before ends. None: nobody is there."""
        with self._guard:
            self.target, ended, self._lines = target, self._lines, []
        for line in ended:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listening.accept()
                with self._guard:
                    if self.target is None:
                        line.close()
                        continue
                    onward = socket.create_connection(("127.0.0.1", self.target))
                    self._lines += line, onward
                for source, drain in ((line, onward), (onward, line)):
                    Thread(target=self._pass_on, args=(source, drain), daemon=True).start()

    def _pass_on(self, source: socket.socket, drain: socket.socket) -> None:
        with suppress(OSError):
            while content := source.recv(1 << 16):
                drain.sendall(content)
            drain.shutdown(socket.SHUT_WR)


class Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def sit_in_the_pit(ann: Visitor) -> None:
    ann.open(f"/pits/north/tables/{TABLE}?sit")
    expect(ann.page.locator(".bank strong")).to_be_visible()
    ann.page.evaluate("window.openedOnce = true")


def test_a_page_goes_on_where_its_pit_does_without_a_reload(browser: Browser, server: Server, tmp_path: Path) -> None:
    url, clock = server.new_database(), Seconds()
    with (
        Service(tmp_path / "x.db", url=url, pits=["north"]) as one,
        Service(tmp_path / "x.db", url=url, pits=["north"], seconds=clock) as two,
        Balancer(one.port) as balancer,
        seat_in_front(browser, one, url=balancer.url) as ann,
    ):
        assert one.pits is not None
        assert two.pits is not None
        wait_for(lambda: one.pits is not None and "north" in one.pits.houses)
        sit_in_the_pit(ann)
        ann.bet("ante", "ante", "progressive")
        ann.press("deal")
        ann.await_phase("decisions")
        held = ann.own_cards()
        (silent,) = one.pits._looking
        one.loop.call_soon_threadsafe(silent.cancel)
        wait_for(silent.done)
        balancer.send_to(None)
        expect(ann.page.get_by_text("Connection lost.")).to_be_visible()
        two.run(two.pits.look())
        clock.now += SILENT_FOR
        two.run(two.pits.look())
        assert "north" in two.pits.houses
        balancer.send_to(two.port)
        expect(ann.page.get_by_text("Connection lost.")).to_be_hidden()
        assert ann.own_cards() == held
        ann.press("raise-smallest")
        ann.await_phase("over")
        assert ann.page.evaluate("window.openedOnce"), "nothing was loaded anew"
        assert not ann.faults
