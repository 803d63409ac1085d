"""Answers in JSON. Litestar's own response rebuilds its headers for each answer, which costs as much as routing."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

import msgspec
from litestar import Response
from litestar.response.base import ASGIResponse
from litestar.status_codes import HTTP_200_OK as HTTP_OK
from litestar.types import Receive, Scope, Send

_JSON: Final = (b"content-type", b"application/json")
_GZIP: Final = ((b"content-encoding", b"gzip"), (b"vary", b"accept-encoding"))
_ASK_WHETHER_IT_CHANGED: Final = (b"cache-control", b"private, no-cache")
_WITHOUT_BODY: Final = 204
_NOT_CHANGED: Final = 304
_ONE_PACKET: Final = 1400
"""Anything no longer than this is sent uncompressed."""
FOR_EVERYBODY: Final = {"for_everybody": True}
"""For routes whose answers are the same for everybody: they are compressed, and browsers cache and revalidate them.
The length of a compressed answer reveals something about its content, so answers with secrets are not compressed."""
_encode: Final = msgspec.json.Encoder().encode


class JsonResponse(Response[Any]):
    """A route's return value as JSON. A route that needs its own headers or cookies returns Litestar's response."""

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
        status, body, headers = self.status_code, self.body, [_JSON]
        if status == _WITHOUT_BODY:
            headers = []
        elif status == HTTP_OK and _is_for_everybody(scope):
            tag, smaller = _kept(body)
            headers += [(b"etag", tag), _ASK_WHETHER_IT_CHANGED]
            if _header(scope, b"if-none-match") == tag:
                status, body, headers = _NOT_CHANGED, b"", headers[1:]
            elif smaller and b"gzip" in _header(scope, b"accept-encoding"):
                body, headers = smaller, [*headers, *_GZIP]
        if status not in (_WITHOUT_BODY, _NOT_CHANGED):
            headers.append((b"content-length", b"%d" % len(body)))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _is_for_everybody(scope: Scope) -> bool:
    handler = scope.get("route_handler")
    return handler is not None and "for_everybody" in handler.opt


def _header(scope: Scope, name: bytes) -> bytes:
    return next((value for key, value in scope["headers"] if key == name), b"")


@lru_cache(maxsize=64)
def _kept(body: bytes) -> tuple[bytes, bytes | None]:
    """The entity tag, and the compressed answer if it does not fit a packet. Rules and rulebooks are requested again
    and again. The tag is a weak one: it is the same with and without compression."""
    tag = b'W/"%s"' % sha256(body).hexdigest()[:32].encode()
    return tag, gzip.compress(body, mtime=0) if len(body) > _ONE_PACKET else None
