"""High Card Flush: seven cards each, one raise, decided by the longest flush."""

from dataclasses import replace
from typing import Final

from houserules.lab.games.flushes.chances import NOTHING, chances_by
from houserules.lab.games.flushes.lines import HANDS
from houserules.lab.games.high_card_flush.readings import READINGS
from houserules.lab.games.high_card_flush.strategies import GAME, default_strategy, language, short_strategies
from houserules.lab.games.high_card_flush.supports import SUPPORTS
from houserules.lab.games.high_card_flush.terms import fold_terms, parts_of_outcome, terms_of
from houserules.lab.solving.solver import (
    BaseGame,
    Cells,
    Chances,
    Decisions,
    Folds,
    Leaks,
    Solver,
    Strategies,
    imported,
    lazily,
    simulation_in,
)
from houserules.law import Submission

_FOLDS: Final = f"{__name__}.folds"
_GLIMPSES: Final = f"{__name__}.glimpses"
_LEAKS: Final = f"{__name__}.leaks"
_SEATS: Final = f"{__name__}.seats"
_ROUNDS: Final = f"{__name__}.rounds"
_SOLVING: Final = f"{__name__}.solving"
_STUDY: Final = f"{__name__}.study"


def _chances(submission: Submission, hand: int, _board: int, known: int, dealer: int) -> Chances:
    """Terms under which every hand may raise one ante."""
    decide = imported(_SOLVING, "decide")()
    terms = replace(terms_of(submission), smallest=1, largest=(1,) * 8, raised=NOTHING)
    return chances_by(lambda counted: decide(replace(terms, ante=counted), hand, known=known, dealer=dealer))


SOLVER: Final = Solver(
    game=GAME,
    supports=SUPPORTS,
    base=BaseGame(
        question=terms_of,
        solve=lazily(_SOLVING, "solve"),
        parts=parts_of_outcome,
        cells=Cells(of_kind=lambda kind: kind.flush, of_outcome=lambda _submission, outcome: outcome.group),
        folds=Folds(question=fold_terms, count=lazily(_FOLDS, "count_folds")),
    ),
    hands=HANDS,
    decisions=Decisions(boards=(0,), options=lazily(_SOLVING, "options"), chances=_chances),
    strategies=Strategies(
        language=language,
        short=short_strategies,
        default=default_strategy,
        evaluate=lazily(_STUDY, "evaluate_all"),
        study=lazily(_STUDY, "study"),
    ),
    simulation=simulation_in(_ROUNDS),
    leaks=Leaks(
        samples=100_000,
        dealer_card=lazily(_LEAKS, "dealer_card"),
        sharing=lazily(_LEAKS, "sharing"),
        telling_suits=lazily(f"{__name__}.told_suits", "telling_suits"),
        glimpsed=lazily(_GLIMPSES, "glimpsed"),
    ),
    seats=lazily(f"{_SEATS}.table", "table_moments"),
    own_covariance=lazily(f"{_SEATS}.own_pairs", "own_covariance"),
    readings=READINGS,
)
