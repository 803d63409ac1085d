"""The forms of an answer that contains a table: words, JSON, CSV, or a Parquet file."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from houserules.cli.output import print_json
from houserules.lab import decimal_of
from houserules.law import MalformedData
from houserules.library import Result

_DIGITS: Final = 15


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Form:
    """In which form an answer is printed; where nothing is chosen, in words."""

    json: Annotated[bool, Parameter(help="Print data instead of words.")] = False
    csv: Annotated[bool, Parameter(negative="", help="Print the table as CSV instead of words.")] = False
    parquet: Annotated[Path | None, Parameter(help="Write the table to this Parquet file.")] = None

    def printed(self, found: Result) -> bool:
        """Prints it in the chosen form; returns False if it is to be printed in words."""
        return self.printed_table(found.to_dict(), found.rows(), found.columns)

    def printed_table(self, data: Any, rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = ()) -> bool:
        """The same for data with its table; ``columns`` are those of a table that may have no rows."""
        if self.json and self.csv:
            raise MalformedData("--json and --csv: expected one of them")
        if self.parquet is not None:
            write_parquet(rows, self.parquet, columns)
        if self.json:
            print_json(data)
        elif self.csv:
            _print_csv(rows, columns)
        return self.json or self.csv or self.parquet is not None


WORDS: Final = Form()


def _print_csv(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
    import csv as csv_files  # noqa: PLC0415

    names = list(dict.fromkeys(name for row in rows for name in row)) or list(columns)
    writer = csv_files.DictWriter(sys.stdout, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)


def _cell(value: Any) -> Any:
    if isinstance(value, Fraction):
        return decimal_of(value, _DIGITS)
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {each}" for name, each in value.items())
    return "; ".join(map(str, value)) if isinstance(value, list | tuple) else value


def write_parquet(rows: Sequence[Mapping[str, Any]], path: Path, columns: Sequence[str] = ()) -> None:
    """``columns`` are those of a table that may have no rows."""
    polars = import_module("polars")
    plain = [{name: float(it) if isinstance(it, Fraction) else _cell(it) for name, it in row.items()} for row in rows]
    try:
        polars.DataFrame(plain or {name: [] for name in columns}, infer_schema_length=None).write_parquet(path)
    except OSError as error:
        raise MalformedData(f"--parquet {path}: {error.strerror or error}") from None
