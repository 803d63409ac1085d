"""Streams, accounts and events that the audit of play relies on.

- The stream of a table begins with ``table:``; its first event that matters for the rules is :class:`RulesPinned`.
- The felt of the table in stream ``table:1`` is the account ``table:1/felt`` (:func:`felt_of`). It must be empty
  wherever a ``round.closed/1`` stands in that stream.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from houserules.law import LawPin

TABLE_PREFIX: Final = "table:"
OPENED: Final = "round.opened/1"
CLOSED: Final = "round.closed/1"
RULES_PINNED: Final = "table.rules_pinned/1"
RETENTION_STREAM: Final = "retention"
CONTENT_REMOVED: Final = "retention.removed/1"


def felt_of(stream: str) -> str:
    """The account of what lies on the layout of the table in this stream."""
    return f"{stream}/felt"


class RulesPinned(Struct, frozen=True, tag_field="event", tag=RULES_PINNED):
    """From here until the next such event, commands in this stream are decided under this submission and law.

    ``document`` is the digest of the filed submission as JSON (:func:`houserules.records.filing_document` writes it),
    kept among the log's documents; ``submission`` is the digest of the frozen submission; ``law`` is the version of
    the rulebook under which it is read; ``engine`` is the program that decides (:func:`houserules.records.engine`).
    The first one in a stream opens the table with these meters; a later one leaves the table unchanged, and must not
    come inside a round.
    """

    document: str
    submission: str
    law: LawPin
    engine: str
    main: int = 0
    secondary: int = 0


class ContentRemoved(Struct, frozen=True, tag_field="event", tag=CONTENT_REMOVED):
    """Retention removed the data and commands of a table's events from one version to another, both included.

    ``leaves`` is the SHA-256 over their leaves in order, so that exactly these were removed and no others. ``table``
    is the table after the last of them, from which later hands are replayed. ``state`` is what the service made of
    the stream up to there, with seats, chips and totals, from which it goes on; None if no service kept the stream.
    """

    stream: str
    first: int
    last: int
    leaves: str
    reason: str
    table: str
    state: str | None = None
