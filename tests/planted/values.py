"""For each clause the values of the rulebook that cite it, each with other values that load in its place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from houserules.law import MalformedData
from tests.mutation.changes import _ORDER, Change, _data, changed_book, changes_of
from tests.planted.plants import use

MOST_FOR_A_VALUE = 4
BY_SYMBOL = ("wheel", "community_pay")
"""Tables whose lines come in no order: the violation is in one of the lines."""


@dataclass(frozen=True, slots=True)
class Value:
    change: Change

    def __str__(self) -> str:
        return str(self.change)

    def check(self) -> None:
        changed_book(self.change)

    def put_in(self) -> None:
        use(changed_book(self.change))


@cache
def changes_by_clause(identity: str) -> dict[str, dict[tuple[str, ...], list[Change]]]:
    """Clause, then the path of a value that cites it, then the changes of that value."""
    found: dict[str, dict[tuple[str, ...], list[Change]]] = defaultdict(lambda: defaultdict(list))
    for change in changes_of(identity):
        if "steps" not in change.path:
            for clause in _clauses_of(change):
                found[f"{identity} {clause}"][(change.file, *change.path[:-1])].append(change)
    return found


def _clauses_of(change: Change) -> list[str]:
    """The clauses beside the value. The order of lines is the table's; so is a line where order does not count."""
    node: Any = _data(change.rulebook)[change.file]
    if change.file == "rulebook":
        for key in change.path[:-1]:
            node = node[key]
        return _as_list(node["clause"])
    group, letter, line, *_ = change.path
    table = node[group][letter]
    alone = sum(key not in ("clause", "per", "otherwise") for key in table) == 1 or group in BY_SYMBOL
    of_line = _as_list(table[line]["clause"]) if line != _ORDER else []
    return [*of_line, *(_as_list(table["clause"]) if alone or line == _ORDER else [])]


def _as_list(clause: str | list[str]) -> list[str]:
    return clause if isinstance(clause, list) else [clause]


def values_for(clause: str) -> Iterator[Value]:
    """Plants for a clause: of each value that cites it a few changes that load; a list in reverse is the last."""
    for changes in changes_by_clause(clause.split(maxsplit=1)[0]).get(clause, {}).values():
        loading = 0
        for change in sorted(changes, key=_is_reversed):
            try:
                changed_book(change)
            except MalformedData:
                continue
            yield Value(change)
            loading += 1
            if loading == MOST_FOR_A_VALUE:
                break


def _is_reversed(change: Change) -> bool:
    return isinstance(change.before, list) and change.after == change.before[::-1] and _ORDER not in change.path
