"""Answers in JSON. Litestar's own response builds its headers anew for each, at the cost of a routing."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Response
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

_JSON: Final = (b"content-type", b"application/json")
_WITHOUT_BODY: Final = 204
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
        length = (b"content-length", b"%d" % len(self.body))
        headers = [] if self.status_code == _WITHOUT_BODY else [_JSON, length]
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})
