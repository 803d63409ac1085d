"""Chase the Flush: three cards each and four for all, one All In at one of three stages, decided by the flush."""

from dataclasses import replace
from typing import Final

from houserules.lab.games.chase_the_flush.groups import cell_of_kind, cell_of_outcome
from houserules.lab.games.chase_the_flush.rules.readings import READINGS
from houserules.lab.games.chase_the_flush.rules.supports import SUPPORTS
from houserules.lab.games.chase_the_flush.strategies import GAME, default_strategy, language, short_strategies
from houserules.lab.games.chase_the_flush.terms import line_paid, parts_of_outcome, terms_of
from houserules.lab.games.flushes.chances import NOTHING, chances_by
from houserules.lab.games.flushes.lines import HANDS
from houserules.lab.solving.solver import (
    BaseGame,
    Cells,
    Chances,
    Decisions,
    Leaks,
    Solver,
    Strategies,
    imported,
    lazily,
    simulation_in,
)
from houserules.law import Submission

_ANY_TABLE: Final = f"{__name__}.any_table"
_LEAKS: Final = f"{__name__}.leaks"
_SEATS: Final = f"{__name__}.seats"
_ROUNDS: Final = f"{__name__}.rounds"
_SOLVING: Final = f"{__name__}.solving"
_STUDY: Final = f"{__name__}.study"


def _chances(submission: Submission, hole: int, board: int, known: int, dealer: int) -> Chances:
    decide = imported(_SOLVING, "decide")()
    own = terms_of(submission)
    terms = replace(own, xtra=(NOTHING,) * len(own.xtra), all_in=NOTHING)
    return chances_by(lambda counted: decide(replace(terms, ante=counted), hole, board, known=known, dealer=dealer))


SOLVER: Final = Solver(
    game=GAME,
    supports=SUPPORTS,
    base=BaseGame(
        question=terms_of,
        solve=lazily(_ANY_TABLE, "solve"),
        parts=parts_of_outcome,
        line=line_paid,
        cells=Cells(of_kind=cell_of_kind, of_outcome=cell_of_outcome),
    ),
    hands=HANDS,
    decisions=Decisions(boards=(0, 2, 4), options=lazily(_SOLVING, "options"), chances=_chances),
    strategies=Strategies(
        language=language,
        short=short_strategies,
        default=default_strategy,
        evaluate=lazily(_STUDY, "evaluate_all"),
        study=lazily(_STUDY, "study"),
    ),
    simulation=simulation_in(_ROUNDS),
    leaks=Leaks(
        samples=400,
        dealer_card=lazily(_ANY_TABLE, "dealer_card"),
        sharing=lazily(_LEAKS, "sharing"),
        telling_suits=lazily(f"{__name__}.told_suits", "telling_suits"),
        glimpsed=lazily(_LEAKS, "glimpsed"),
    ),
    seats=lazily(f"{_SEATS}.table", "table_moments"),
    own_covariance=lazily(f"{_SEATS}.own_pairs", "own_covariance"),
    readings=READINGS,
)
