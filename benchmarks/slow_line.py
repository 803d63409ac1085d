"""How soon a later visit shows the game over a slow line: ``python -m benchmarks.slow_line [--visits 20]``.

Between Chromium and a service on this machine stands a proxy that holds each direction up by 300 ms and passes 50,000
bytes a second to the browser, for all connections together. A table with a hand to decide is opened once; then it is
opened again in a new page of the same browser as often as asked. For each visit it prints the milliseconds from the
start of the navigation until the hand is on the screen, and how many bytes had come through by then. Connections to
the proxy are made at once: the time to open one, and to agree on encryption, is not part of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright
from tests.api.service import Service
from tests.browser.conftest import FLAGS, ROOT
from tests.browser.stage import seat_in_front

_HELD_UP: Final = 0.3
_PACE: Final = 50_000
_HAND: Final = "document.querySelector('.own-hand [data-card]') && document.querySelector('.decision .action')"
_SHOWN: Final = f"""() => new Promise((done) => {{
  const look = () => ({_HAND}) ? done(performance.now()) : requestAnimationFrame(look);
  look();
}})"""


class SlowLine:
    """Passes bytes on later than they came, and to the browser no faster than the line allows."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.passed = 0
        self._free = 0.0
        """When the line has passed on all that it was given so far."""

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        near, far = await asyncio.open_connection("127.0.0.1", self.port)
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self._pass(reader, far, None), self._pass(near, writer, _PACE))

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, pace: int | None) -> None:
        now = asyncio.get_running_loop().time
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def receive() -> None:
            data = b"-"
            while data:
                data = await source.read(1000)
                arrives = now() + _HELD_UP
                if pace is not None:
                    self._free = arrives = max(arrives, self._free) + len(data) / pace
                waiting.put_nowait((arrives, data))

        receiving = asyncio.create_task(receive())
        with contextlib.suppress(ConnectionError):
            while True:
                arrives, data = await waiting.get()
                await asyncio.sleep(max(0.0, arrives - now()))
                if not data:
                    break
                if pace is not None:
                    self.passed += len(data)
                sink.write(data)
                await sink.drain()
        receiving.cancel()
        sink.close()


@contextmanager
def line_to(service: Service) -> Iterator[tuple[SlowLine, str]]:
    """The line and its address, in a thread of its own."""
    line = SlowLine(urlsplit(service.url).port or 80)
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(asyncio.start_server(line.connected, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield line, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        asyncio.run_coroutine_threadsafe(_end_connections(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end_connections() -> None:
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for each in rest:
        each.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=20)
    visits = parser.parse_args().visits
    chromium = subprocess.run([ROOT / "scripts" / "browser"], capture_output=True, text=True, check=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Service(Path(folder) / "house.db") as service,
        line_to(service) as (line, address),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.stdout.strip(), args=FLAGS)
        with seat_in_front(browser, service, worker=True, url=address) as ann:
            table = service.guest().open_table(decision_seconds=0)
            ann.sit(table)
            ann.bet("ante")
            ann.press("deal")
            ann.await_phase("decisions")
            ann.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            ann.settled()
            ann.page.close()
            taken = []
            for _ in range(visits):
                page = ann.context.new_page()
                before = line.passed
                page.goto(f"/tables/{table}", wait_until="commit")
                taken.append(page.evaluate(_SHOWN))
                print(f"{taken[-1]:5.0f} ms, {line.passed - before} bytes", flush=True)
                page.wait_for_load_state("networkidle")
                page.close()
            print(f"median {median(taken):.0f} ms, longest {max(taken):.0f} ms of {visits} visits")
        browser.close()


if __name__ == "__main__":
    main()
