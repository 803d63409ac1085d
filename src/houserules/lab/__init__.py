"""The mathematics of the games, exact to the last integer.

This room states the rules a second time, independently of the engine that plays them, in a form suited to counting.
Nothing here imports the engine, and the engine imports nothing from here.

Other rooms and packages use only these names. Each is imported when it is first used: a question about pay tables
does not wait for strategies to load, and nothing that is only counted needs NumPy.
"""

# The names are grouped by purpose, not alphabetically.
# ruff: noqa: RUF022

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from houserules.lab.arguments import BadArgument, NotAvailable, literal
    from houserules.lab.counting.forfeits import folded_winners, forfeits_on_fold
    from houserules.lab.counting.outcomes import Outcome, Results
    from houserules.lab.counting.progressives import ProgressiveWager, progressive_wager
    from houserules.lab.counting.side_bets import LineResult, SideBet, is_side_bet, side_bet, side_bets
    from houserules.lab.design.printed import (
        Printed,
        TableFigures,
        Unpriced,
        printed_as_data,
        printed_figures,
        volatility_index,
    )
    from houserules.lab.design.report import DesignRequest, design_report
    from houserules.lab.exact import decimal_of, pair, percent_of, root_of
    from houserules.lab.reports.analysis import Analysis, analyze, analyze_own_cards
    from houserules.lab.reports.analysis_data import analysis_as_data, own_cards_as_data
    from houserules.lab.reports.cautions import Caution, cautions_about
    from houserules.lab.reports.comparison import Comparison, compare
    from houserules.lab.reports.figures import figure_files
    from houserules.lab.reports.reading_prices import reading_prices
    from houserules.lab.reports.report_data import (
        comparison_as_data,
        price_as_data,
        strategy_as_data,
        strategy_map,
        weighed_as_data,
    )
    from houserules.lab.reports.slow_questions import answer_question, open_questions
    from houserules.lab.risk.figures import table_figures
    from houserules.lab.risk.report import risk_report
    from houserules.lab.risk.rounds import hold_band, normal_quantile
    from houserules.lab.risk.table import table_report
    from houserules.lab.risk.wagers import box_covariance
    from houserules.lab.simulation.floor import Floor, PlayerKind, TableGroup, floor_work
    from houserules.lab.simulation.floor_figures import floor_figures
    from houserules.lab.simulation.floor_report import floor_data
    from houserules.lab.simulation.gpu import play_on_gpu
    from houserules.lab.simulation.meters import meter_rules
    from houserules.lab.simulation.pieces import Counts, play_work, ranges_of, read_counts, write_counts
    from houserules.lab.simulation.random_streams import cards_of, shuffle_front
    from houserules.lab.simulation.rounds import Tally, Task, play_pieces, task_of
    from houserules.lab.simulation.wagers import SimulatedWager, wagers_of
    from houserules.lab.solving.answers import Question, answers_in_memory, keep_answer
    from houserules.lab.solving.arrays import Bytes, Floats, Ints
    from houserules.lab.solving.base_game import base_question, base_results, table_shares, wager_shares
    from houserules.lab.solving.compiling import jit
    from houserules.lab.solving.decisions import Situation, advise, best_option, chances_of, values_of_options
    from houserules.lab.solving.gate import insist_supported
    from houserules.lab.solving.registry import Unsupported
    from houserules.lab.solving.solver import (
        BaseGame,
        Cells,
        Chances,
        Decisions,
        Folds,
        Glimpse,
        Hands,
        Leaks,
        Numbers,
        Progress,
        Readings,
        Reread,
        Share,
        Simulation,
        Solver,
        Strategies,
        imported,
        lazily,
        simulation_in,
    )
    from houserules.lab.solving.sources import every_source
    from houserules.lab.solving.support import (
        NO_PROGRESSIVE,
        PAYTABLES,
        PROCEDURE,
        PROGRESSIVES,
        Support,
        Supports,
        Use,
        absent,
        no_effect,
        read,
        required,
        unclassified,
        wager_supports,
    )
    from houserules.lab.solving.verdicts import LOSE, TIE, WIN, Payoffs, odds_of, verdicts_of
    from houserules.lab.solving.warming import warm_up
    from houserules.lab.strategy.files import (
        COUNT,
        RANK,
        BestPlay,
        Feature,
        Language,
        Stage,
        Strategy,
        WrittenStrategy,
        named_strategy,
    )
    from houserules.lab.strategy.in_words import rules_in_words
    from houserules.lab.strategy.leaks import (
        ExactLeak,
        SampledLeak,
        dealer_card_leak,
        glimpse_leak,
        leaks_of,
        sharing_leak,
        suits_leak,
    )
    from houserules.lab.strategy.packed_rules import RULES, packed_rules
    from houserules.lab.strategy.panels import TWO_CARDS, Cell, Panel, Section, Study, ranks_down
    from houserules.lab.strategy.report import (
        StrategyReport,
        default_strategy,
        is_on_frontier,
        played_out,
        read_rules,
        strategy_report,
        weigh,
        weigh_short_strategies,
    )

__all__ = [
    # Analyses, comparisons and prices.
    "Analysis", "Caution", "Comparison", "LineResult", "SideBet", "ProgressiveWager", "analysis_as_data", "analyze",
    "analyze_own_cards", "cautions_about", "compare", "comparison_as_data", "figure_files", "folded_winners",
    "forfeits_on_fold", "hold_band", "is_side_bet", "normal_quantile", "own_cards_as_data", "price_as_data",
    "progressive_wager", "reading_prices", "risk_report", "table_report", "table_figures",
    "box_covariance", "side_bet", "side_bets",
    # Pay tables side by side, and designed for a goal.
    "DesignRequest", "design_report",
    "Printed", "TableFigures", "Unpriced", "printed_as_data", "printed_figures", "volatility_index",
    # The base game, decisions and what takes long.
    "Question", "Situation", "advise", "answer_question", "answers_in_memory", "base_question", "base_results",
    "best_option", "chances_of", "insist_supported", "keep_answer", "open_questions", "table_shares",
    "values_of_options", "wager_shares", "warm_up",
    # Strategies and leaks.
    "ExactLeak", "SampledLeak", "StrategyReport", "dealer_card_leak", "default_strategy", "glimpse_leak",
    "is_on_frontier", "leaks_of", "played_out", "read_rules", "rules_in_words", "sharing_leak", "strategy_as_data",
    "strategy_map", "strategy_report", "suits_leak", "weigh", "weigh_short_strategies", "weighed_as_data",
    # Simulation.
    "Counts", "Floor", "PlayerKind", "TableGroup", "floor_data", "floor_figures", "floor_work", "meter_rules",
    "play_work", "ranges_of", "read_counts", "every_source", "write_counts",
    "SimulatedWager", "Tally", "Task", "play_on_gpu", "play_pieces", "task_of", "wagers_of",
    # What cannot be answered, and exact numbers in writing.
    "BadArgument", "NotAvailable", "Unsupported", "decimal_of", "literal", "pair", "percent_of", "root_of",
    # For authors of solvers; see docs/writing-a-solver.md.
    "BaseGame", "BestPlay", "Bytes", "COUNT", "Cell", "Cells", "Chances", "Decisions", "Feature", "Floats", "Folds",
    "Glimpse", "Hands", "Ints", "LOSE", "Language", "Leaks", "NO_PROGRESSIVE", "Numbers", "Outcome", "PAYTABLES",
    "PROCEDURE", "PROGRESSIVES", "Panel", "Payoffs", "Progress", "RANK", "RULES", "Readings", "Reread", "Results",
    "Section", "Share", "Simulation", "Solver", "Stage", "Strategies", "Strategy", "Study", "Support", "Supports",
    "TIE", "TWO_CARDS", "Use", "WIN", "WrittenStrategy", "absent", "cards_of", "imported", "jit", "lazily",
    "named_strategy", "no_effect", "odds_of", "packed_rules", "ranks_down", "read", "required", "shuffle_front",
    "simulation_in", "unclassified", "verdicts_of", "wager_supports",
]  # fmt: skip

_MODULES: Final = {
    "arguments": ("BadArgument", "NotAvailable", "literal"),
    "counting.forfeits": ("folded_winners", "forfeits_on_fold"),
    "counting.outcomes": ("Outcome", "Results"),
    "counting.progressives": ("ProgressiveWager", "progressive_wager"),
    "counting.side_bets": ("LineResult", "SideBet", "is_side_bet", "side_bet", "side_bets"),
    "design.printed": (
        "Printed",
        "TableFigures",
        "Unpriced",
        "printed_as_data",
        "printed_figures",
        "volatility_index",
    ),
    "design.report": ("DesignRequest", "design_report"),
    "exact": ("decimal_of", "pair", "percent_of", "root_of"),
    "reports.analysis": ("Analysis", "analyze", "analyze_own_cards"),
    "reports.analysis_data": ("analysis_as_data", "own_cards_as_data"),
    "reports.cautions": ("Caution", "cautions_about"),
    "reports.comparison": ("Comparison", "compare"),
    "reports.figures": ("figure_files",),
    "reports.reading_prices": ("reading_prices",),
    "reports.report_data": (
        "comparison_as_data",
        "price_as_data",
        "strategy_as_data",
        "strategy_map",
        "weighed_as_data",
    ),
    "reports.slow_questions": ("answer_question", "open_questions"),
    "risk.report": ("risk_report",),
    "risk.rounds": ("hold_band", "normal_quantile"),
    "risk.figures": ("table_figures",),
    "risk.table": ("table_report",),
    "risk.wagers": ("box_covariance",),
    "simulation.floor": ("Floor", "PlayerKind", "TableGroup", "floor_work"),
    "simulation.floor_figures": ("floor_figures",),
    "simulation.floor_report": ("floor_data",),
    "simulation.gpu": ("play_on_gpu",),
    "simulation.meters": ("meter_rules",),
    "simulation.pieces": ("Counts", "play_work", "ranges_of", "read_counts", "write_counts"),
    "simulation.random_streams": ("cards_of", "shuffle_front"),
    "simulation.rounds": ("Tally", "Task", "play_pieces", "task_of"),
    "simulation.wagers": ("SimulatedWager", "wagers_of"),
    "solving.answers": ("Question", "answers_in_memory", "keep_answer"),
    "solving.arrays": ("Bytes", "Floats", "Ints"),
    "solving.base_game": ("base_question", "base_results", "table_shares", "wager_shares"),
    "solving.compiling": ("jit",),
    "solving.decisions": ("Situation", "advise", "best_option", "chances_of", "values_of_options"),
    "solving.gate": ("insist_supported",),
    "solving.registry": ("Unsupported",),
    "solving.solver": (
        "BaseGame",
        "Cells",
        "Chances",
        "Decisions",
        "Folds",
        "Glimpse",
        "Hands",
        "Leaks",
        "Numbers",
        "Progress",
        "Readings",
        "Reread",
        "Share",
        "Simulation",
        "Solver",
        "Strategies",
        "imported",
        "lazily",
        "simulation_in",
    ),
    "solving.sources": ("every_source",),
    "solving.support": (
        "NO_PROGRESSIVE",
        "PAYTABLES",
        "PROCEDURE",
        "PROGRESSIVES",
        "Support",
        "Supports",
        "Use",
        "absent",
        "no_effect",
        "read",
        "required",
        "unclassified",
        "wager_supports",
    ),
    "solving.verdicts": ("LOSE", "TIE", "WIN", "Payoffs", "odds_of", "verdicts_of"),
    "solving.warming": ("warm_up",),
    "strategy.files": (
        "COUNT",
        "RANK",
        "BestPlay",
        "Feature",
        "Language",
        "Stage",
        "Strategy",
        "WrittenStrategy",
        "named_strategy",
    ),
    "strategy.in_words": ("rules_in_words",),
    "strategy.leaks": (
        "ExactLeak",
        "SampledLeak",
        "dealer_card_leak",
        "glimpse_leak",
        "leaks_of",
        "sharing_leak",
        "suits_leak",
    ),
    "strategy.packed_rules": ("RULES", "packed_rules"),
    "strategy.panels": ("TWO_CARDS", "Cell", "Panel", "Section", "Study", "ranks_down"),
    "strategy.report": (
        "StrategyReport",
        "default_strategy",
        "is_on_frontier",
        "played_out",
        "read_rules",
        "strategy_report",
        "weigh",
        "weigh_short_strategies",
    ),
}
"""From each module to its names."""

_NAMES: Final = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)
    return found
