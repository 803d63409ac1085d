"""Submissions as clients send them: by name, as TOML, or as data; and no larger than a real one could be."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated, Any, Final

from msgspec import Meta

from houserules import law
from houserules.app import Kind, Refusal
from houserules.law import MalformedData, read_toml, with_day_of_approval

LONGEST: Final = 20_000
"""In characters. The longest submission that ships with the program has some 1,500."""
MOST_VALUES: Final = 500

Submitted = Annotated[str, Meta(max_length=LONGEST)] | dict[str, Any]
"""The name of a bundled submission, the TOML text of one, or its data."""


async def read_submission(given: str | dict[str, Any]) -> dict[str, Any]:
    """A submission as it was handed in: by name, as TOML, or as data in which dates are text.

    It is read in a thread in the background, so that tables do not wait for a text that was made to take long.
    """
    try:
        return await to_thread(_by_name_or_read, given)
    except MalformedData as error:
        raise Refusal("malformed_submission", str(error), Kind.MALFORMED) from None


def _by_name_or_read(given: str | dict[str, Any]) -> dict[str, Any]:
    if isinstance(given, str) and given in law.submissions():
        return law.bundled_submission(given)
    return filed_data(given)


def filed_data(given: str | dict[str, Any]) -> dict[str, Any]:
    """The data of TOML text, or of data in which dates are text; MalformedData if it is neither, or too much."""
    data = read_toml(given, "submission") if isinstance(given, str) else given
    _insist_modest(data)
    return with_day_of_approval(data)


def _insist_modest(data: dict[str, Any]) -> None:
    """MalformedData for more than any table needs, counted without recursion."""
    length = values = 0
    waiting: list[Any] = [data]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            length += len(each)
        elif isinstance(each, dict | list):
            values += len(each)
            length += sum(len(key) for key in each) if isinstance(each, dict) else 0
            waiting.extend(each.values() if isinstance(each, dict) else each)
        if length > LONGEST or values > MOST_VALUES:
            most = f"{LONGEST:,} characters or {MOST_VALUES} values"
            raise MalformedData(f"submission: more than {most}, which is more than any table needs")
