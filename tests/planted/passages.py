"""The violations listed in ``violations.toml``, by clause."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from houserules.law import rulebook_ids
from houserules.play import Phase
from tests.planted.plants import Anyone, Passage, Phases, Plant

LIST = Path(__file__).with_name("violations.toml")


@cache
def listed() -> Mapping[str, tuple[Plant, ...]]:
    """Clause to the violations of it, all of which its tests must find."""
    found: dict[str, tuple[Plant, ...]] = defaultdict(tuple)
    for entry in tomllib.loads(LIST.read_text(encoding="utf-8"))["violation"]:
        for rulebook in rulebook_ids():
            for path in entry.get(rulebook, ()):
                found[f"{rulebook} {path}"] += (_plant(rulebook, entry),)
    return found


def _plant(rulebook: str, entry: dict[str, Any]) -> Plant:
    if "anyone" in entry:
        return Anyone(rulebook, entry["anyone"])
    if "phases" in entry:
        return Phases(entry["what"], entry["where"], tuple(Phase(phase) for phase in entry["phases"]))
    return Passage(entry["what"], entry["where"], entry["old"], entry["new"])
