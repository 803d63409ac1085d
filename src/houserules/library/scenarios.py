"""Scenarios from a file, from text in TOML, or from data."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from houserules.law import MalformedData, read_toml, with_day_of_approval
from houserules.library.sources import path_or_text, read_text


def scenario_data(source: str | os.PathLike[str] | Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The data of a scenario, and the name that messages use for it."""
    if isinstance(source, Mapping):
        return deepcopy(dict(source)), "the scenario"
    path = path_or_text(source, "a scenario", "a path, text in TOML, or data")
    if "\n" in path:
        return read_toml(path, "the scenario"), "the scenario"
    text = read_text(path, "a scenario in TOML or JSON")
    if not path.endswith(".json") and not text.lstrip().startswith("{"):
        return read_toml(text, path), path
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
    return data, path


def _no_float(text: str) -> Any:
    raise ValueError(f'{text}: a number with a point; write amounts as text, as in "12.50"')
