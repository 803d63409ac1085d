"""Checks made before a log accepts its first commit."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, Final

from houserules.log.databases.database import Database, Query
from houserules.log.entries import SignedHead
from houserules.log.errors import UnusableLog
from houserules.log.mark import Mark
from houserules.log.reading import as_bytes
from houserules.log.signing import Signer, is_signed
from houserules.merkle import Frontier

_log = logging.getLogger("houserules.log")
_WHAT_IS_LEFT: Final = (
    "`houserules archive export DB --out BOOKS.jsonl`, then `houserules archive restore BOOKS.jsonl --db NEW`, go on "
    "with what is left, under a new key"
)
"""No position is signed twice with one key."""


def insist_on_the_mark(
    query: Query, mark: Mark, marked: SignedHead | None, database: str, key: Path, *, of_one: bool
) -> None:
    """The database contains what the mark, as read before, says was signed. This is checked before anything is
    written, so that what is left of a damaged write-ahead log stays as it is. ``of_one`` says that the key serves
    this database alone."""
    held, root, why = _standing(query, marked.size if marked is not None else 0)
    if marked is None:
        if of_one and (held or key.exists()):
            raise UnusableLog(_without_mark(database, held, mark, key))
        return
    mark.size = marked.size
    if not marked.size:
        return
    if root != marked.root:
        held_there = f"cannot be read ({why})" if why else f"holds {held}, or others"
        anew = "" if held else f" To begin a new house here: move {key} and {mark.path} away."
        raise UnusableLog(
            f"{database}: play that was answered is missing. {mark.path} tells of {marked.size} signed events, the "
            f"database {held_there}; `houserules audit` says more. Nothing was changed. Put the newest whole copy of "
            f"the database in its place, with its -wal file where it has one, and leave the mark. Where there is "
            f"none: move {key} and {mark.path} away; {_WHAT_IS_LEFT}.{anew}"
        )
    if not key.exists():
        raise UnusableLog(
            f"{key}: the key that signed {database} is missing. Put it back; if it is lost: {_WHAT_IS_LEFT}"
        )


def insist_on_the_marked_key(mark: Mark, signer: Signer, key: Path) -> None:
    """A key in which a byte was changed is usually still a key, but a different one."""
    marked = mark.read()
    if marked is not None and marked.size and marked.key != signer.key:
        raise UnusableLog(
            f"{key}: this is the key {signer.key}; {mark.path} was signed with {marked.key}. Put that one back; if "
            f"it is lost: {_WHAT_IS_LEFT}"
        )


def _without_mark(database: str, held: int, mark: Mark, key: Path) -> str:
    if not held:
        return (
            f"{database} is new or empty, and {key} is not: it has signed for a house that is not here. Put the "
            f"database back, with {mark.path}; or, to begin a new house, move {key} away"
        )
    return (
        f"{mark.path} is missing, which says how far {database} was signed. Copy it with the database and its key. "
        f"If it is lost, and `houserules audit {database} --head HEAD` finds no fault, with the newest head kept "
        f"elsewhere: `houserules archive head {database} --out {mark.path}`"
    )


def _standing(query: Query, size: int) -> tuple[int, Any, str]:
    """How many events the heads cover, the root that they have for this size, and why they cannot be read."""
    try:
        rows = query(
            "SELECT max(size), (SELECT root FROM heads WHERE size = ?) FROM heads HAVING max(size) > 0", (size,)
        )
    except UnusableLog as error:
        return 0, None, str(error)
    return (*rows[0], "") if rows else (0, None, "")


def insist_on_the_signed_root(database: Database) -> None:
    """The next leaf is added to the stored peaks. If they had been edited, every later root would be signed wrong."""
    size, peaks, *newest = database.query(
        "SELECT l.size, l.peaks, h.size, h.root, h.origin, h.key, h.signature FROM log l "
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


def choose_origin(database: Database, signer: Signer, origin: str | None, pit: str) -> None:
    """The name under which the log is published from now on: the given one, else the one that it has. Pits may share
    a signing key, and no two logs have the same name."""
    newest = database.query("SELECT origin FROM heads WHERE size = (SELECT max(size) FROM heads)")
    before = newest[0][0] if newest else None
    given = f"{origin or signer.origin}/pits/{pit}" if pit else origin
    signer.origin = (given if origin else before or given) or signer.origin
    if before not in (None, signer.origin):
        _log.warning(
            "the log was published as %s, and is now as %s: witnesses know it by its name, and must be told",
            before,
            signer.origin,
        )


def warn_of_another_key(database: Database, signer: Signer) -> None:
    """Services that share a database must sign with the same key: otherwise none trusts the snapshots of the others,
    and an audit that trusts one key finds heads signed by another."""
    newest = database.query("SELECT key FROM heads WHERE size = (SELECT max(size) FROM heads)")
    if newest and newest[0][0] != signer.key:
        _log.warning(
            "the newest head was signed with another key, %s, and this process signs with %s: processes that share a "
            "database are given the same key",
            newest[0][0],
            signer.key,
        )
