"""What a witness knows, in its own database: each log at the size that was last cosigned, and the evidence.

A checkpoint is on the disk before the witness signs it, so that no power failure makes it sign two that disagree.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any, Final

from msgspec import Struct

from houserules.notes import VerifierKey, parse_vkey

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS logs (
    origin TEXT PRIMARY KEY, vkey TEXT NOT NULL, address TEXT NOT NULL, size INTEGER NOT NULL, root BLOB NOT NULL,
    note TEXT NOT NULL, cosignature TEXT NOT NULL, grown_at INTEGER NOT NULL, heard_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS evidence (
    number INTEGER PRIMARY KEY AUTOINCREMENT, origin TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
    what TEXT NOT NULL, about TEXT NOT NULL UNIQUE, content TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS doubted (
    origin TEXT NOT NULL, note TEXT NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (origin, note));
"""
_MOST_DOUBTED: Final = 100


class Followed(Struct, frozen=True):
    """A log as the witness last saw it. ``note`` is the checkpoint as the log signed it and ``cosignature`` the line
    that the witness added when it first saw this size, at ``grown_at``; both are empty while nothing was seen. Times
    are seconds since 1970."""

    origin: str
    vkey: str
    address: str
    size: int
    root: bytes
    note: str
    cosignature: str
    grown_at: int
    heard_at: int

    @property
    def key(self) -> VerifierKey:
        return parse_vkey(self.vkey)

    @property
    def checkpoint(self) -> str:
        return self.note + self.cosignature


class Alarm(Struct, frozen=True):
    """A piece of evidence as it is listed."""

    number: int
    origin: str
    kind: str
    at: int
    what: str


class Store:
    """All methods may be called from any thread. Two processes may share the file: decisions are made under a
    lock."""

    def __init__(self, path: Path) -> None:
        self._guard = RLock()
        self._base = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=30)
        self._base.executescript(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; {_SCHEMA}")
        path.chmod(0o600)
        self._depth = 0

    def close(self) -> None:
        with self._guard:
            self._base.close()

    @contextmanager
    def deciding(self) -> Iterator[None]:
        """Nobody else writes meanwhile; at the end everything is on the disk, or nothing was written."""
        with self._guard:
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._base.execute("COMMIT")
            except BaseException:
                self._base.execute("ROLLBACK")
                raise

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        with self._guard:
            return self._base.execute(sql, values).fetchall()

    def follow(self, key: VerifierKey, address: str, at: int) -> None:
        """A log that is known already keeps its key."""
        self._rows(
            "INSERT INTO logs VALUES (?, ?, ?, 0, ?, '', '', ?, 0) "
            "ON CONFLICT (origin) DO UPDATE SET address = excluded.address",
            key.name, str(key), address, sha256(b"").digest(), at,
        )  # fmt: skip

    def logs(self) -> list[Followed]:
        return [Followed(*row) for row in self._rows("SELECT * FROM logs ORDER BY origin")]

    def log(self, origin: str) -> Followed | None:
        rows = self._rows("SELECT * FROM logs WHERE origin = ?", origin)
        return Followed(*rows[0]) if rows else None

    def at(self, address: str) -> Followed | None:
        rows = self._rows("SELECT * FROM logs WHERE address = ?", address)
        return Followed(*rows[0]) if rows else None

    def record(self, origin: str, size: int, root: bytes, note: str, at: int) -> None:
        """To be called within :meth:`deciding`, before anything is signed."""
        self._rows(
            "UPDATE logs SET size = ?, root = ?, note = ?, cosignature = '', grown_at = ?, heard_at = ? "
            "WHERE origin = ?", size, root, note, at, at, origin,
        )  # fmt: skip

    def cosigned(self, origin: str, size: int, line: str) -> None:
        self._rows("UPDATE logs SET cosignature = ? WHERE origin = ? AND size = ?", line, origin, size)

    def heard(self, origin: str, at: int) -> None:
        self._rows("UPDATE logs SET heard_at = ? WHERE origin = ?", at, origin)

    def doubt(self, origin: str, note: str, size: int) -> None:
        """A signed checkpoint to be compared with the log once the log has grown that far. If there are too many,
        those with the longest to wait are dropped first: sizes that never come cannot crowd out the others."""
        with self._guard:
            self._rows("INSERT OR IGNORE INTO doubted VALUES (?, ?, ?)", origin, note, size)
            self._rows(
                "DELETE FROM doubted WHERE origin = ? AND note NOT IN "
                "(SELECT note FROM doubted WHERE origin = ? ORDER BY size, note LIMIT ?)",
                origin, origin, _MOST_DOUBTED,
            )  # fmt: skip

    def doubted(self, origin: str, upto: int) -> list[str]:
        rows = self._rows("SELECT note FROM doubted WHERE origin = ? AND size <= ? ORDER BY size", origin, upto)
        return [note for (note,) in rows]

    def believed(self, origin: str, note: str) -> None:
        self._rows("DELETE FROM doubted WHERE origin = ? AND note = ?", origin, note)

    def keep(self, origin: str, kind: str, at: int, what: str, about: str, content: str) -> int | None:
        """The number of a new piece of evidence; None if it was found before."""
        known = f"{origin}\n{about}"
        with self._guard:
            if self._rows("SELECT 1 FROM evidence WHERE about = ?", known):
                return None  # Looked up first to keep the numbering without gaps.
            made = self._rows(
                "INSERT OR IGNORE INTO evidence (origin, kind, at, what, about, content) VALUES (?, ?, ?, ?, ?, ?) "
                "RETURNING number", origin, kind, at, what, known, content,
            )  # fmt: skip
        return int(made[0][0]) if made else None

    def count(self, origin: str, kind: str, since: int) -> int:
        """How many pieces of evidence of a kind were found after a given time."""
        sql = "SELECT count(*) FROM evidence WHERE origin = ? AND kind = ? AND at > ?"
        return int(self._rows(sql, origin, kind, since)[0][0])

    def alarms(self, origin: str | None = None) -> list[Alarm]:
        rows = self._rows(
            "SELECT number, origin, kind, at, what FROM evidence WHERE ? IS NULL OR origin = ? ORDER BY number DESC",
            origin, origin,
        )  # fmt: skip
        return [Alarm(*row) for row in rows]

    def evidence(self, number: int) -> str | None:
        rows = self._rows("SELECT content FROM evidence WHERE number = ?", number)
        return str(rows[0][0]) if rows else None
