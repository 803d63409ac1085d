"""Best play of a submission's game as a map to look at, with the rule in as few words as are exact."""

from __future__ import annotations

from typing import Any

from houserules.lab import high_card_flush
from houserules.lab.base_game import Progress, base_results, largest_raise, qualifier_of, xtra_odds
from houserules.lab.decisions import has_board
from houserules.lab.exact import pair
from houserules.lab.opening_table import all_suited_go_all_in, offsuit_rows, openings, suited_rows
from houserules.lab.raise_region import best_cutoff, raise_region
from houserules.lab.report_data import cutoff_as_data, panel_as_data, region_as_data
from houserules.lab.starting_hands import flush_panels, opening_panels
from houserules.law import Submission


def strategy_map(submission: Submission, progress: Progress) -> dict[str, Any]:
    """Maps of all starting hands, and what best play does with them."""
    best = base_results(submission)
    data: dict[str, Any] = {
        "game": submission.rulebook.game,
        "optimal": {
            "house_edge": pair(best.house_edge),
            "actions": {action: pair(best.frequency(deals)) for action, deals in best.actions().items()},
        },
    }
    if has_board(submission):
        table = openings(xtra_odds(submission), qualifier_of(submission), progress)
        data["panels"] = [panel_as_data(panel) for panel in opening_panels(table)]
        rows = (*suited_rows(table), *offsuit_rows(table))
        data["all_in"] = [{"cards": row.cards, "third_cards": row.third_cards} for row in rows]
        data["all_suited"] = all_suited_go_all_in(table)
        data["holes"] = {"all_in": sum(each.holes for each in table if each.goes_all_in), "all": 22_100}
        return data
    hands = high_card_flush.hand_table(qualifier_of(submission))
    progress(0.3)
    data["panels"] = [panel_as_data(panel) for panel in flush_panels(hands, largest_raise(submission))]
    progress(0.6)
    data["raise_region"] = region_as_data(raise_region(hands))
    data["best_cutoff"] = cutoff_as_data(best_cutoff(hands, best.house_edge), best.house_edge)
    return data
