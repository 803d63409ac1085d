"""``houserules backup``: a copy of a house from which a service can start."""

from __future__ import annotations

from pathlib import Path

from houserules.cli.output import console, counted, say
from houserules.cli.service.serve import default_database
from houserules.law import MalformedData


def backup(*, out: Path, db: str | None = None) -> None:
    """Copy an SQLite house with its key, while its service runs or is stopped.

    Parameters
    ----------
    out
        The file to write; its key and its mark are written beside it. None of them may be there yet.
    db
        The database: a file; absent: the one in the user's data directory.
    """
    from houserules.log import LogError, back_up, is_postgresql, key_file_of  # noqa: PLC0415

    where = db or default_database()
    if is_postgresql(where):
        raise MalformedData("--db: PostgreSQL is backed up with its own tools (pg_dump); copy the key beside it")
    try:
        events = back_up(where, out)
    except LogError as error:
        raise MalformedData(str(error)) from None
    say(console(), f"{out}: {counted(events, 'event')}, with {key_file_of(out).name} and {out.name}.mark")
