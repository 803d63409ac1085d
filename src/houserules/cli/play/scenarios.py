"""Scenario files: what the players held, staked and did, with the submission they played under."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from houserules.cli.files import submission_data
from houserules.cli.overrides import with_overrides
from houserules.law import MalformedData
from houserules.library import playable_rules, scenario_data
from houserules.play import Rules
from houserules.scenarios import KEYS


def read_scenario_file(path: str, overrides: Sequence[str]) -> tuple[Rules, dict[str, Any]]:
    """The rules of the submission and the scenario's own data.

    An override that begins with a key of the scenario changes the scenario; any other changes the submission.
    """
    of_scenario = [override for override in overrides if _is_scenarios(override)]
    of_submission = [override for override in overrides if not _is_scenarios(override)]
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
    return playable_rules(with_overrides(filed, of_submission), name), data


def _is_scenarios(override: str) -> bool:
    return override.partition("=")[0].strip().partition(".")[0] in KEYS
