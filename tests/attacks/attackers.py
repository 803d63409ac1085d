"""What an attacker does. Each goes on until ``going`` says no, and gives up nothing because it is refused."""

from __future__ import annotations

import random
import socket
import threading
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from tests.attacks.wire import TABLE, Wire, feed, frame, guest, head

Going = Callable[[], bool]


def slow_clients(port: int, going: Going, count: int = 200) -> None:
    """Heads and bodies of which a byte comes every now and then."""
    held: list[socket.socket] = []
    while going():
        while len(held) < count:
            held.append(_connected(port))
            with suppress(OSError):
                begun = head("POST", "/api/session", 1000) if len(held) % 2 else b"GET / HTTP/1.1\r\nX-Slow: "
                held[-1].sendall(begun)
        for each in tuple(held):
            try:
                each.sendall(b"a")
            except OSError:
                held.remove(each)
        time.sleep(0.5)


def half_open(port: int, going: Going, count: int = 2000) -> None:
    """Connections that ask for nothing; those that are ended are made anew."""
    held: list[socket.socket] = []
    while going():
        while len(held) < count and going():
            held.append(_connected(port))
            held[-1].setblocking(False)
        for each in tuple(held):
            try:
                if each.recv(1) == b"":
                    held.remove(each)
            except BlockingIOError:
                pass
            except OSError:
                held.remove(each)
        time.sleep(0.2)


def large_headers(port: int, going: Going, size: int = 60_000_000) -> None:
    """A request with 60 MB of headers, in lines of 1 kB."""
    line = b"X-Filler: " + b"a" * 1000 + b"\r\n"
    while going():
        made = _connected(port)
        with suppress(OSError):
            made.sendall(b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n")
            for _ in range(0, size, 64 * len(line)):
                made.sendall(64 * line)
        made.close()


def large_cookies(port: int, going: Going, size: int = 160_000) -> None:
    """A cookie of backslashes, which Python's reader of cookies takes a time for that grows with the square."""
    cookie = b'Cookie: a="' + b"\\" * size + b'"\r\n'
    small = b'Cookie: a="' + b"\\" * 15_000 + b'"\r\n'
    while going():
        for each in (cookie, small):
            made = _connected(port)
            with suppress(OSError):
                made.sendall(b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n" + each + b"\r\n")
                made.recv(1000)
            made.close()


def floods(port: int, going: Going, count: int = 100) -> None:
    """Guests who ask as fast as they are answered, each over a connection of its own."""
    flood_as(port, going, dict.fromkeys(guests(port, going, count), ""), count)


def flood_as(port: int, going: Going, addresses: dict[str, str], count: int) -> None:
    """The same, by those who are signed in with these tokens, each at its address behind a proxy."""
    paths = [f"/api/tables/{TABLE}", "/api/tables", f"/api/tables/{TABLE}/rules", f"/api/tables/{TABLE}/hands"]

    def flood(token: str) -> None:
        while going():
            with suppress(OSError, ValueError, IndexError):
                wire = Wire(port, addresses[token])
                while going() and wire.ask("GET", random.choice(paths), None, token)[0]:
                    pass
                wire.close()

    _all(flood, [*addresses], count)


def pipelines(port: int, going: Going, count: int = 8) -> None:
    """Thousands of requests sent without waiting for an answer."""
    many = 5000 * b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n"

    def pour(_: str) -> None:
        while going():
            with suppress(OSError):
                made = _connected(port)
                made.sendall(many)
                made.recv(1000)
                made.close()

    _all(pour, [""], count)


def compressed_frames(port: int, going: Going, count: int = 8) -> None:
    """Guests who send feeds 32 MB of zeros, compressed."""
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packed.compress(bytes(32_000_000)) + packed.flush(zlib.Z_SYNC_FLUSH)
    sent = frame(0xC1, bomb[:-4])
    _feeds(port, going, count, "Sec-WebSocket-Extensions: permessage-deflate\r\n", lambda made: made.sendall(sent))


def large_frames(port: int, going: Going, count: int = 8) -> None:
    """Guests who send feeds 32 MB each, in one message and in many pieces."""

    def pour(made: socket.socket) -> None:
        piece = bytes(65_536)
        made.sendall(frame(0x82, b"", announced=32_000_000))
        for _ in range(500):
            made.sendall(piece)

    _feeds(port, going, count, "", pour)


def pings(port: int, going: Going, count: int = 8) -> None:
    """Guests who send feeds pings without end and read none of the answers."""
    many = b"".join(frame(0x89, b"") for _ in range(10_000))

    def pour(made: socket.socket) -> None:
        while going():
            made.sendall(many)

    _feeds(port, going, count, "", pour)


def many_feeds(port: int, going: Going, count: int = 1500) -> None:
    """One guest who follows a table 1,500 times."""
    token = guest(port)
    held: list[socket.socket] = []
    while going():
        with suppress(OSError):
            if len(held) < count:
                held.append(feed(port, token))
        if len(held) >= count:
            time.sleep(0.1)


def deaf_readers(port: int, going: Going, count: int = 200) -> None:
    """Clients that ask for much and read nothing."""
    held: list[socket.socket] = []
    while going():
        while len(held) < count and going():
            made = _connected(port)
            with suppress(OSError):
                made.sendall(14 * head("GET", "/api/openapi.json", 0))
            held.append(made)
        time.sleep(0.5)


ATTACKS: Final[dict[str, Callable[[int, Going], None]]] = {
    "slow_clients": slow_clients,
    "half_open": half_open,
    "large_headers": large_headers,
    "large_cookies": large_cookies,
    "floods": floods,
    "pipelines": pipelines,
    "compressed_frames": compressed_frames,
    "large_frames": large_frames,
    "pings": pings,
    "many_feeds": many_feeds,
    "deaf_readers": deaf_readers,
}


def guests(port: int, going: Going, count: int) -> list[str]:
    """As many sessions as the service gives out; it limits how many it opens in a minute for one address."""
    found: list[str] = []
    while len(found) < count and going():
        try:
            found.append(guest(port))
        except (AssertionError, OSError):
            break
    return found or [""]


def _connected(port: int) -> socket.socket:
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=10)
        except OSError:
            time.sleep(0.01)


def _feeds(port: int, going: Going, count: int, more: str, attack: Callable[[socket.socket], None]) -> None:
    def again(token: str) -> None:
        while going():
            with suppress(OSError):
                made = feed(port, token, more)
                try:
                    attack(made)
                    made.recv(1 << 16)
                finally:
                    made.close()

    _all(again, guests(port, going, count), count)


def _all(attack: Callable[[str], None], tokens: list[str], count: int) -> None:
    threads = [threading.Thread(target=attack, args=(tokens[n % len(tokens)],)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
