"""Rulebooks with some of their text changed."""

from __future__ import annotations

from typing import TypeVar

from houserules import law
from houserules.law.loading import load_rulebook
from houserules.law.rulebook import Rulebook

T = TypeVar("T")


def load_changed(book: str, **changed: str) -> Rulebook:
    """The rulebook as it loads when these of its files have another text."""
    return load_rulebook(lambda file: changed.get(file) or law.file_text(book, file), book)


def there(value: T | None) -> T:
    """A part that not every rulebook has, of one that has it."""
    assert value is not None
    return value
