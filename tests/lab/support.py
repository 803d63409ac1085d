"""Submissions for tests: a bundled one with some keys replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from houserules.cli.files import submission_data
from houserules.lab.games.chase_the_flush import groups
from houserules.lab.games.chase_the_flush import terms as chase
from houserules.lab.games.high_card_flush import terms as high_card
from houserules.law import Cited, Submission, freeze, read_filing

MD = "md-high-card-flush"
MA = "ma-high-card-flush"
CTF = "md-chase-the-flush"


def submission(name: str, *overrides: str) -> Submission:
    return freeze(read_filing(submission_data(name, overrides), name))


def high_card_terms() -> high_card.Terms:
    """High Card Flush as both documents have it."""
    return high_card.terms_of(submission(MD))


def chase_terms(xtra: Mapping[int, int | Fraction] | None = None) -> chase.Terms:
    """Chase the Flush as Maryland has it, with X-tra Bonus A or with these odds by length; other lengths push."""
    terms = chase.terms_of(submission(CTF))
    if xtra is None:
        return terms
    paid = [Fraction(xtra.get(length, 0)) for length in range(groups.LENGTHS)]
    even = terms.all_in
    by_length = tuple(
        replace(even, qualified=(odds, *even.qualified[1:]), unqualified=(odds, *even.unqualified[1:]))
        for odds in paid
    )
    return replace(terms, xtra=by_length)


def with_rules(made: Submission, rules: Mapping[str, Any]) -> Submission:
    """The submission under a rulebook in which these values, by their path, are others. The clauses stay."""
    book = made.rulebook
    for path, value in rules.items():
        book = _put(book, path.split("."), value)
    return replace(made, rulebook=book)


def _put(thing: Any, path: list[str], value: Any) -> Any:
    key, *rest = path
    if isinstance(thing, dict):
        return {**thing, key: _put(thing[key], rest, value) if rest else _cited(thing.get(key), value)}
    name = next(field.name for field in fields(thing) if field.metadata.get("key", field.name) == key)
    old = getattr(thing, name)
    return replace(thing, **{name: _put(old, rest, value) if rest else _cited(old, value)})


def _cited(old: Any, value: Any) -> Any:
    """The value beside the clauses of the old one, as a word of the same set where it is one."""
    if not isinstance(old, Cited) or value is None:
        return value
    if isinstance(old.value, Enum):
        value = next((word for word in type(old.value) if word.value == value), value)
    return Cited(value, old.clauses)
