"""Best play of a submission's game as a map to look at, with the rule in as few words as are exact."""

from __future__ import annotations

from typing import Any

from houserules.lab.exact import pair
from houserules.lab.solving.base_game import base_results
from houserules.lab.solving.solver import Progress
from houserules.lab.strategy.panels import panel_as_data
from houserules.lab.strategy.report import study
from houserules.law import Submission


def strategy_map(submission: Submission, progress: Progress) -> dict[str, Any]:
    """Maps of all starting hands, and what best play does with them."""
    best = base_results(submission)
    found = study(submission, progress)
    return {
        "game": submission.rulebook.game,
        "optimal": {
            "house_edge": pair(best.house_edge),
            "actions": {action: pair(best.frequency(deals)) for action, deals in best.actions().items()},
        },
        "panels": [panel_as_data(panel) for panel in found.panels],
        "sections": [section.as_data() for section in found.sections],
    }
