"""Cited data into frozen dataclasses: the dataclass is the schema, and a value without a clause does not load."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from houserules.law.citation import Citation, Cited
from houserules.law.toml import MalformedData
from houserules.money import Money, Odds, Percent, parse_dollars, parse_odds, parse_percent

T = TypeVar("T")


def load(schema: type[T], data: Any, where: str, rulebook: str) -> T:
    """``data`` as an instance of ``schema``; every key must be known, every value typed, every number cited."""
    if not isinstance(data, dict):
        raise MalformedData(f"{where}: a table is wanted here, not {data!r}")
    hints = get_type_hints(schema)
    unknown = set(data) - {_key(name) for name in hints}
    if unknown:
        raise MalformedData(f"{where}: unknown {', '.join(sorted(unknown))}")
    values = {}
    for field in fields(schema):  # type: ignore[arg-type]
        key = _key(field.name)
        if key in data:
            values[field.name] = _load_value(hints[field.name], data[key], f"{where}.{key}", rulebook)
        elif field.default is MISSING and field.default_factory is MISSING:
            raise MalformedData(f"{where}: {key} is missing")
    return schema(**values)


def load_cited(kind: Any, data: Any, where: str, rulebook: str) -> Cited[Any]:
    """``{ is = …, clause = … }`` as a cited value of the kind."""
    if not isinstance(data, dict) or set(data) != {"is", "clause"}:
        raise MalformedData(f'{where}: every value stands with its clause, as in {{ is = 6, clause = "2.A" }}')
    return Cited(_convert(kind, data["is"], where), load_clauses(data["clause"], where, rulebook))


def load_clauses(data: Any, where: str, rulebook: str) -> tuple[Citation, ...]:
    paths = [data] if isinstance(data, str) else data
    if not isinstance(paths, list) or not paths or not all(isinstance(path, str) and path for path in paths):
        raise MalformedData(f"{where}: clause is the number of a clause, or a list of such, not {data!r}")
    return tuple(Citation(rulebook, path) for path in paths)


def _load_value(hint: Any, data: Any, where: str, rulebook: str) -> Any:
    if get_origin(hint) in (Union, UnionType):  # ``X | None``: the key may be absent, but if it is there it is an X
        (hint,) = (kind for kind in get_args(hint) if kind is not NoneType)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Cited:
        return load_cited(arguments[0], data, where, rulebook)
    if origin is dict:
        if not isinstance(data, dict):
            raise MalformedData(f"{where}: a table is wanted here, not {data!r}")
        return {key: _load_value(arguments[1], value, f"{where}.{key}", rulebook) for key, value in data.items()}
    if is_dataclass(hint):
        return load(hint, data, where, rulebook)  # type: ignore[arg-type]
    return _convert(hint, data, where)


def _convert(kind: Any, data: Any, where: str) -> Any:
    if get_origin(kind) is tuple:
        (item, _) = get_args(kind)
        if not isinstance(data, list):
            raise MalformedData(f"{where}: a list is wanted here, not {data!r}")
        return tuple(_convert(item, value, where) for value in data)
    if kind in (bool, int, str) and type(data) is kind:
        return data
    parse = _PARSERS.get(kind)
    if parse is None or type(data) is not str:
        raise MalformedData(f"{where}: {data!r} is not {getattr(kind, '__name__', kind)}")
    try:
        return parse(data)
    except ValueError as error:
        raise MalformedData(f"{where}: {error}") from None


_PARSERS: dict[Any, Any] = {Money: parse_dollars, Odds: parse_odds, Percent: parse_percent}


def _key(field_name: str) -> str:
    return field_name.rstrip("_")
