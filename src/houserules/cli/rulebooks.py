"""``houserules rulebooks``: what is implemented."""

from __future__ import annotations

from houserules import law
from houserules.cli.output import console, print_json, table


def rulebooks(*, json: bool = False) -> None:
    """The rulebooks that are implemented, how many clauses and pay tables each has, and its bundled submission.

    Parameters
    ----------
    json
        Print data instead of words.
    """
    rows = [_row(identity) for identity in law.rulebook_ids()]
    if json:
        print_json(rows)
        return
    made = table("Rulebooks", "id", "game", "jurisdiction", "clauses", "pay tables", "readings", "bundled submission")
    keys = ("id", "title", "jurisdiction", "clauses", "paytables", "readings", "submission")
    for row in rows:
        made.add_row(*(str(row[key]) for key in keys))
    console().print(made)


def _row(identity: str) -> dict[str, str | int]:
    book = law.rulebook(identity)
    return {
        "id": book.id,
        "game": book.game,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "document": book.document,
        "clauses": len(law.clause_list(identity).clauses),
        "paytables": sum(len(tables) for tables in book.paytables.values()),
        "readings": len(book.readings),
        "submission": next((name for name, edition in law.submissions().items() if edition.id == identity), ""),
    }
