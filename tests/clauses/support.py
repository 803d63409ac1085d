"""What the tests of the law share: bundled submissions with changes, the faults found, and printed pay tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from houserules import law
from houserules.cards import mask_of, parse_cards
from houserules.cli.overrides import with_overrides as overridden
from houserules.law import Fault, Submission, check, freeze, read_filing, read_toml
from tests.support.clauses import clause

TODAY = date(2026, 11, 15)


def bundled(book: str) -> dict[str, Any]:
    """The data of the Rules Submission that comes with a rulebook."""
    return read_toml(law.file_text(book, "submission"), book)


def changed(book: str, *changes: str) -> dict[str, Any]:
    """The bundled submission with ``path=value`` set, and with ``-path`` left out, in order."""
    data = bundled(book)
    for change in changes:
        if change.startswith("-"):
            _leave_out(data, change[1:])
        else:
            data = overridden(data, [change])
    return data


def _leave_out(data: dict[str, Any], path: str) -> None:
    *above, last = path.split(".")
    for key in above:
        data = data[key]
    del data[last]


def faults(book: str, *changes: str, today: date = TODAY, live: bool = False) -> tuple[Fault, ...]:
    return check(read_filing(changed(book, *changes), "test"), today=today, live=live)


def found(book: str, *changes: str) -> list[tuple[str, str, str]]:
    """Code, key and clause of every fault, sorted; the clause without the name of the rulebook."""
    return short(book, faults(book, *changes))


def short(book: str, all_faults: Iterable[Fault]) -> list[tuple[str, str, str]]:
    return sorted((fault.code.value, fault.key, fault.clause.removeprefix(f"{book} ")) for fault in all_faults)


def frozen(book: str, *changes: str) -> Submission:
    return freeze(read_filing(changed(book, *changes), "test"))


def hand(text: str) -> int:
    return mask_of(parse_cards(text))


def cents(amount: str) -> tuple[str, str, str]:
    """A threshold in dollars as the triple: one cent below, at, one cent above."""
    whole = int(amount)
    return f"{whole - 1}.99", f"{whole}", f"{whole}.01"


def wheel(symbols: str) -> str:
    """The override that gives every symbol of a wheel one segment."""
    entries = ", ".join(f'{{symbol = "{symbol}", count = 1}}' for symbol in symbols.split())
    return f"wagers.progressive.segments=[{entries}]"


@dataclass(frozen=True)
class Printed:
    """A pay table typed from the document: clause of the table, then (clause, line, pays) in the order printed."""

    book: str
    wager: str
    letter: str
    clause: str
    lines: tuple[tuple[str, str, str], ...]

    def cite(self, path: str) -> str:
        return f"{self.book} {path}"

    def __str__(self) -> str:
        return f"{self.wager}-{self.letter}"


def table_cases(tables: Iterable[Printed], selected: Mapping[str, str]) -> list[ParameterSet]:
    """``selected``: for each wager the clause by which a submission selects one of its tables."""
    return [
        pytest.param(
            table,
            id=str(table),
            marks=clause(table.cite(table.clause), table.cite(selected.get(table.wager, table.clause))),
        )
        for table in tables
    ]


def line_cases(tables: Iterable[Printed]) -> list[ParameterSet]:
    return [
        pytest.param(table, line, pays, path, id=f"{table}-{line}", marks=clause(table.cite(path)))
        for table in tables
        for path, line, pays in table.lines
    ]
