"""``houserules rulebooks``: what is installed, each version on its own line."""

from __future__ import annotations

from houserules import library
from houserules.cli.forms import WORDS, Form
from houserules.cli.output import console, table

_SHOWN = ("id", "version", "in_force", "title", "jurisdiction", "clauses", "submission")


def rulebooks(*, form: Form = WORDS) -> None:
    """The rulebooks that are installed, each version with the day from which it is in force, its clauses and tables,
    and the submission that comes with it.
    """
    found = library.rulebooks()
    if form.printed(found):
        return
    made = table("Rulebooks", "id", "version", "in force", "game", "jurisdiction", "clauses", "submission")
    for row in found:
        made.add_row(*(str(row[key]) for key in _SHOWN))
    console().print(made)
