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


@dataclass(frozen=True, slots=True)
class Value:
    change: Change

    def __str__(self) -> str:
        return str(self.change)

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
    node: Any = _data(change.rulebook)[change.file]
    for key in change.path:
        if key == _ORDER or not isinstance(node, dict) or ("clause" in node and change.path[0] != key and key in ("is", "pays", "under")):
            break
        node = node[key]
    cited = node["clause"]
    return list(cited) if isinstance(cited, list) else [cited]


def values_for(clause: str) -> Iterator[Value]:
    """Plants for a clause: of each value that cites it a few changes that load, of which a reversed list is the last."""
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
