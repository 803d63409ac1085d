"""HTTP and WebSocket by hand, over plain sockets: the attacks share nothing with the service or its libraries."""

from __future__ import annotations

import json
import os
import socket
from typing import Any, Final

PATIENCE: Final = 600.0
"""Seconds after which something hangs, also on a machine that does ten other things."""
TABLE: Final = "md-high-card-flush"


class Wire:
    """One connection, used for one request after the other."""

    def __init__(self, port: int, address: str = "") -> None:
        self._more = f"X-Forwarded-For: {address}\r\n" if address else ""
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read = self.socket.makefile("rb")

    def close(self) -> None:
        self._read.close()
        self.socket.close()

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        content = b"" if body is None else json.dumps(body).encode()
        self.socket.sendall(head(method, path, len(content), token, self._more) + content)
        return self.answer()

    def answer(self) -> tuple[int, Any]:
        """The status and what was said; status 0 where the connection ended instead."""
        first = self._read.readline()
        if not first:
            return 0, None
        status, length = int(first.split()[1]), 0
        while (line := self._read.readline().strip()) != b"":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        content = self._read.read(length)
        try:
            return status, json.loads(content) if content else None
        except ValueError:
            return status, content.decode()


def head(method: str, path: str, length: int, token: str = "", more: str = "") -> bytes:
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    kind = f"Content-Type: application/json\r\nContent-Length: {length}\r\n" if length else ""
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{bearer}{kind}{more}\r\n".encode()


def guest(port: int, address: str = "") -> str:
    """The token of somebody new; behind a proxy, at this address."""
    wire = Wire(port, address)
    status, answer = wire.ask("POST", "/api/session/guest", {"keep": "bearer"})
    wire.close()
    assert status == 201, (status, answer)
    token: str = answer["token"]
    return token


def feed(port: int, token: str, more: str = "") -> socket.socket:
    """An open feed of a table, and what the service said to the handshake is read."""
    made = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    upgrade = (
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{more}"
    )
    made.sendall(head("GET", f"/api/tables/{TABLE}/feed", 0, token, upgrade))
    said = b""
    while b"\r\n\r\n" not in said:
        more_said = made.recv(1)
        if not more_said:
            raise ConnectionError("refused")
        said += more_said
    if b" 101 " not in said.split(b"\r\n")[0]:
        raise ConnectionError(said.decode("latin-1"))
    return made


def frame(first: int, payload: bytes, announced: int | None = None) -> bytes:
    """A frame as a client sends it, with this first byte: flags and kind."""
    size, mask = len(payload) if announced is None else announced, os.urandom(4)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 1 << 16:
        length = bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([0x80 | 127]) + size.to_bytes(8, "big")
    whole = mask * (len(payload) // 4 + 1)
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(whole[: len(payload)], "big")).to_bytes(
        len(payload), "big"
    )
    return bytes([first]) + length + mask + masked


def ended(made: socket.socket) -> bool:
    """Reads on until the other side has ended the connection."""
    try:
        while made.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    return True
