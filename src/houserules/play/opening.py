"""A table before its first card."""

from __future__ import annotations

from houserules.law import Submission
from houserules.play.compiled import compiled
from houserules.play.state import Table


def new_table(submission: Submission, main: int | None = None, secondary: int = 0) -> Table:
    """A table under this submission; its meters show what they are given, or what they first show."""
    rules = compiled(submission)
    return Table(main=rules.first_meter if main is None else main, secondary=secondary)
