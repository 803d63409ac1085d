"""Best play of a submission's game as a map to look at, with the rule in as few words as are exact."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypedDict

from houserules.lab import high_card_flush
from houserules.lab.base_game import Progress, base_results, largest_raise, qualifier_of, xtra_odds
from houserules.lab.decisions import has_board
from houserules.lab.exact import pair, percent_of
from houserules.lab.opening_table import Opening, all_suited_go_all_in, offsuit_rows, openings, suited_rows
from houserules.lab.raise_region import ALL_HANDS, Cutoff, RaiseRegion, best_cutoff, raise_region
from houserules.lab.report_data import cutoff_text, panel_as_data
from houserules.lab.starting_hands import FLUSH, OUTSIDE, Panel, flush_panels, opening_panels
from houserules.lab.strategy_files import flush_text
from houserules.law import Submission

if TYPE_CHECKING:
    from houserules.lab.strategy_report import StrategyReport

PLACES: Final = 8


class SectionTable(TypedDict):
    columns: list[str]
    rows: list[list[str]]


class Section(TypedDict):
    """A part of the rule in words."""

    title: str
    sentences: list[str]
    table: SectionTable | None


def strategy_map(submission: Submission, progress: Progress) -> dict[str, Any]:
    """Maps of all starting hands, and what best play does with them."""
    best = base_results(submission)
    panels: tuple[Panel, ...]
    if has_board(submission):
        table = openings(xtra_odds(submission), qualifier_of(submission), progress)
        panels, sections = opening_panels(table), _opening_sections(table)
    else:
        hands = high_card_flush.hand_table(qualifier_of(submission))
        progress(0.3)
        panels = flush_panels(hands, largest_raise(submission))
        progress(0.6)
        sections = _raise_sections(raise_region(hands), best_cutoff(hands, best.house_edge), best.house_edge)
    return {
        "game": submission.rulebook.game,
        "optimal": {
            "house_edge": pair(best.house_edge),
            "actions": {action: pair(best.frequency(deals)) for action, deals in best.actions().items()},
        },
        "panels": [_named(panel) for panel in panels],
        "sections": sections,
    }


def sections_of(report: StrategyReport) -> list[Section]:
    """The rule in words, from a report that has it."""
    if report.region is not None and report.cutoff is not None:
        return _raise_sections(report.region, report.cutoff, report.best.house_edge)
    return _opening_sections(report.openings) if report.openings else []


def _named(panel: Panel) -> dict[str, Any]:
    """The panel as data, each cell labelled by the hands that it holds."""
    data = panel_as_data(panel)
    endings = {FLUSH: " high", OUTSIDE: " higher outside"}
    for cell in data["cells"]:
        ending = endings.get(panel.by)
        cell["label"] = f"{cell['row']}, {cell['column']}{ending}" if ending else cell["label"].replace(", ", "-")
    return data


def _raise_sections(region: RaiseRegion, cutoff: Cutoff, best: Fraction) -> list[Section]:
    between = sum(split.hands for split in region.splits)
    raised = sum(split.raised for split in region.splits)
    rows = [
        [
            str(shape.suits),
            f"{shape.second_length} cards",
            str(shape.outside_over),
            cutoff_text(shape) or "fold",
            f"{shape.wrong:,}",
        ]
        for shape in region.shapes
    ]
    return [
        {
            "title": "By the flush",
            "sentences": [
                f"Raise every hand with {flush_text(region.raise_from)} or better, as much as its flush allows.",
                f"Fold every hand below {flush_text(region.fold_below)}.",
                f"With the {len(region.splits)} flushes between, {between:,} hands, the other cards decide: "
                f"{raised:,} raise.",
            ],
            "table": None,
        },
        {
            "title": "The flushes between",
            "sentences": [
                f"{region.wrong:,} of {ALL_HANDS:,} hands are exceptions; ignoring them costs "
                f"{percent_of(region.cost, PLACES)}.",
                f"One single flush to raise from: {flush_text(cutoff.key)}, which costs "
                f"{percent_of(cutoff.house_edge - best, PLACES)}.",
            ],
            "table": {
                "columns": ["Suits held", "Second suit", "Higher outside", "Raise from", "Exceptions"],
                "rows": rows,
            },
        },
    ]


def _opening_sections(table: tuple[Opening, ...]) -> list[Section]:
    chosen, every = sum(each.holes for each in table if each.goes_all_in), sum(each.holes for each in table)
    pairs = (*suited_rows(table), *offsuit_rows(table))
    rows = [
        ["Three suited", "any" if all_suited_go_all_in(table) else "see the map"],
        *([row.cards, "any" if row.third_cards == "all" else row.third_cards] for row in pairs),
    ]
    return [
        {
            "title": "Before the flop",
            "sentences": [
                f"Go all in with {chosen:,} of {every:,} holes, exactly these; check with all others.",
            ],
            "table": {"columns": ["Cards", "With a third card of"], "rows": rows},
        }
    ]
