"""Clauses as text, as events carry them."""

from __future__ import annotations

from collections.abc import Iterable

from houserules.law import Citation, Cited

Clauses = tuple[str, ...]


def cited(*values: Cited[object] | None) -> Clauses:
    """The clauses of these values as text, each once."""
    return texts(clause for value in values if value is not None for clause in value.clauses)


def texts(clauses: Iterable[Citation]) -> Clauses:
    return tuple(dict.fromkeys(str(clause) for clause in clauses))
