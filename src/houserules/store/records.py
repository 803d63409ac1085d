"""Events of tables that the rules do not know and the audit must: under which submission the rules are read."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from houserules.law import LawPin


class RulesPinned(Struct, frozen=True, tag_field="event", tag="table.rules_pinned/1"):
    """From here on, until the next such event, commands in this stream are decided under this submission and law.

    ``document`` is the digest of the filed submission as JSON (:func:`houserules.store.filing_document` writes it),
    kept among the store's documents; ``submission`` is the digest of the frozen submission; ``law`` is the version of
    the rulebook under which it is read. The first one in a stream
    opens the table with these meters; a later one leaves the table as it stands, and must not come inside a round.
    """

    document: str
    submission: str
    law: LawPin
    main: int = 0
    secondary: int = 0


RULES_PINNED: Final = "table.rules_pinned/1"
RETENTION_STREAM: Final = "retention"


class ContentRemoved(Struct, frozen=True, tag_field="event", tag="retention.removed/1"):
    """Retention removed the data and commands of a stream's events from one version to another, both included.

    ``leaves`` is the SHA-256 over their leaves in order, so that exactly these were removed and no others. ``table``
    is the table as it stood after the last of them, from which later hands are replayed; None for other streams.
    ``state`` is what the service made of the stream up to there, with seats, chips and totals, from which it goes on;
    None where no service kept the stream, and in records of before it was part of them.
    """

    stream: str
    first: int
    last: int
    leaves: str
    reason: str
    table: str | None = None
    state: str | None = None


class StateAdopted(Struct, frozen=True, tag_field="event", tag="retention.state_adopted/1"):
    """The service goes on from a state that no record of retention holds, as those of before did not.

    It was found in a snapshot without a signature, and agreed with the table and the money that the log tells of.
    """

    stream: str
    version: int
    state: str


CONTENT_REMOVED: Final = "retention.removed/1"
STATE_ADOPTED: Final = "retention.state_adopted/1"
RESTORATION_STREAM: Final = "restoration"


class ArchiveRestored(Struct, frozen=True, tag_field="event", tag="archive.restored/1"):
    """All that came before this event was taken from an archive, whose audit found no fault.

    ``size`` and ``root`` are those of the log as the archive had it, ``keys`` the public keys that signed its heads.
    This database's own key signs this event, and vouches so for those heads as far as that size and no further.
    """

    size: int
    root: str
    keys: tuple[str, ...]
    archive: str
    """The SHA-256 of the archive."""


ARCHIVE_RESTORED: Final = "archive.restored/1"
