"""The library: what ``import houserules`` gives, and what the command line is a layer over."""

from houserules.library.choices import AMOUNTS, with_changes
from houserules.library.floors import FloorRun, is_floor, write_parquet
from houserules.library.practice import NotAllowed, Option, PracticeTable
from houserules.library.results import (
    Analysis,
    Check,
    Comparison,
    HandValues,
    Result,
    Rulebooks,
    Settlement,
    Simulation,
    Strategy,
)
from houserules.library.scenarios import scenario_data
from houserules.library.sources import named, read_text, submission_data
from houserules.library.submissions import (
    Submission,
    compare,
    play_rounds,
    playable_rules,
    played_strategy,
    rulebooks,
    simulation_of,
    strategy_of,
    submission,
)

__all__ = [
    "AMOUNTS",
    "Analysis",
    "Check",
    "Comparison",
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
    "is_floor",
    "named",
    "play_rounds",
    "playable_rules",
    "played_strategy",
    "read_text",
    "rulebooks",
    "scenario_data",
    "simulation_of",
    "strategy_of",
    "submission",
    "submission_data",
    "with_changes",
    "write_parquet",
]
