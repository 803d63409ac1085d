"""Scenario files: what the players held, staked and did, with the submission they played under."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from houserules.cli.files import read_text, submission_data
from houserules.cli.overrides import with_overrides
from houserules.cli.play.lawful import playable_rules
from houserules.law import MalformedData, read_toml, with_day_of_approval
from houserules.play import Rules
from houserules.scenarios import KEYS


def read_scenario_file(path: str, overrides: Sequence[str]) -> tuple[Rules, dict[str, Any]]:
    """The rules of the submission and the scenario's own data.

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
        raise MalformedData(f"{path}: submission: expected a bundled name, a path, or a [submission] table")
    return playable_rules(with_overrides(filed, of_submission), name), data


def _is_scenarios(override: str) -> bool:
    return override.partition("=")[0].strip().partition(".")[0] in KEYS


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
    submission = data.get("submission")
    if isinstance(submission, dict):
        data["submission"] = with_day_of_approval(submission)
    return data


def _no_float(text: str) -> Any:
    raise ValueError(f'{text}: a number with a point; write amounts as text, as in "12.50"')
