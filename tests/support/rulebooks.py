"""Rulebooks with some of their text changed: loaded, or installed beside those that come with the program."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

from houserules import law
from houserules.app.table.submissions import read_document
from houserules.installed import FILES, VARIABLE
from houserules.law import Rulebook, load_rulebook, read_toml

Change = tuple[str, str, str]
"""File, text in it, and what stands there instead."""

T = TypeVar("T")


def load_changed(book: str, **changed: str) -> Rulebook:
    """The rulebook as it loads when these of its files have another text."""
    return load_rulebook(lambda file: changed.get(file) or law.file_text(book, file), book)


@lru_cache(maxsize=64)
def parsed_once(text: str, name: str) -> dict[str, Any]:
    """For ``loading.read_toml`` where many changes of one file are loaded: the other files stay as they are."""
    return read_toml(text, name)


def there(value: T | None) -> T:
    """A part that not every rulebook has, of one that has it."""
    assert value is not None
    return value


def write_version(folder: Path, like: str, version: str, in_force: date, changes: Iterable[Change] = ()) -> Path:
    """A version of a rulebook in a folder of its own, without a submission."""
    edition = law.edition(like)
    texts = {file: edition.folder.text(file) for file in FILES}
    book = edition.book
    head = (
        ("rulebook", f'version      = "{book.version}"', f'version      = "{version}"'),
        ("rulebook", f"in_force     = {book.in_force}", f"in_force     = {in_force}"),
    )
    for file, old, new in (*head, *changes):
        assert old in texts[file], old
        texts[file] = texts[file].replace(old, new, 1)
    folder.mkdir(parents=True)
    for file, text in texts.items():
        (folder / f"{file}.toml").write_text(text, encoding="utf-8")
    return folder


def install(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    """From here on these folders are those from outside, and no others, until the test is over.

    What a process has read it keeps, as nothing is installed while it runs; here it is as if another one began.
    """
    monkeypatch.setenv(VARIABLE, os.pathsep.join(map(str, folders)))
    read_document.cache_clear()
