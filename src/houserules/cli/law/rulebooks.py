"""``houserules rulebooks``: what is installed, each version on its own line."""

from __future__ import annotations

from houserules import law
from houserules.cli.files import Json
from houserules.cli.output import console, print_json, table
from houserules.law import Edition


def rulebooks(*, json: Json = False) -> None:
    """The rulebooks that are installed, each version with the day from which it is in force, its clauses and tables,
    and the submission that comes with it.
    """
    rows = [_row(edition) for edition in law.editions()]
    if json:
        print_json(rows)
        return
    made = table("Rulebooks", "id", "version", "in force", "game", "jurisdiction", "clauses", "submission")
    for row in rows:
        made.add_row(*(str(row[key]) for key in _SHOWN))
    console().print(made)


_SHOWN = ("id", "version", "in_force", "title", "jurisdiction", "clauses", "submission")


def _row(edition: Edition) -> dict[str, str | int]:
    book = edition.book
    return {
        "id": book.id,
        "version": book.version,
        "in_force": book.in_force.isoformat(),
        "digest": book.digest,
        "game": book.game,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "document": book.document,
        "origin": edition.origin,
        "clauses": len(edition.clauses.clauses),
        "paytables": sum(len(tables) for tables in book.paytables.values()),
        "readings": len(book.readings),
        "submission": edition.folder.submission or "",
    }
