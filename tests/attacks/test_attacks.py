"""Short forms of the attacks, against a real service: what is refused is counted and logged, memory stays bounded,
and somebody at a table is answered all the while. ``python -m tests.attacks`` measures how long they wait."""

from __future__ import annotations

import json
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.attacks.attackers import flood_as, floods
from tests.attacks.house import Running
from tests.attacks.player import Player
from tests.attacks.wire import PATIENCE, ended, feed, frame, guest, head

_MOST_MEGABYTES = 400


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("attacked"), "--connections-per-address", "100") as running:
        yield running


@pytest.fixture(scope="module")
def player(house: Running) -> Player:
    return Player(house.port)


@pytest.fixture(autouse=True)
def _stands(house: Running, player: Player) -> Iterator[None]:
    """After each attack the player goes on with the same session, nothing is in disorder, and memory is bounded."""
    yield
    for _ in range(3):
        player.step()
    assert player.failures == []
    assert house.ask("GET", "/health")[1]["status"] == "ok"  # type: ignore[index]
    assert house.megabytes() < _MOST_MEGABYTES
    assert '"our fault"' not in house.logged()


def connected(house: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)


def send(house: Running, *parts: bytes) -> bytes:
    """As much as the service takes, and the first line that it answers, if there is one."""
    with connected(house) as made:
        try:
            for part in parts:
                made.sendall(part)
        except ConnectionError:
            pass
        try:
            return made.recv(4096).split(b"\r\n")[0]
        except ConnectionError:
            return b""


def grew(house: Running, why: str, attack: Callable[[], object]) -> int:
    before = house.refused().get(why, 0)
    attack()
    return house.refused().get(why, 0) - before


START = b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n"


def logged(house: Running, why: str) -> dict[str, object]:
    """The line of the log about this, which is written once a second."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for line in house.logged().splitlines():
            if f'"refused":"{why}"' in line:
                return dict(json.loads(line))
        time.sleep(0.05)
    raise AssertionError(f"the log says nothing of {why}")


def test_sixty_megabytes_of_headers(house: Running) -> None:
    line = b"X-Filler: " + b"a" * 1000 + b"\r\n"
    assert grew(house, "head_too_large", lambda: send(house, START, *[line * 64] * 1000)) == 1
    assert logged(house, "head_too_large")["event"] == "refused"


def test_a_cookie_of_160_kilobytes(house: Running) -> None:
    cookie = b'Cookie: a="' + b"\\" * 160_000 + b'"\r\n\r\n'
    assert grew(house, "head_too_large", lambda: send(house, START + cookie)) == 1


def test_one_header_without_an_end(house: Running) -> None:
    assert grew(house, "head_too_large", lambda: send(house, START, b"X: ", *[b"a" * 1000] * 1000)) == 1


@pytest.mark.parametrize(("more", "status"), [(-300, b"200"), (0, b"431")])
def test_headers_just_under_and_over_the_limit(house: Running, more: int, status: bytes) -> None:
    assert send(house, START + b"X: " + b"a" * (16 * 1024 + more) + b"\r\n\r\n").split()[1] == status


@pytest.mark.parametrize(("lines", "status"), [(99, b"200"), (100, b"431")])
def test_as_many_headers_as_there_may_be(house: Running, lines: int, status: bytes) -> None:
    assert send(house, START + b"X: a\r\n" * lines + b"\r\n").split()[1] == status


def test_trailers_count_as_headers(house: Running) -> None:
    chunked = head("POST", "/api/session", 0, "", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
    trailers = [b"X-Trailer: " + b"a" * 1000 + b"\r\n"] * 100
    assert grew(house, "head_too_large", lambda: send(house, chunked, b"0\r\n", *trailers)) == 1


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/%00", b"404"), ("/a%00b", b"404"), ("/api/tables/%00", b"404"), ("/" + "a" * 256, b"404"),
        ("/" + "a" * 3000, b"404"), ("/" + "a/" * 1500, b"404"), ("/" + "a" * 5000, b"414"),
    ],
)  # fmt: skip
def test_addresses_that_no_file_has(house: Running, target: str, status: bytes) -> None:
    assert send(house, head("GET", target, 0)).split()[1] == status


def test_requests_without_waiting_for_an_answer(house: Running) -> None:
    assert grew(house, "too_many_ahead", lambda: send(house, 5000 * (START + b"\r\n"))) == 1


def test_what_is_no_request(house: Running) -> None:
    assert grew(house, "malformed", lambda: send(house, b"\x16\x03\x01\x02\x00\x01")) == 1


def test_half_open_connections_make_room(house: Running, player: Player) -> None:
    """The oldest of those that ask for nothing go; who asks is answered, also over a new connection."""
    before = house.refused().get("connections_of_address", 0)
    held = [connected(house) for _ in range(300)]
    try:
        for _ in range(25):
            player.step()
        assert player.failures == []
        assert house.refused()["connections_of_address"] - before >= 200
        assert ended(held[0])
    finally:
        for each in held:
            each.close()
    assert logged(house, "connections_of_address")["most"] == "127.0.0.1"


def test_feeds_of_one_account(house: Running) -> None:
    token = guest(house.port)
    held = [feed(house.port, token) for _ in range(20)]
    try:
        one_more = feed(house.port, token)
        assert b"too_many_feeds" in one_more.recv(1 << 16)
        assert ended(one_more)
        assert house.refused()["feeds_of_account"] == 1
    finally:
        for each in held:
            each.close()


def frames(house: Running, *parts: bytes, more: str = "") -> bool:
    made = feed(house.port, guest(house.port), more)
    try:
        for part in parts:
            made.sendall(part)
    except ConnectionError:
        pass
    return ended(made)


def test_compressed_frames(house: Running) -> None:
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packed.compress(bytes(8_000_000)) + packed.flush(zlib.Z_SYNC_FLUSH)
    more = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
    assert grew(house, "feed_message", lambda: frames(house, frame(0xC1, bomb[:-4]), more=more)) == 1


def test_a_frame_of_thirty_megabytes(house: Running) -> None:
    announced = frame(0x82, b"", announced=32_000_000)
    assert grew(house, "feed_message", lambda: frames(house, announced)) == 1
    frames(house, announced, *[bytes(65_536)] * 500)
    refused = house.refused()
    assert refused["feed_message"] + refused.get("feed_flooded", 0) >= 2


def test_text_that_is_none(house: Running) -> None:
    assert grew(house, "feed_message", lambda: frames(house, frame(0x81, b"\xff\xfe"))) == 1
    assert "Traceback" not in house.logged()


def test_pings_without_end(house: Running) -> None:
    many = b"".join(frame(0x89, b"") for _ in range(10_000))
    assert grew(house, "feed_flooded", lambda: frames(house, *[many] * 20)) == 1


def test_a_player_is_answered_while_guests_flood(house: Running, player: Player) -> None:
    played = threading.Event()
    flooding = threading.Thread(target=floods, args=(house.port, lambda: not played.is_set(), 10))
    flooding.start()
    try:
        for _ in range(20):
            player.step()
    finally:
        played.set()
        flooding.join(PATIENCE)
    assert player.failures == []


def test_a_player_is_answered_while_a_hundred_guests_flood(tmp_path: Path) -> None:
    """Each is a guest of its own at an address of its own, as behind a proxy: no limit of one address stops them."""
    with Running(tmp_path, "--proxy", "127.0.0.1") as behind:
        addresses = {guest(behind.port, address): address for address in (f"10.0.0.{n}" for n in range(1, 101))}
        assert len(addresses) == 100
        player, played = Player(behind.port), threading.Event()
        flooding = threading.Thread(
            target=flood_as, args=(behind.port, lambda: not played.is_set(), addresses, len(addresses))
        )
        flooding.start()
        try:
            for _ in range(5):
                player.step()
        finally:
            played.set()
            flooding.join(PATIENCE)
        assert player.failures == []
        assert behind.megabytes() < _MOST_MEGABYTES
        assert behind.ask("GET", "/health")[1]["status"] == "ok"  # type: ignore[index]
        assert '"our fault"' not in behind.logged()


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Running]:
    with Running(tmp_path, descriptors=200) as running:
        yield running


def test_few_descriptors_refuse_and_do_not_fall_over(hasty: Running) -> None:
    """A limit of the system that cannot be raised: the service says how many may connect, and keeps answering."""
    held = [connected(hasty) for _ in range(400)]
    try:
        assert hasty.ask("GET", "/health")[0] == 200
        assert hasty.refused()["connections"] >= 200
    finally:
        for each in held:
            each.close()
    assert '"few descriptors"' in hasty.logged()
    assert hasty.ask("GET", "/api/tables")[0] == 200


def test_with_hardly_any_descriptors_it_does_not_start(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="ulimit -n"):
        Running(tmp_path, descriptors=100)
