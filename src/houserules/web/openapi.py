"""The description of the API, exactly as strict as the service."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, is_typeddict

from litestar import Litestar

from houserules.app import PAPER_TYPES, REQUESTS, VERBS, floor_shapes, hand_shapes, record_shapes, table_shapes
from houserules.web.authentication import COOKIE, CSRF_HEADER
from houserules.web.description.examples import add_examples
from houserules.web.errors import MEANING

_SHAPES: Final = frozenset(
    name
    for module in (table_shapes, hand_shapes, floor_shapes, record_shapes)
    for name, kind in vars(module).items()
    if is_typeddict(kind)
)


_SCHEMES: Final = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "The token of a session."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": f"Changes must carry the session's csrf value as the header {CSRF_HEADER} too.",
    },
}


@lru_cache(maxsize=4)
def schema_of(app: Litestar) -> dict[str, Any]:
    """Litestar describes every route. It leaves out that bodies and answers have no fields other than those
    described, the format of wager names and amounts, the file types of papers, and that a JSON file is an object."""
    schema: dict[str, Any] = app.openapi_schema.to_schema()
    components: dict[str, Any] = schema.get("components", {}).get("schemas", {})
    _mend_items(components)
    for name in _bodies(schema, components) | _SHAPES & set(components):
        components[name]["additionalProperties"] = False
    _describe_requests(components)
    for operation in _operations(schema):
        if "requestBody" in operation:
            operation["responses"].setdefault("413", _too_large(operation["responses"]["400"]))
        if "papers" in operation["tags"] and "202" in operation["responses"]:
            file = {"schema": {"type": "string", "format": "binary"}}
            operation["responses"]["200"]["content"] = dict.fromkeys(PAPER_TYPES.values(), file)
        if "401" in operation["responses"]:
            operation["security"] = [{"bearer": []}, {"cookie": []}]
    schema["components"]["securitySchemes"] = _SCHEMES
    exported = schema["paths"]["/api/hands/{table_id}/{number}/export"]["get"]["responses"]["200"]
    exported["content"]["application/json"]["schema"] = {"type": "object"}
    _mend_patterns(schema)
    add_examples(schema)
    return schema


def _describe_requests(components: dict[str, Any]) -> None:
    """From the table of verbs: the name and purpose of each, and its fields."""
    for name, verb in VERBS.items():
        request = components[REQUESTS[name].__name__]
        request |= {"title": verb.title, "description": verb.about}
        for field in verb.fields:
            described = {"description": field.about} if field.about else {}
            request["properties"][field.name] |= {**described, **copy.deepcopy(dict(field.schema))}


def _mend_patterns(part: Any) -> None:
    """Outside Python, the very end of a text is written ``$``, and only so."""
    if isinstance(part, dict) and str(part.get("pattern", "")).endswith(r"\Z"):
        part["pattern"] = part["pattern"].removesuffix(r"\Z") + "$"
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        _mend_patterns(each)


def _mend_items(part: Any) -> None:
    """Litestar treats the dots of ``tuple[X, ...]`` as a second kind of item, which would allow anything."""
    if isinstance(part, list):
        for each in part:
            _mend_items(each)
    if not isinstance(part, dict):
        return
    items = part.get("items")
    if isinstance(items, dict) and items.get("oneOf", [])[1:] == [{}]:
        part["items"] = items["oneOf"][0]
    for each in part.values():
        _mend_items(each)


def _operations(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path in schema["paths"].values():
        yield from (operation for operation in path.values() if isinstance(operation, dict))


def _too_large(other: dict[str, Any]) -> dict[str, Any]:
    return {**other, "description": MEANING[413]}


def _bodies(schema: dict[str, Any], components: dict[str, Any]) -> set[str]:
    """The names of all schemas that request bodies consist of."""
    found: set[str] = set()
    for operation in _operations(schema):
        if "requestBody" in operation:
            _collect(operation["requestBody"], components, found)
    return {name for name in found if components[name].get("type") == "object"}


def _collect(part: Any, components: dict[str, Any], found: set[str]) -> None:
    if isinstance(part, list):
        for each in part:
            _collect(each, components, found)
    if not isinstance(part, dict):
        return
    name = str(part.get("$ref", "")).rpartition("/")[2]
    if name and name not in found:
        found.add(name)
        _collect(components[name], components, found)
    for each in part.values():
        _collect(each, components, found)
