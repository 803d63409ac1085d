"""``houserules export``: hands, transfers and meters of a database as tables for other programs."""

from __future__ import annotations

import sys
from typing import Literal

from houserules.cli.files import Count
from houserules.cli.forms import WORDS, Form
from houserules.cli.output import console, counted, say
from houserules.cli.service.databases import opened


def export(
    what: Literal["hands", "transfers", "meters"],
    db: str,
    /,
    *,
    after: Count = 0,
    form: Form = WORDS,
) -> None:
    """One row for each settled wager, transfer or change of a meter: as CSV, where nothing else is asked for. The
    service may run meanwhile.

    Cards that were not turned up are in none of them.

    Parameters
    ----------
    what
        hands (one row a settled wager), transfers, or meters.
    db
        A database: a file, sqlite:///… or postgresql://…; or an archive.
    after
        Only what has a position in the log after this one: the largest that an earlier export has.
    """
    from houserules.app import COLUMNS, table_in_csv, table_rows  # noqa: PLC0415

    with opened(db) as log, log.frozen() as frozen:
        if not form.json and form.parquet is None:
            for part in table_in_csv(frozen, what, after):
                sys.stdout.write(part.decode())
            return
        rows = list(table_rows(frozen, what, after))
        form.printed_table(rows, rows, COLUMNS[what])
        if form == Form(parquet=form.parquet):
            say(console(), f"{form.parquet}: {counted(len(rows), 'row')}")
