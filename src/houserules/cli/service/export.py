"""``houserules export``: hands, transfers and meters of a database as tables for other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from houserules.cli.files import Count
from houserules.cli.forms import write_parquet
from houserules.cli.output import console, counted, print_json, say
from houserules.cli.service.databases import opened
from houserules.law import MalformedData


def export(
    what: Literal["hands", "transfers", "meters"],
    db: str,
    /,
    *,
    after: Count = 0,
    json: Annotated[bool, Parameter(negative="", help="Print data instead of CSV.")] = False,
    parquet: Annotated[Path | None, Parameter(help="Write the table to this Parquet file.")] = None,
) -> None:
    """Print one row for each settled wager, transfer or change of a meter, as CSV. The service may run meanwhile.

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

    if json and parquet is not None:
        raise MalformedData("--json and --parquet: expected one of them")
    with opened(db) as log, log.frozen() as frozen:
        if parquet is not None:
            rows = list(table_rows(frozen, what, after))
            write_parquet(rows, parquet, COLUMNS[what])
            say(console(), f"{parquet}: {counted(len(rows), 'row')}")
        elif json:
            print_json(list(table_rows(frozen, what, after)))
        else:
            for part in table_in_csv(frozen, what, after):
                sys.stdout.write(part.decode())
