"""Days as the law and the books count them, in UTC. A moment is milliseconds since 1970."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Final

from houserules.law.toml import MalformedData

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def day_of(moment: int) -> date:
    return datetime.fromtimestamp(moment / 1000, UTC).date()


def first_moment(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def parse_day(text: str) -> date:
    """A day written as in 2026-01-31, or MalformedData."""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise MalformedData(f"{text[:40]!r} is not a day, as in 2026-01-31")


def with_day_of_approval(filed: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a submission, with a day of approval that is text made a date: JSON has no dates."""
    approved = filed.get("approved_on")
    if not isinstance(approved, str):
        return dict(filed)
    try:
        return {**filed, "approved_on": parse_day(approved)}
    except MalformedData as error:
        raise MalformedData(f"submission.approved_on: {error}") from None
