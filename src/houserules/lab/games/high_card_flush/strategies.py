"""High Card Flush: what a rule file may contain, and short strategies that people play or print."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from houserules.lab.games.flushes.rule_words import WITHOUT_BOARD
from houserules.lab.games.high_card_flush.terms import FOLD, terms_of
from houserules.lab.strategy.files import Language, Stage, WrittenStrategy, written_strategies
from houserules.law import Submission

GAME: Final = "high_card_flush"
STAGE: Final = "hand"
SHORT: Final = (
    "ten-eight-six", "jack-nine-six", "any-jack", "any-ten", "any-nine", "one-sum", "by-overcards", "three-part-sum",
    "least", "everything", "never",
)  # fmt: skip
"""The files of the strategies that are weighed, without their suffix; the first is played by default."""


def language(submission: Submission) -> Language:
    """A raise is cut to what the flush allows, so the largest raise of all means as much as each flush allows."""
    terms = terms_of(submission)
    most = max(*terms.largest, terms.smallest)
    actions = {FOLD: 0, **{f"raise {multiple}x": multiple for multiple in range(terms.smallest, most + 1)}}
    also = {"raise least": terms.smallest, "raise most": most}
    stage = Stage(actions, WITHOUT_BOARD, also, told={most: "raise the most"}, sums=True)
    return Language(GAME, {STAGE: stage})


def short_strategies(submission: Submission) -> tuple[WrittenStrategy, ...]:
    """The strategies that `houserules strategy` weighs."""
    return written_strategies(Path(__file__).parent / "written", SHORT, language(submission))


def default_strategy(submission: Submission) -> WrittenStrategy:
    return short_strategies(submission)[0]
