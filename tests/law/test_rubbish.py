"""Whatever stands in the files of a rulebook, its faults are told, and nothing is raised."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from houserules import law
from houserules.law import loading, read_toml, rulebook_ids
from tests.support.parts import WHOLE

FILES = ("rulebook", "paytables", "readings", "clauses")
RUBBISH: tuple[Any, ...] = (
    5, -1, "x", "", True, [], {}, [[1]], {"a": 1}, ["x"], [{"a": 1}], {"is": 5, "clause": "1"},
    {"is": "x", "clause": []}, {"is": [], "clause": "2.A"},
)  # fmt: skip


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from paths(value, (*path, key))


def spoilt(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The data with one to four places taken out, or with rubbish in them."""
    data = deepcopy(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        path = chance.choice(list(paths(data)))
        place = data
        for key in path[:-1]:
            place = place[key]
        if chance.random() < 0.1:
            del place[path[-1]]
        else:
            place[path[-1]] = deepcopy(chance.choice(RUBBISH))
    return data


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("identity", rulebook_ids())
def test_rubbish_is_told(identity: str, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = {each: read_toml(law.file_text(identity, each), each) for each in FILES}
    chance = random.Random(f"{identity} {file}")
    told = 0
    rounds = 25 if WHOLE else 10
    for _ in range(rounds):
        now = data | {file: spoilt(data[file], chance)}
        monkeypatch.setattr(loading, "read_toml", lambda _, name, now=now: now[name.split("/")[1].partition(".")[0]])
        found = loading.problems_of_folder(lambda each: law.file_text(identity, each), identity)
        assert all(problem.startswith(f"{identity}/") for problem in found)
        told += bool(found)
    assert told > rounds * 3 / 5  # Not all is wrong: a text or a pay line less is as good.
