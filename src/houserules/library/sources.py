"""Where a Rules Submission or a scenario is read from: a bundled name, a file, text in TOML, or data."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from houserules import law
from houserules.law import LawNotInstalled, MalformedData, read_toml

_LARGEST_FILE: Final = 1_000_000
_ALIKE: Final = 0.75


@contextmanager
def named(name: str) -> Iterator[None]:
    """Errors raised inside are reported with the name of the file in front."""
    try:
        yield
    except MalformedData as error:
        raise MalformedData(*(f"{name}: {problem}" for problem in error.problems)) from None
    except LawNotInstalled as error:
        raise MalformedData(f"{name}: {error}") from None


def read_text(path: str, what: str) -> str:
    """The text of a file of moderate size, or MalformedData that says what is wrong with it."""
    try:
        with Path(path).open("rb") as stream:
            content = stream.read(_LARGEST_FILE + 1)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        why = "this is a directory" if os.path.isdir(path) else reason
        raise MalformedData(f"{path}: {why}; expected {what}") from None
    except ValueError as error:  # A name with a null byte.
        raise MalformedData(f"{path!r}: {error}; expected {what}") from None
    if len(content) > _LARGEST_FILE:
        raise MalformedData(f"{path}: larger than {_LARGEST_FILE:,} bytes; expected {what}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedData(f"{path}: not a text file (byte {error.start} is not UTF-8); expected {what}") from None


def path_or_text(source: object, what: str, expected: str) -> str:
    """What was given as a file or its text."""
    if not isinstance(source, str | os.PathLike):
        raise MalformedData(f"{what}: expected {expected}, not {source!r}")
    return str(os.fspath(source))


def rulebook_id(name: str) -> str:
    """The id of a rulebook, in upper or lower case, or that of the submission with this name; otherwise the name
    unchanged."""
    known = {identity.casefold(): identity for identity in law.rulebook_ids()}
    named = {submission: edition.id for submission, edition in law.submissions().items()}
    return known.get(name.casefold(), named.get(name, name))


def submission_data(source: str | os.PathLike[str] | Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The data of a Rules Submission, and the name that messages use for it.

    A text with more than one line is TOML; any other text is the name of a bundled submission, the id of a rulebook
    (for the submission bundled with it), or the path of a TOML file.
    """
    if isinstance(source, Mapping):
        return deepcopy(dict(source)), "the submission"
    name = path_or_text(source, "a submission", "a bundled name, a rulebook's id, a path, text in TOML, or data")
    if "\n" in name:
        return read_toml(name, "the submission"), "the submission"
    by_rulebook = {edition.id.casefold(): each for each, edition in law.submissions().items()}
    bundled = by_rulebook.get(name.casefold(), name)
    if bundled in law.submissions():
        return law.bundled_submission(bundled), bundled
    if not name.endswith(".toml") and not Path(name).exists():
        known = {each.casefold(): each for each in (*law.submissions(), *law.rulebook_ids())}
        meant = get_close_matches(name.casefold(), known, 1, _ALIKE)
        hint = f"; did you mean {known[meant[0]]}?" if meant else ""
        raise MalformedData(f"{name}: no such file, nor a bundled submission ({', '.join(law.submissions())}){hint}")
    return read_toml(read_text(name, "a Rules Submission in TOML"), name), name
