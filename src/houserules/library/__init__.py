"""The library: what ``import houserules`` provides. The command line is a layer over it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from houserules.library.choices import AMOUNTS, dollars_as_text, with_changes
from houserules.library.floors import FloorRun, is_floor
from houserules.library.results import (
    Analysis,
    Check,
    Comparison,
    Figures,
    HandValues,
    Result,
    Rulebooks,
    Settlement,
    Simulation,
    Strategy,
)
from houserules.library.scenarios import scenario_data
from houserules.library.sources import named, read_text, rulebook_id, submission_data
from houserules.library.submissions import (
    Submission,
    compare,
    play_rounds,
    playable_rules,
    played_strategy,
    rulebooks,
    settlement_of,
    simulation_of,
    strategy_of,
    submission,
)

if TYPE_CHECKING:
    from houserules.library.practice import NotAllowed, Option, PracticeTable

__all__ = [
    "AMOUNTS",
    "Analysis",
    "Check",
    "Comparison",
    "Figures",
    "FloorRun",
    "HandValues",
    "NotAllowed",
    "Option",
    "PracticeTable",
    "Result",
    "Rulebooks",
    "Settlement",
    "Simulation",
    "Strategy",
    "Submission",
    "compare",
    "dollars_as_text",
    "is_floor",
    "named",
    "play_rounds",
    "playable_rules",
    "played_strategy",
    "read_text",
    "rulebook_id",
    "rulebooks",
    "scenario_data",
    "settlement_of",
    "simulation_of",
    "strategy_of",
    "submission",
    "submission_data",
    "with_changes",
]


def __getattr__(name: str) -> Any:
    """A table needs the engine, which questions about a submission do not."""
    if name in ("NotAllowed", "Option", "PracticeTable"):
        return getattr(import_module("houserules.library.practice"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
