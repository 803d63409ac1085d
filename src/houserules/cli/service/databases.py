"""Databases and archives that people name on the command line."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from houserules.law import MalformedData
from houserules.library import read_text
from houserules.log import is_an_address, without_password

if TYPE_CHECKING:
    from houserules.log import Log

_SQLITE_MAGIC: Final = b"SQLite format 3\x00"
_ARCHIVE_BEGINS: Final = b'{"kind":"archive",'
_API_LIST_BEGINS: Final = b'{"position":'


def is_database(name: str) -> bool:
    """Whether this names a database rather than a file of JSON or TOML."""
    if name.startswith("sqlite:") or is_an_address(name):
        return True
    return _begins(name, _SQLITE_MAGIC)


def _begins(name: str, content: bytes) -> bool:
    """Whether a file begins with this. Something that is not a file, such as a pipe, could be read only once."""
    try:
        if not Path(name).is_file():
            return False
        with Path(name).open("rb") as file:
            return file.read(len(content)) == content
    except (OSError, ValueError):
        return False


def refuse_list_of_events(name: str) -> None:
    """What the service exports is for reading; it lacks the commands, replies and signatures that an audit needs."""
    if _begins(name, _API_LIST_BEGINS):
        raise MalformedData(
            f"{name}: this is the API's list of events; the archive comes from `houserules archive export`"
        )


def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory()
    except FileNotFoundError:
        raise MalformedData("no folder for temporary files has room; TMPDIR may name another") from None


@contextmanager
def opened(name: str, *, writing: bool = False, existing: bool = True) -> Iterator[Log]:
    """A database, or an archive read into a temporary one. The user's mistakes become MalformedData.

    A database is created only if it need not be ``existing``.
    """
    from houserules.log import LogError, UnusableAddress, open_log  # noqa: PLC0415
    from houserules.records import BrokenArchive  # noqa: PLC0415

    refuse_list_of_events(name)
    try:
        if not writing and _is_archive(name):
            with _temporary_folder() as folder, _from_archive(Path(name), Path(folder)) as log:
                yield log
            return
        if writing and existing:
            open_log(name, read_only=True).close()
        with open_log(name, read_only=not writing) as log:
            yield log
    except (BrokenArchive, UnusableAddress) as error:
        raise MalformedData(str(error)) from None
    except LogError as error:
        said = str(error).replace(name, without_password(name))
        shown = without_password(name)
        raise MalformedData(said if shown in said else f"{shown}: {said}") from None


def round_content(name: str, table: str | None, number: int | None) -> bytes:
    """An exported round: the file itself, or the round of this number of a table in a database."""
    from houserules.records import export_hand  # noqa: PLC0415

    refuse_list_of_events(name)
    if not is_database(name) and not _is_archive(name):
        content = read_text(name, "an exported round in JSON" if table is None else "a database").encode()
        if table is not None:
            raise MalformedData(f"{name}: this is one round already, and no database to look for table {table!r} in")
        return content
    if table is None or number is None:
        raise MalformedData(
            f"{without_password(name)}: this is a database; "
            "name the table and the round too, the table as the lobby lists it"
        )
    with opened(name) as log:
        return export_hand(log, stream_of(table), number)


def stream_of(table: str) -> str:
    """A table's stream in the log, by the name that people use: 1 or table:1."""
    return table if table.startswith("table:") else f"table:{table}"


def _is_archive(name: str) -> bool:
    return (name.endswith(".jsonl") and not is_database(name)) or _begins(name, _ARCHIVE_BEGINS)


@contextmanager
def _from_archive(archive: Path, folder: Path) -> Iterator[Log]:
    from houserules.log import open_log  # noqa: PLC0415
    from houserules.records import fill  # noqa: PLC0415

    with open_log(str(folder / "archive.db")) as log:
        fill(log, archive)
        yield log
