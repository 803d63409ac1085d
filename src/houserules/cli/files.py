"""Parameters that many commands share, and the files that they name: Rules Submissions with ``--set`` overrides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from houserules.cli.overrides import with_overrides
from houserules.law import MalformedData
from houserules.library import submission_data as data_of
from houserules.money import Money, parse_price

SubmissionName = Annotated[
    str,
    Parameter(
        help="A file (TOML), - for standard input, or the name of a bundled submission or rulebook, as "
        "`houserules rulebooks` lists them."
    ),
]
Count = Annotated[int, Parameter(converter=lambda _type, tokens: read_count(tokens[0].value))]
"""A whole number. The command-line parser would round a fraction."""
Json = Annotated[bool, Parameter(help="Print data instead of words.")]
Overrides = Annotated[
    tuple[str, ...], Parameter(name="--set", negative="", help="Replace a key, as in table.seats=5. May be repeated.")
]


def read_count(text: str) -> int:
    """A whole number as people write it: with or without commas, or as in 1e6 and 2.5e6."""
    digits = text.replace(",", "").replace("_", "")
    number, _, power = digits.lower().partition("e")
    whole, _, part = number.partition(".")
    if whole + part and power.isdecimal() and len(power) <= 2 and len(part) <= int(power):
        digits = whole + part + (int(power) - len(part)) * "0"
    if not digits.removeprefix("-").isdecimal() or not digits.isascii():
        raise ValueError(f'"{text}" is not a whole number')
    return int(digits)


def read_amount(flag: str, text: str | None) -> Money | None:
    """Dollars as people write them, with or without ``$`` and commas; None if the option is absent."""
    if text is None:
        return None
    try:
        return parse_price(text)
    except ValueError as error:
        raise MalformedData(f"{flag}: {error}") from None


def submission_data(name: str, overrides: Sequence[str] = ()) -> dict[str, Any]:
    """The data of a Rules Submission: one of the bundled names, the id of a rulebook, or the path of a TOML file."""
    data, _ = data_of(name)
    return with_overrides(data, overrides)
