"""houserules: High Card Flush and Chase the Flush as cited, executable law.

import houserules as hr

hr.submission("md-high-card-flush", flush_bonus="B").analyze()
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "1.0.0"

if TYPE_CHECKING:
    from houserules.law import MalformedData
    from houserules.library import (
        Analysis,
        Check,
        Comparison,
        Figures,
        HandValues,
        NotAllowed,
        Option,
        PracticeTable,
        Result,
        Rulebooks,
        Settlement,
        Simulation,
        Strategy,
        Submission,
        compare,
        rulebooks,
        submission,
    )

__all__ = [
    "Analysis",
    "Check",
    "Comparison",
    "Figures",
    "HandValues",
    "MalformedData",
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
    "rulebooks",
    "submission",
]


def __getattr__(name: str) -> Any:
    """The names above are imported when they are first used, so that ``houserules --help`` answers at once."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("houserules.law" if name == "MalformedData" else "houserules.library"), name)


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
