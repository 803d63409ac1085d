"""A table before its first card."""

from __future__ import annotations

from houserules.play.rules import Rules
from houserules.play.state import Table


def new_table(rules: Rules, main: int | None = None, secondary: int = 0) -> Table:
    """A table under these rules; its meters show the given amounts, or by default those that they first show."""
    return Table(main=rules.first_meter if main is None else main, secondary=secondary)
