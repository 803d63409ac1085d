"""``houserules rulebooks``: what is installed, each version on its own line."""

from __future__ import annotations

from houserules import library
from houserules.cli.files import Json
from houserules.cli.output import console, print_json, table

_SHOWN = ("id", "version", "in_force", "title", "jurisdiction", "clauses", "submission")


def rulebooks(*, json: Json = False) -> None:
    """The rulebooks that are installed, each version with the day from which it is in force, its clauses and tables,
    and the submission that comes with it.
    """
    found = library.rulebooks()
    if json:
        print_json(found.to_dict())
        return
    made = table("Rulebooks", "id", "version", "in force", "game", "jurisdiction", "clauses", "submission")
    for row in found:
        made.add_row(*(str(row[key]) for key in _SHOWN))
    console().print(made)
