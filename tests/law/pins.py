"""Every value of the rulebooks with its clauses, as plain data, for the list that pins them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from houserules.law import Cited, Paytable, Rulebook, format_pay


def values_of(book: Rulebook) -> dict[str, str]:
    """``{path: "value [clauses]"}`` of all that a rulebook says of the law; how the game is shown is no law."""
    return {path: value for path, value in _walk("", book) if not path.startswith("shown.")}


def _walk(path: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Cited):
        clauses = ", ".join(clause.path for clause in value.clauses)
        shown = " > ".join(map(str, value.value)) if isinstance(value.value, tuple) else str(value.value)
        yield path, f"{shown} [{clauses}]"
    elif isinstance(value, Paytable):
        yield f"{path}.clause", value.clause.path
        yield f"{path}.order", " > ".join(line.hand for line in value)
        for line in (*value, *((value.otherwise,) if value.otherwise else ())):
            clauses = ", ".join(clause.path for clause in line.clauses)
            under = "".join(f" ({reading} {choice}: {format_pay(pay)})" for reading, choice, pay in line.under)
            of = f" of {line.pay.of}" if hasattr(line.pay, "of") else ""
            yield f"{path}.{line.hand}", f"{format_pay(line.pay)}{of}{under} [{clauses}]"
        if value.per is not None:
            yield from _walk(f"{path}.per", value.per)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _walk(f"{path}.{key}" if path else key, item)
    elif is_dataclass(value):
        for field in fields(value):
            if field.name in ("words", "digest", "readings", "in_force"):
                continue
            yield from _walk(f"{path}.{field.name}" if path else field.name, getattr(value, field.name))
    elif isinstance(value, str):
        yield path, value
