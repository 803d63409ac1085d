"""The shapes of all that a log keeps: events and commands, with the names and the fields under which old logs are
read. A change fails here until ``stored-shapes.json`` is changed too: ``python -m tests.golden.test_stored_shapes``
writes it. docs/architecture.md says which changes old logs allow.
"""

from __future__ import annotations

import json
import pkgutil
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

KEPT = Path(__file__).with_name("stored-shapes.json")
ROOMS = ("app", "log", "play", "records")
"""Whose modules define what a log keeps."""


def stored() -> dict[str, type[Struct]]:
    """Every event and every command by its name, such as ``round.opened/1``; no other tag has a version."""
    found: dict[str, type[Struct]] = {}
    for room in ROOMS:
        package = import_module(f"houserules.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for _, kind in getmembers(import_module(module.name), isclass):
                if issubclass(kind, Struct) and "/" in (tag := str(kind.__struct_config__.tag)):
                    assert found.setdefault(tag, kind) is kind, f"two shapes are named {tag}"
    return found


def shapes() -> dict[str, dict[str, str]]:
    """Each stored shape and each shape within one, as the type of each field. ``= …`` is what a field without a value
    is read as; ``or left out`` is a field that is then not written either."""
    kinds = stored()
    _, parts = msgspec.json.schema_components(kinds.values(), ref_template="{name}")
    named = {kind.__name__: tag for tag, kind in kinds.items()}
    return {name: _fields(parts[part]) for name, part in sorted((named.get(part, part), part) for part in parts)}


def _fields(schema: dict[str, Any]) -> dict[str, str]:
    if "properties" not in schema:
        return {"is": _text(schema)}
    return {
        name: _text(field)
        + (f" = {json.dumps(field['default'])}" if "default" in field else "")
        + ("" if name in schema["required"] or "default" in field else " or left out")
        for name, field in schema["properties"].items()
    }


def _text(schema: dict[str, Any]) -> str:
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"anyOf": choices}:
            return " or ".join(map(_text, choices))
        case {"enum": values}:
            return " or ".join(map(json.dumps, values))
        case {"prefixItems": items}:
            return f"[{', '.join(map(_text, items))}]"
        case {"type": "array", "items": dict() as items}:
            return f"[{_text(items)}, …]"
        case {"type": "object", "additionalProperties": dict() as values}:
            return f"{{text: {_text(values)}}}"
        case {"type": kind}:
            return str(kind)
    raise AssertionError(f"no words for {schema}")


def _one_by_one(found: dict[str, dict[str, str]]) -> dict[str, str]:
    return {f"{name} {field}": text for name, fields in found.items() for field, text in fields.items()}


def test_stored_shapes_are_what_they_were() -> None:
    assert _one_by_one(shapes()) == _one_by_one(json.loads(KEPT.read_text(encoding="utf-8")))


if __name__ == "__main__":
    KEPT.write_text(json.dumps(shapes(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
