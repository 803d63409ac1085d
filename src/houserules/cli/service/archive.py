"""``houserules archive``: a whole database in an open format, restored from it, and content removed for good."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec
from cyclopts import App

from houserules.cli.main import ANSWER_IS_NO, DONE
from houserules.cli.output import console, counted, say
from houserules.cli.service.audit import insist_on_keys, said_of
from houserules.cli.service.databases import opened, refuse_list_of_events, stream_of
from houserules.law import MalformedData, first_moment, parse_day
from houserules.log import without_password

if TYPE_CHECKING:
    from houserules.log import Contents

archive = App(name="archive", help="Export, restore, retention, signed heads and single hands of a database.")


@archive.command
def export(db: str, /, *, out: Path) -> None:
    """Write everything in a database as JSON Lines.

    Parameters
    ----------
    db
        A database: a file, sqlite:///… or postgresql://….
    out
        The file to write; it must not be there yet.
    """
    from houserules.records import export_log  # noqa: PLC0415

    with opened(db) as log, log.frozen() as frozen, _whole(out) as file:
        lines = export_log(frozen, file)
    say(console(), f"{out}: {counted(lines, 'line')}")


@archive.command
def restore(file: Path, /, *, db: str, key: tuple[str, ...] = (), actor: str = "administrator") -> int:
    """Fill an empty database from an archive that an audit finds sound. Exit status 1, and no database, otherwise.

    It is put on record, signed by the key of the new database, what was restored and which keys
    had signed it; so a later audit of the database trusts these keys as far as the archive went.

    Parameters
    ----------
    file
        An archive, as `houserules archive export` writes it.
    db
        The database to fill: a file that is not there yet, or an empty PostgreSQL database.
    key
        A public key of the archive that is known and trusted, in hexadecimal: heads signed by another are a fault,
        and where the newest is, nothing is restored. May be repeated. Default: whichever keys signed it, which are
        printed.
    actor
        Who, for the record.
    """
    from houserules.app import audit  # noqa: PLC0415
    from houserules.app import restore as fill  # noqa: PLC0415
    from houserules.records import vouch  # noqa: PLC0415

    insist_on_keys(key)
    contents = _contents_of(file)
    newest = max(contents.heads, key=lambda head: head.size, default=None)
    if key and newest is not None and newest.key not in key:
        named = "the key you named" if len(key) == 1 else "one of the keys you named"
        say(console(), f"{file}: signed by {newest.key}, not by {named}; nothing was restored", "red")
        return ANSWER_IS_NO
    with opened(str(file)) as copy, copy.frozen() as frozen:
        found = audit(frozen, keys=key)
    for finding in found.findings:
        say(console(), said_of(finding), "red")
    if not found.sound:
        say(console(), f"{file}: not as it was written; nothing was restored", "red")
        return ANSWER_IS_NO
    new = _not_there_yet(db)
    with _removed_on_failure() as made, opened(db, writing=True, existing=False) as log:
        if not log.position():  # Otherwise another process has just filled it.
            made.extend(new)
        found = fill(log, file, key, contents)
        if not found.sound:  # As the archive was sound, the database is at fault.
            raise MalformedData(f"{without_password(db)}: {said_of(found.findings[0])}; nothing was restored")
        record = vouch(log, file, found, at=int(time.time() * 1000), actor=actor)
    say(console(), f"{without_password(db)}: {counted(found.events, 'event')}, root {found.root}")
    for each in found.keys:
        say(console(), f"signed by {each}")
    if record is not None:
        say(console(), f"From now on this database is signed by {log.key}.")
    if record is not None and not key:
        proved = "these signatures prove only that nothing was changed since they were made."
        say(console(), f"No key was named, so {proved}")
        say(console(), "Compare the key with what was kept elsewhere: every exported head names it.")
    return DONE


@archive.command
def retain(db: str, /, *, before: str, reason: str, actor: str = "administrator") -> None:
    """Remove the content of rounds that closed before a day, and record that it was removed. It cannot be undone.

    Parameters
    ----------
    db
        A database that no service has open.
    before
        A day, as in 2026-01-31, that is not in the future; its first moment in UTC is meant.
    reason
        Why, for the record.
    actor
        Who, for the record.
    """
    from houserules.app import remove_before  # noqa: PLC0415

    try:
        moment = first_moment(parse_day(before))
    except MalformedData as error:
        raise MalformedData(f"--before: {error}") from None
    now = int(time.time() * 1000)
    if moment > now:
        raise MalformedData(f"--before {before}: this day has not come; what is removed cannot be brought back")
    if not reason.strip():
        raise MalformedData("--reason: expected a reason, for the record")
    with opened(db, writing=True) as log:
        removed = remove_before(log, moment, at=now, actor=actor, reason=reason.strip())
    for record in removed:
        say(console(), f"{record.stream}: content of versions {record.first} to {record.last} removed")
    if not removed:
        say(console(), "nothing to remove")


@archive.command
def head(db: str, /, *, out: Path | None = None) -> None:
    """Write the newest signed head, to be kept elsewhere: with it a later audit notices even a shortened log.

    Parameters
    ----------
    db
        A database or an archive.
    out
        The file to write. Default: print it.
    """
    with opened(db) as log:
        newest = log.head()
    if newest is None:
        raise MalformedData(f"{without_password(db)}: the log is empty")
    _write(msgspec.json.encode(newest) + b"\n", out)


@archive.command
def hand(db: str, /, *, table: str, number: int, out: Path | None = None) -> None:
    """Write one round as a file for `houserules replay` and `houserules explain`.

    Parameters
    ----------
    db
        A database or an archive.
    table
        The table's name, as in 1 or table:1.
    number
        The number of the round.
    out
        The file to write. Default: print it.
    """
    from houserules.records import export_hand  # noqa: PLC0415

    with opened(db) as log:
        content = export_hand(log, stream_of(table), number)
    _write(content, out)


def _contents_of(file: Path) -> Contents:
    """The content of an archive, read before a database is created for it."""
    from houserules.records import BrokenArchive, read_contents  # noqa: PLC0415

    refuse_list_of_events(str(file))
    try:
        return read_contents(file)
    except BrokenArchive as error:
        raise MalformedData(str(error)) from None


def _not_there_yet(db: str) -> list[Path]:
    """The files that will be created for a database; on a server there are none."""
    from houserules.log import LogError, files_of, path_of  # noqa: PLC0415

    try:
        path = path_of(db)
    except LogError:
        return []
    try:
        return [file for file in files_of(path) if not file.exists()]
    except (OSError, ValueError):  # Opening it will report why.
        return []


@contextmanager
def _removed_on_failure() -> Iterator[list[Path]]:
    """After a failure, deletes the files that the caller has put on the list, once they are certainly its own."""
    files: list[Path] = []
    try:
        yield files
    except BaseException:
        for file in files:
            file.unlink(missing_ok=True)
        raise


@contextmanager
def _whole(out: Path) -> Iterator[BinaryIO]:
    """A new file that is there, on the disk, once all of it was written, and does not exist otherwise."""
    try:
        file = open(out, "xb", opener=_for_oneself)  # noqa: SIM115
    except OSError as error:
        raise MalformedData(f"{out}: {error.strerror}") from None
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException as error:
        out.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise MalformedData(f"{out}: {error.strerror}") from None
        raise


def _for_oneself(path: str, flags: int) -> int:
    """A file that nobody else may read: an archive holds what the database holds."""
    return os.open(path, flags, 0o600)


def _write(content: bytes, out: Path | None) -> None:
    if out is None:
        print(content.decode(), end="")
        return
    try:
        if out.exists() and not out.is_file():  # A device or a pipe.
            out.write_bytes(content)
            return
        target = out.resolve()
        part = target.with_name(target.name + ".part")
        with _removed_on_failure() as made, part.open("wb") as file:
            made.append(part)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise MalformedData(f"{out}: {error.strerror}") from None
