"""Scenario files: what the players held, staked and did, with the submission they played under."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from houserules.cli.files import read_text, submission_data
from houserules.law import MalformedData, Submission, freeze, read_filing, read_toml, with_overrides
from houserules.play.scenario import SCENARIO_KEYS


def read_scenario_file(path: str, overrides: Sequence[str]) -> tuple[Submission, dict[str, Any]]:
    """The frozen submission and the scenario's own data.

    An override that begins with a key of the scenario changes the scenario; any other changes the submission.
    """
    of_scenario = [override for override in overrides if _is_scenarios(override)]
    of_submission = [override for override in overrides if not _is_scenarios(override)]
    data = with_overrides(_read(path), of_scenario)
    named = data.pop("submission", None)
    if isinstance(named, str):
        beside = Path(path).parent / named
        filed = submission_data(str(beside) if named.endswith(".toml") and beside.exists() else named)
        name = named
    elif isinstance(named, dict):
        filed, name = named, f"{path}: submission"
    else:
        raise MalformedData(f"{path}: submission: wanted a bundled name, a path, or a [submission] table")
    try:
        submission = freeze(read_filing(with_overrides(filed, of_submission), name))
    except MalformedData as error:
        raise MalformedData(
            *(problem if name in problem else f"{name}: {problem}" for problem in error.problems)
        ) from None
    return submission, data


def _is_scenarios(override: str) -> bool:
    return override.partition("=")[0].strip().partition(".")[0] in SCENARIO_KEYS


def _read(path: str) -> dict[str, Any]:
    text = read_text(path, "a scenario in TOML or JSON")
    if not path.endswith(".json"):
        return read_toml(text, path)
    try:
        data = json.loads(text, parse_float=_no_float)
    except RecursionError:
        raise MalformedData(f"{path}: nested too deeply to be a scenario") from None
    except ValueError as error:
        raise MalformedData(f"{path}: {error}") from None
    if not isinstance(data, dict):
        raise MalformedData(f"{path}: a scenario is an object with seats, dealer and submission")
    return data


def _no_float(text: str) -> Any:
    raise ValueError(f'{text}: a number with a point; write amounts as text, as in "12.50"')
