"""What the description of the API contains beside the shapes: an example of every operation, and the messages of
feeds.

The examples are those of a running service: ``python -m tests.api.examples`` asks it and writes ``examples.json``.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

import msgspec

from houserules.app import VERBS

_JSON: Final = "application/json"
_TEXTS: Final = (_JSON, "text/plain", "application/x-ndjson", "text/csv")

_PING: Final = ("Sent when nothing else was for 10 to 20 seconds.", {"type": "ping"})
_ERROR: Final = (
    "Sent before the service closes the feed; the codes are those of answers.",
    {"type": "error", "error": {"code": "not_signed_in", "message": "sign in first"}},
)
_FEEDS: Final[dict[str, tuple[str, dict[str, str], dict[str, str]]]] = {
    "/api/tables/{table_id}/feed": (
        "A WebSocket that keeps the caller's view of a table up to date: whole at the start, then what has changed. "
        "What a client sends is not read.",
        {"desk": "player, dealer or surveillance; absent: player"},
        {
            "table": "Once, first: the whole view. `feed` names this feed in commands, `number` counts what is sent.",
            "changes": "After a change: each entry of the view that is no longer as it was sent, whole. Put them "
            "over those that you have.",
        },
    ),
    "/api/events/feed": (
        "A WebSocket with every event after a position, as it happens, for auditors and regulators. What the reader "
        "may not see is named and withheld.",
        {"after": "the position of the last event that is known; absent: from the first"},
        {"events": "Up to 200 events in the order of the log; `position` is that of the last: the next `after`."},
    ),
}


def examples() -> dict[str, Any]:
    content = (files("houserules.web.description") / "examples.json").read_bytes()
    found: dict[str, Any] = msgspec.json.decode(content)
    return found


def add_examples(schema: dict[str, Any]) -> None:
    """Adds them to every operation, its parameters, its body and its answer; and to the feeds, which OpenAPI cannot
    describe."""
    kept = examples()
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            _add(operation, kept["operations"].get(f"{method.upper()} {path}", {}))
    schema["x-feeds"] = {path: _feed(path, kept["feeds"][path]) for path in _FEEDS}


def _add(operation: dict[str, Any], example: dict[str, Any]) -> None:
    values = example.get("parameters", {})
    for parameter in operation.get("parameters", ()):
        if parameter["name"] in values:
            parameter["example"] = values[parameter["name"]]
    body = operation.get("requestBody", {}).get("content", {}).get(_JSON)
    if body is not None and "bodies" in example:
        body["examples"] = {
            name: {"summary": VERBS[name].about, "value": value} for name, value in example["bodies"].items()
        }
    elif body is not None and "body" in example:
        body["example"] = example["body"]
    if "answer" in example:
        done = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
        for kind in _TEXTS:
            if kind in done.get("content", {}):
                done["content"][kind]["example"] = example["answer"]


def _feed(path: str, frames: dict[str, Any]) -> dict[str, Any]:
    about, parameters, messages = _FEEDS[path]
    query = [
        {"name": name, "in": "query", "description": text, "schema": {"type": "string"}}
        for name, text in parameters.items()
    ]
    place = {"name": "table_id", "in": "path", "required": True, "schema": {"type": "string"}}
    of_table = {**place, "example": frames["table"]["view"]["table"]} if "{table_id}" in path else None
    shown = {name: {"description": text, "example": frames[name]} for name, text in messages.items()}
    always = {name: {"description": text, "example": frame} for name, (text, frame) in _ALWAYS.items()}
    return {"description": about, "parameters": [*filter(None, (of_table,)), *query], "messages": {**shown, **always}}


_ALWAYS: Final = {"ping": _PING, "error": _ERROR}
