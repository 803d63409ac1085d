"""A copy of an SQLite database with its key and its mark, even while a service writes to it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from houserules.log.databases.sqlite import SqliteDatabase, copy_pages
from houserules.log.databases.sqlite_file import (
    files_of,
    insist_on_a_file,
    key_file_of,
    make_private,
    path_of,
    remove,
)
from houserules.log.entries import SignedHead
from houserules.log.errors import UnusableLog
from houserules.log.mark import Mark, mark_file_of
from houserules.log.private_files import write_private
from houserules.log.signing import read_signer
from houserules.log.startup import insist_on_the_mark, insist_on_the_marked_key, insist_on_the_signed_root


def back_up(url: str, out: Path) -> int:
    """Copies the database at one moment, its key, and a mark of that moment; returns how many events it holds. Raises
    :class:`UnusableLog` if the database is damaged, or the target exists already: then nothing is left of the
    copy."""
    path = path_of(url)
    insist_on_a_file(path)
    key, draft = key_file_of(path), out.with_name(out.name + ".part")
    made = [*files_of(draft), *files_of(out)]
    for file in made:
        if file.exists():
            raise UnusableLog(f"{file}: it is there already; name a file that is not")
    mark = Mark(mark_file_of(key, path.name))
    try:
        marked = mark.read()  # Read first: a service may continue to write.
        signer = read_signer(key)
        insist_on_the_marked_key(mark, signer, key)
        make_private(draft)
        copy_pages(path, draft)
        newest = _newest_head(draft, mark, marked, path, key)
        with draft.open("rb") as copy:
            os.fsync(copy.fileno())
        write_private(key_file_of(out), key.read_bytes())
        copied = Mark(mark_file_of(key_file_of(out), out.name))
        if newest is None:
            copied.begin(signer)
        else:
            copied.write(newest)
        draft.replace(out)
    except (OSError, sqlite3.Error) as error:
        remove(made)
        raise UnusableLog(f"{out}: {getattr(error, 'strerror', None) or error}") from None
    except BaseException:
        remove(made)
        raise
    return newest.size if newest is not None else 0


def _newest_head(draft: Path, mark: Mark, marked: SignedHead | None, path: Path, key: Path) -> SignedHead | None:
    """The newest head of the copy, which must be as complete as a service requires."""
    database = SqliteDatabase(draft)
    try:
        insist_on_the_mark(database.query, mark, marked, str(path), key, of_one=True)
        insist_on_the_signed_root(database)
        rows = database.query("SELECT size, root, origin, key, signature FROM heads ORDER BY size DESC LIMIT 1")
    finally:
        database.close()
    return SignedHead(*rows[0]) if rows else None
