"""Answers in JSON. Litestar's own response builds its headers anew for each, at the cost of a routing."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Any, Final

import msgspec
from litestar import Response
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

_JSON: Final = (b"content-type", b"application/json")
_GZIP: Final = ((b"content-encoding", b"gzip"), (b"vary", b"accept-encoding"))
_WITHOUT_BODY: Final = 204
_ONE_PACKET: Final = 1400
"""What is not longer is sent as it is."""
COMPRESSED: Final = {"compressed": True}
"""For routes whose answers are the same for everybody: the length of a compressed answer tells something of what is
in it, so those with secrets are not compressed."""
_encode: Final = msgspec.json.Encoder().encode


class JsonResponse(Response[Any]):
    """What a route returns, as JSON. For headers and cookies of its own a route returns Litestar's response."""

    def __init__(self, content: Any, *, status_code: int | None = None, **_: Any) -> None:
        self.content = content
        self.status_code = status_code

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIResponse:
        return _Encoded(self.content, self.status_code or 200)


class _Encoded(ASGIResponse):
    def __init__(self, content: Any, status: int) -> None:
        self.status_code = status
        self.body = b"" if status == _WITHOUT_BODY else _encode(content)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        compressed = _asked_for(scope) and len(self.body) > _ONE_PACKET
        body = _smaller(self.body) if compressed else self.body
        headers = [_JSON, (b"content-length", b"%d" % len(body)), *(_GZIP if compressed else ())]
        if self.status_code == _WITHOUT_BODY:
            headers = []
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _asked_for(scope: Scope) -> bool:
    handler = scope.get("route_handler")
    if handler is None or "compressed" not in handler.opt:
        return False
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])


@lru_cache(maxsize=64)
def _smaller(body: bytes) -> bytes:
    """Rules and rulebooks are asked for again and again."""
    return gzip.compress(body, mtime=0)
