"""Bodies of requests, read strictly: JSON that is called JSON, each key once, each value of its own kind."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException

_JSON: Final = "application/json"


class StrictRequest(Request[Any, Any, Any]):
    """Litestar would take "133" for 133, the last of two equal keys, and any kind of content for JSON."""

    async def json(self) -> Any:
        said = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if said != _JSON:
            raise malformed(f"send {_JSON}, not {said or 'nothing'}", "content-type", "header")
        body = await self.body()
        field = self.route_handler.parsed_data_field
        try:
            json.loads(body, object_pairs_hook=_each_once)
            return msgspec.json.decode(body, type=field.annotation if field else Any)
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
            raise malformed(f"this is no JSON: {error}", "") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise malformed("this key is there twice", _twice(pairs)[:64])
    return found


def _twice(pairs: list[tuple[str, Any]]) -> str:
    """The first name that was there before, found in one pass."""
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            return name
        seen.add(name)
    raise AssertionError("each is there once")


def malformed(message: str, key: str, source: str = "body") -> ValidationException:
    return ValidationException(extra=[{"message": message, "key": key, "source": source}])
