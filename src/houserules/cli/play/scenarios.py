"""Scenario files: what the players held, staked and did, with the submission they played under."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from houserules.cli.files import submission_data
from houserules.cli.overrides import with_overrides
from houserules.law import MalformedData
from houserules.library import playable_rules, scenario_data
from houserules.play import Rules
from houserules.scenarios import KEYS

_ALIKE: Final = 0.75


def read_scenario_file(path: str, overrides: Sequence[str]) -> tuple[Rules, dict[str, Any]]:
    """The rules of the submission and the scenario's own data.

    An override that begins with a key of the scenario changes the scenario; any other changes the submission, with or
    without ``submission.`` before its key.
    """
    plain = [override.strip().removeprefix("submission.") for override in overrides]
    of_scenario = [override for override in plain if _first_key(override) in KEYS]
    of_submission = [override for override in plain if _first_key(override) not in KEYS]
    data = with_overrides(scenario_data(path)[0], of_scenario)
    named = data.pop("submission", None)
    if isinstance(named, str):
        beside = Path(path).parent / named
        filed = submission_data(str(beside) if named.endswith(".toml") and beside.exists() else named)
        name = named
    elif isinstance(named, dict):
        filed, name = named, f"{path}: submission"
    else:
        raise MalformedData(f"{path}: submission: expected a bundled name, a path, or a [submission] table")
    for override in of_submission:
        meant = get_close_matches(_first_key(override), KEYS, 1, _ALIKE)
        if meant and _first_key(override) not in filed:
            raise MalformedData(f"--set {override}: no such key; did you mean {meant[0]}?")
    return playable_rules(with_overrides(filed, of_submission), name), data


def _first_key(override: str) -> str:
    return override.partition("=")[0].strip().partition(".")[0]
