"""What is looked at before a log takes its first commit."""

from __future__ import annotations

import logging

from houserules.log.databases.database import Database
from houserules.log.entries import SignedHead
from houserules.log.errors import UnusableLog
from houserules.log.reading import as_bytes
from houserules.log.signing import Signer, is_signed
from houserules.merkle import Frontier

_log = logging.getLogger("houserules.log")


def insist_on_the_signed_root(database: Database) -> None:
    """The next leaf is added to the kept peaks. Had they been edited, every later root would be signed wrong."""
    size, peaks, *newest = database.query(
        "SELECT l.size, l.peaks, h.size, h.root, h.at, h.key, h.signature FROM log l "
        "LEFT JOIN heads h ON h.size = (SELECT max(size) FROM heads)"
    )[0]
    if size == 0 and newest[0] is None:
        return
    head = SignedHead(*newest)
    try:
        held = as_bytes(peaks)
        root = Frontier(size, (held[start : start + 32] for start in range(0, len(held), 32))).root().hex()
    except (ValueError, TypeError, AttributeError):
        root = ""
    if (head.size, head.root) != (size, root) or not is_signed(head):
        raise UnusableLog(
            f"the log, kept at {size} events, is not what its newest signed head says: somebody edited this "
            "database. Nothing is written to it; run houserules audit to see what was changed"
        )


def warn_of_another_key(database: Database, signer: Signer) -> None:
    """Services that share a database are to sign with one key: else none believes the snapshots of the others, and an
    audit that trusts one key finds heads of another."""
    newest = database.query("SELECT key FROM heads WHERE size = (SELECT max(size) FROM heads)")
    if newest and newest[0][0] != signer.key:
        _log.warning(
            "the newest head was signed with another key, %s, and this process signs with %s: processes that share a "
            "database are given the same key",
            newest[0][0],
            signer.key,
        )
