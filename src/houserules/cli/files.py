"""Parameters that many commands share, and the files that they name: Rules Submissions with ``--set`` overrides."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from houserules import law
from houserules.cli.overrides import with_overrides
from houserules.law import LawNotInstalled, MalformedData, read_toml
from houserules.money import Money, parse_price

_LARGEST_FILE: Final = 1_000_000

SubmissionName = Annotated[
    str, Parameter(help="A file (TOML), or the name of a bundled submission, as `houserules rulebooks` lists them.")
]
Count = Annotated[int, Parameter(converter=lambda _type, tokens: read_count(tokens[0].value))]
"""A whole number. The parser of the command line would round a fraction."""
Json = Annotated[bool, Parameter(help="Print data instead of words.")]
Overrides = Annotated[
    tuple[str, ...], Parameter(name="--set", negative="", help="Replace a key, as in table.seats=5. May be repeated.")
]


def read_count(text: str) -> int:
    """A whole number as people write it, with commas or without."""
    digits = text.replace(",", "").replace("_", "")
    if not digits.removeprefix("-").isdecimal() or not digits.isascii():
        raise ValueError(f'"{text}" is not a whole number')
    return int(digits)


@contextmanager
def named(name: str) -> Iterator[None]:
    """What is wrong within is told with the name of the file in front."""
    try:
        yield
    except MalformedData as error:
        raise MalformedData(*(f"{name}: {problem}" for problem in error.problems)) from None
    except LawNotInstalled as error:
        raise MalformedData(f"{name}: {error}") from None


def read_text(path: str, what: str) -> str:
    """The text of a file of moderate size, or MalformedData saying what is wrong with it."""
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


def read_amount(flag: str, text: str | None) -> Money | None:
    """Dollars as people write them, with or without ``$`` and commas; None where the option is absent."""
    if text is None:
        return None
    try:
        return parse_price(text)
    except ValueError as error:
        raise MalformedData(f"{flag}: {error}") from None


def submission_data(name: str, overrides: Sequence[str] = ()) -> dict[str, Any]:
    """The data of a Rules Submission: one of the bundled names, or the path of a TOML file."""
    return with_overrides(_submission_data(name), overrides)


def _submission_data(name: str) -> dict[str, Any]:
    if name in law.submissions():
        return law.bundled_submission(name)
    if not name.endswith(".toml") and not Path(name).exists():
        bundled = ", ".join(law.submissions())
        raise MalformedData(f"{name}: no such file, nor a bundled submission ({bundled})")
    return read_toml(read_text(name, "a Rules Submission in TOML"), name)
