"""Request bodies, read strictly: JSON declared as JSON, each key once, each value of the required type."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec
from litestar import Litestar, Request
from litestar.exceptions import HTTPException, ValidationException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from houserules.web.authentication import caller_of

LARGEST_REQUEST: Final = 256 * 1024
_JSON: Final = "application/json"


class StrictRequest(Request[Any, Any, Any]):
    """Litestar would accept "133" for 133, the last of two equal keys, and any content type for JSON."""

    __slots__ = ("_whole",)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._whole: bytes | None = None

    async def json(self) -> Any:
        said = caller_of(self.scope).header(b"content-type").partition(";")[0].strip().lower()
        if said != _JSON:
            raise malformed(f"send {_JSON}, not {said or 'nothing'}", "content-type", "header")
        body = await self.body()
        try:
            _find_repeated_keys(body.decode())
            return _decoder_of(self.route_handler).decode(body)
        except ValidationException:
            raise
        except msgspec.ValidationError as error:
            message, _, path = str(error).partition(" - at `")
            path = path.removeprefix("key` in `").removeprefix("$")
            raise malformed(message, path.rstrip("`").lstrip(".")) from None
        except RecursionError:
            raise malformed("the request is nested too deeply", "") from None
        except UnicodeDecodeError:
            raise malformed("the request is not UTF-8", "") from None
        except ValueError as error:
            raise malformed(f"the request is not JSON: {error}", "") from None

    async def body(self) -> bytes:
        """The whole body at once. Litestar reads it as a stream, which takes as long as decoding it."""
        if self._whole is None:
            self._whole = await self._read()
        return self._whole

    async def _read(self) -> bytes:
        announced = caller_of(self.scope).header(b"content-length")
        if announced.isdecimal() and int(announced) > LARGEST_REQUEST:
            raise RequestEntityTooLarge
        parts: list[bytes] = []
        size, more = 0, True
        while more:
            message = await self.receive()
            if message["type"] != "http.request":
                raise HTTPException("the client has gone", status_code=408)
            parts.append(message["body"])
            size += len(message["body"])
            if size > LARGEST_REQUEST:
                raise RequestEntityTooLarge
            more = message.get("more_body", False)
        return parts[0] if len(parts) == 1 else b"".join(parts)


_decoders: Final[dict[Any, msgspec.json.Decoder[Any]]] = {}
"""Keyed by a route's function. Making the decoder for a table's commands takes longer than the rest of a request."""


def make_decoders(app: Litestar) -> None:
    """Makes one for each route with a body, before there is any request."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            _decoder_of(handler)


def _decoder_of(handler: Any) -> msgspec.json.Decoder[Any]:
    decoder = _decoders.get(handler.fn)
    if decoder is None:
        field = handler.parsed_data_field
        decoder = _decoders[handler.fn] = msgspec.json.Decoder(field.annotation if field else Any)
    return decoder


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise malformed("this key is there twice", _repeated(pairs)[:64])
    return found


_find_repeated_keys: Final = json.JSONDecoder(object_pairs_hook=_each_once).decode


def _repeated(pairs: list[tuple[str, Any]]) -> str:
    """The first repeated name, found in one pass."""
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            return name
        seen.add(name)
    raise AssertionError("each is there once")


def malformed(message: str, key: str, source: str = "body") -> ValidationException:
    return ValidationException(extra=[{"message": message, "key": key, "source": source}])
