"""Clauses as text, as events carry them."""

from __future__ import annotations

from collections.abc import Iterable

from houserules.law import Citation, Cited

Clauses = tuple[str, ...]


def cited(*values: Cited[object] | None) -> Clauses:
    """The clauses of these values as text, without repeats."""
    return texts(clause for value in values if value is not None for clause in value.clauses)


def cited_each(value: Cited[tuple[str, ...]] | None) -> dict[str, Clauses]:
    """The clauses of each word of a list: its own where there are as many clauses as words, else all of them."""
    if value is None:
        return {}
    clauses = texts(value.clauses)
    if len(clauses) != len(value.value):
        return dict.fromkeys(value.value, clauses)
    return {word: (clause,) for word, clause in zip(value.value, clauses, strict=True)}


def texts(clauses: Iterable[Citation]) -> Clauses:
    return tuple(dict.fromkeys(str(clause) for clause in clauses))
