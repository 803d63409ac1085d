"""Chase the Flush: what a rule file may say, and short strategies that people play or print."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from houserules.lab.games.chase_the_flush.terms import ACTIONS, CHECK, FOLD, terms_of
from houserules.lab.games.flushes.rule_words import WITH_BOARD, WITHOUT_BOARD
from houserules.lab.strategy.files import Language, Stage, WrittenStrategy, written_strategies
from houserules.law import Submission

GAME: Final = "chase_the_flush"
STAGE_NAMES: Final = ("opening", "flop", "river")
ALL_IN: Final = "all-in"
"""Going all in for as much as the stage says, in the files of this house: they serve every rulebook of the game."""
SHORT: Final = ("printed", "short-sums", "simple", "by-outs", "by-sums", "river-only")
"""The files of the strategies that are weighed, without their ending."""
DEFAULT: Final = "by-outs"


def language(submission: Submission) -> Language:
    """Actions are numbered from the last stage to the first, so that 0 is a check or a fold at every stage."""
    terms = terms_of(submission)
    passes = (CHECK, CHECK, FOLD)
    features = (WITHOUT_BOARD, WITH_BOARD, WITH_BOARD)
    return Language(
        GAME,
        {
            name: Stage(
                {passes[stage]: 0, terms.action(stage): ACTIONS - 1 - stage},
                features[stage],
                also={ALL_IN: ACTIONS - 1 - stage},
                sums=True,
            )
            for stage, name in enumerate(STAGE_NAMES)
        },
    )


def short_strategies(submission: Submission) -> tuple[WrittenStrategy, ...]:
    """The strategies that `houserules strategy` weighs."""
    return written_strategies(Path(__file__).parent / "written", SHORT, language(submission))


def default_strategy(submission: Submission) -> WrittenStrategy:
    return short_strategies(submission)[SHORT.index(DEFAULT)]
