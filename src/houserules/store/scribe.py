"""The scribe: a process of its own that writes batches of rows to an SQLite file while the store plans the next.

Python runs one thread at a time, so a thread could not write beside another that plans. This file is run as a
program, by its path: it loads nothing of houserules, and starts in a moment. It knows neither tables nor rules. It
reads messages from its standard input, each a length and a batch of insertions and other statements, runs each batch
as one transaction, and answers each: kept, which means that the disk has it, or not kept; and for how many
microseconds the disk was waited for.

The last statement of a batch inserts nothing and must change one row, or nothing is kept: it is the one that counts
batches, and changes nothing if something else was written since. After a batch that was not kept nothing is, as later
ones were planned on top of it, until an empty message says that the store knows. The scribe ends when its input does.
"""

from __future__ import annotations

import marshal
import os
import signal
import sqlite3
import struct
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final

KEPT: Final = b"k"
NOT_KEPT: Final = b"n"
LENGTH: Final = struct.Struct("<I")
ANSWER: Final = struct.Struct("<cI")
INSERT: Final = "INSERT OR FAIL"
"""Spares SQLite its preparations to undo half a statement: here all is undone or nothing."""
_LONGEST: Final = 2**32 - 1
_SIZES: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
"""So many rows go into one statement: their parameters stay far below what any database takes."""


Inserted = tuple[str, Sequence[Sequence[Any]], str]
"""A table with its columns in brackets, rows, and what is done about those that are there."""


def read_exactly(source: int, size: int) -> bytes | None:
    """So many bytes, or None where the input ends before them."""
    parts = []
    while size:
        part = os.read(source, size)
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def insertions(
    verb: str, into: str, rows: Sequence[Sequence[Any]], conflict: str
) -> Iterator[tuple[str, list[Any], int]]:
    """Statements that insert all rows, each with its parameters, and how many of them make a row.

    One statement for many rows is worked off by the database in one go, where one for each would hand over between
    this program and the database every time. They come in few sizes, so that few statements serve all batches and
    stay prepared.
    """
    start, left = 0, len(rows)
    while left:
        size = _largest_size(left)
        columns = len(rows[0])
        sql = _insertion(verb, into, columns, size, conflict)
        yield sql, list(chain.from_iterable(rows[start : start + size])), columns
        start, left = start + size, left - size


@cache
def _largest_size(rows: int) -> int:
    return max(size for size in _SIZES if size <= rows)


@cache
def _insertion(verb: str, into: str, columns: int, size: int, conflict: str) -> str:
    row = f"({', '.join('?' * columns)})"
    return f"{verb} INTO {into} VALUES {', '.join([row] * size)} {conflict}".rstrip()


def quick_to_bind(parameters: list[Any], columns: int) -> list[Any]:
    """The parameters of some rows, in place, with bytes as bytearrays: Python's driver sees those at once, where it
    looks for somebody to translate each piece of bytes. What is bytes in the first row is bytes in all, or None."""
    for column in range(columns):
        if isinstance(parameters[column], bytes):
            parameters[column::columns] = [
                bytearray(value) if value is not None else None for value in parameters[column::columns]
            ]
    return parameters


def run(connection: sqlite3.Connection, inserted: list[Inserted], last: tuple[str, list[Any]]) -> int | None:
    """One transaction: the microseconds of the wait when the disk has it, None when nothing of it was kept."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        for into, rows, conflict in inserted:
            for sql, parameters, columns in insertions(INSERT, into, rows, conflict):
                connection.execute(sql, quick_to_bind(parameters, columns))
        if connection.execute(*last).rowcount == 1:
            began = time.perf_counter_ns()
            connection.execute("COMMIT")
            return min((time.perf_counter_ns() - began) // 1000, _LONGEST)
    except sqlite3.Error:
        pass  # The store writes the batch itself then, and meets the same error.
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    return None


def serve(connection: sqlite3.Connection, source: int, target: int) -> None:
    sound = True
    while (head := read_exactly(source, LENGTH.size)) is not None:
        (size,) = LENGTH.unpack(head)
        if size == 0:
            sound = True
            continue
        content = read_exactly(source, size)
        if content is None:
            return
        waited = run(connection, *marshal.loads(content)) if sound else None
        sound = waited is not None
        try:
            os.write(target, ANSWER.pack(KEPT if sound else NOT_KEPT, waited or 0))
        except BrokenPipeError:
            return  # The store was killed; whoever starts it again finds what was kept.


def main() -> None:
    # Whoever stops the service stops all of its group; the scribe ends when the service has nothing more for it.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    address, *settings = sys.argv[1:]
    connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=30, cached_statements=256)
    for setting in settings:
        connection.execute(setting)
    serve(connection, sys.stdin.fileno(), sys.stdout.fileno())
    connection.close()


if __name__ == "__main__":
    main()
