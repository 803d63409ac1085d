"""Every value of every rulebook is changed in turn, and the change is noticed: it does not load, or a pin fails.

``scripts/mutate.py`` makes the changes; by itself, it asks the same of the tests of behaviour, which takes an hour.
"""

from __future__ import annotations

import json
from types import ModuleType

import pytest

from houserules import law
from houserules.law import MalformedData, loading, rulebook_ids
from tests.law.pins import values_of
from tests.law.test_pinned_values import PINS
from tests.support.parts import part_of
from tests.support.rulebooks import load_changed, parsed_once
from tests.support.scripts import script


def mutate() -> ModuleType:
    return script("mutate")


@pytest.mark.parametrize("file", ["rulebook", "paytables"])
@pytest.mark.parametrize("identity", rulebook_ids())
def test_every_change_is_noticed(monkeypatch: pytest.MonkeyPatch, identity: str, file: str) -> None:
    monkeypatch.setattr(loading, "read_toml", parsed_once)
    pinned = json.loads(PINS.read_text(encoding="utf-8"))[identity]
    texts = {name: law.file_text(identity, name) for name in ("rulebook", "paytables")}
    changes = list(mutate().mutants(texts[file]))
    unnoticed = []
    for what, text in part_of(changes, 3):
        changed = texts | {file: text}
        try:
            values = values_of(load_changed(identity, **changed))
        except MalformedData:
            continue
        if values == pinned:
            unnoticed.append(what)
    assert unnoticed == []
    assert len(changes) > 50
