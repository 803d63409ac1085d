"""Answers as they go over the wire: head and body of one answer are written together."""

from __future__ import annotations

import socket
from typing import Any
from unittest.mock import patch

from houserules.web.protocols import _Answers
from tests.api.service import Service
from tests.support.waiting import HANG

GET = b"GET /api/tables HTTP/1.1\r\nhost: localhost\r\n\r\n"
GUEST = b"POST /api/session/guest HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"


def connected(service: Service) -> socket.socket:
    return socket.create_connection(("127.0.0.1", service.port), timeout=HANG)


def read_until(wire: socket.socket, end: bytes, times: int = 1) -> bytes:
    received = b""
    while received.count(end) < times:
        more = wire.recv(65_536)
        assert more, received
        received += more
    return received


class Noted:
    """A transport that notes what is written to it."""

    def __init__(self, transport: Any, written: list[bytes]) -> None:
        self._transport, self._written = transport, written

    def write(self, data: bytes) -> None:
        self._written.append(data)
        self._transport.write(data)


def test_head_and_body_are_one_write(service: Service) -> None:
    written: list[bytes] = []
    make = _Answers.__init__
    with (
        patch.object(_Answers, "__init__", lambda self, transport: make(self, Noted(transport, written))),
        connected(service) as wire,
    ):
        wire.sendall(GET)
        received = read_until(wire, b"}]")
    assert received.startswith(b"HTTP/1.1 200 ")
    assert written == [received]


def test_a_head_alone_is_answered(service: Service) -> None:
    with connected(service) as wire:
        wire.sendall(GET.replace(b"GET", b"HEAD"))
        assert read_until(wire, b"\r\n\r\n").startswith(b"HTTP/1.1 405 ")
        wire.sendall(GET)
        assert read_until(wire, b"}]").count(b"HTTP/1.1 ") == 1


def test_requests_one_behind_the_other_are_answered_in_turn(service: Service) -> None:
    with connected(service) as wire:
        wire.sendall(GET * 3)
        assert read_until(wire, b"}]", 3).count(b"HTTP/1.1 200 ") == 3


def test_a_client_that_asks_before_it_sends_is_told_to_go_on(service: Service) -> None:
    with connected(service) as wire:
        wire.sendall(b"%bexpect: 100-continue\r\ncontent-length: 17\r\n\r\n" % GUEST)
        assert read_until(wire, b"\r\n\r\n").startswith(b"HTTP/1.1 100 ")
        wire.sendall(b'{"keep":"bearer"}')
        assert read_until(wire, b"}").startswith(b"HTTP/1.1 201 ")
