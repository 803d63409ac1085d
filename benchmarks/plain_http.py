"""A client of HTTP/1.1 that does as little as possible, so that the service is measured and not its client.

One connection, kept open, one request at a time. ``httpx`` would take more processor time than
the service does.
"""

from __future__ import annotations

import asyncio
from typing import Final

_END: Final = b"\r\n\r\n"
_LENGTH: Final = b"content-length:"


class PlainConnection(asyncio.Protocol):
    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._received = b""
        self._waiting: asyncio.Future[tuple[int, bytes]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(error or ConnectionResetError("the service closed the connection"))

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, end, body = self._received.partition(_END)
        if not end or self._waiting is None:
            return
        lowered = head.lower()
        at = lowered.index(_LENGTH) + len(_LENGTH)
        length = int(lowered[at:].partition(b"\r\n")[0])
        if len(body) < length:
            return
        self._received = body[length:]
        waiting, self._waiting = self._waiting, None
        if not waiting.done():
            waiting.set_result((int(head[9:12]), body[:length]))

    async def ask(self, head: bytes, body: bytes = b"") -> tuple[int, bytes]:
        """The status and the body of the answer. ``head`` is the request line and headers, without a length."""
        assert self._transport is not None
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(b"%b\r\ncontent-length: %d\r\n\r\n%b" % (head, len(body), body))
        return await self._waiting

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def connected(host: str, port: int) -> PlainConnection:
    _, protocol = await asyncio.get_running_loop().create_connection(PlainConnection, host, port)
    return protocol


def post(path: str, token: str = "") -> bytes:
    """The head of a request with a body in JSON."""
    signed = f"\r\nauthorization: Bearer {token}" if token else ""
    return f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json{signed}".encode()
