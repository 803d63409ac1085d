"""Chase the Flush: written strategies over all deals, and best play described."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from houserules.lab.counting.outcomes import Results
from houserules.lab.exact import pair
from houserules.lab.games.chase_the_flush.fixed_play import Choices, count_play
from houserules.lab.games.chase_the_flush.opening_table import (
    Opening,
    all_suited_go_all_in,
    offsuit_rows,
    openings,
    suited_rows,
)
from houserules.lab.games.chase_the_flush.panels import opening_panels
from houserules.lab.games.chase_the_flush.solving import DEALERS, results_of
from houserules.lab.games.chase_the_flush.strategies import GAME, STAGE_NAMES
from houserules.lab.games.chase_the_flush.terms import CHECK, Terms, terms_of
from houserules.lab.games.flushes.features import FEATURES, choose, choose_for_boards
from houserules.lab.games.flushes.rule_words import flush_text
from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.solver import Progress
from houserules.lab.strategy.files import WrittenStrategy
from houserules.lab.strategy.panels import Section, Study
from houserules.lab.strategy.rule_tables import rule_table
from houserules.law import Submission

HOLE_CLASSES: Final = 1755
_OPENING, _FLOP, _RIVER = STAGE_NAMES


class WrittenPlay:
    """A written strategy as the evaluation asks for it."""

    def __init__(self, strategy: WrittenStrategy, progress: Progress) -> None:
        self._rules = rule_table(strategy, FEATURES)
        self._progress = progress
        self._holes = 0

    def _choose(self, stage: str, hole: int, boards: Ints) -> Choices:
        first, last = self._rules.stages[stage]
        chosen = np.empty(len(boards), np.int64)
        choose_for_boards(self._rules.tests, self._rules.actions, first, last, hole, boards, chosen)
        return chosen > 0

    def all_in_at_once(self, hole: int) -> bool:
        self._holes += 1
        self._progress(self._holes / HOLE_CLASSES)
        first, last = self._rules.stages[_OPENING]
        return choose(self._rules.tests, self._rules.actions, first, last, hole, 0) > 0

    def all_in_after_flop(self, hole: int, flops: Ints) -> Choices:
        return self._choose(_FLOP, hole, flops)

    def calls(self, hole: int, boards: Ints) -> Choices:
        return self._choose(_RIVER, hole, boards)


def evaluate_written(terms: Terms, strategy: WrittenStrategy, progress: Progress) -> Results:
    """All deals, played as written. What was counted is kept: it serves every pay table."""
    question = Question(GAME, "counted play", (terms.qualifier, strategy.rules), __name__)
    counted = find_answer(question, lambda: count_play(terms, WrittenPlay(strategy, progress)))
    return results_of(terms, counted, DEALERS)


def evaluate_all(
    submission: Submission, strategies: Sequence[WrittenStrategy], progress: Progress
) -> tuple[Results, ...]:
    terms = terms_of(submission)

    def part(number: int) -> Progress:
        return lambda done: progress((number + done) / len(strategies))

    return tuple(evaluate_written(terms, strategy, part(number)) for number, strategy in enumerate(strategies))


def study(submission: Submission, _best: Results, progress: Progress) -> Study:
    terms = terms_of(submission)
    table = openings(terms, progress)
    return Study(opening_panels(terms, table), (_before_the_flop(table),), _openings_as_data(terms, table))


def _before_the_flop(table: tuple[Opening, ...]) -> Section:
    suited = ("Three suited", "any" if all_suited_go_all_in(table) else "see the map")
    others = (*suited_rows(table), *offsuit_rows(table))
    rows = [(row.cards, "any" if row.third_cards == "all" else row.third_cards) for row in others]
    chosen = sum(opening.holes for opening in table if opening.goes_all_in)
    every = sum(opening.holes for opening in table)
    said = (f"Go all in with {chosen:,} of {every:,} holes, exactly these; check with all others.",)
    return Section("Before the flop", said, ("Cards", "With a third card of"), (suited, *rows))


def _openings_as_data(terms: Terms, table: tuple[Opening, ...]) -> dict[str, Any]:
    action = terms.action(0)
    return {
        "openings": [
            {
                "suits": [flush_text(sum(1 << rank for rank in ranks)) for ranks in opening.suits],
                "holes": opening.holes,
                CHECK: pair(opening.check),
                action: pair(opening.all_in),
                "best": action if opening.goes_all_in else CHECK,
            }
            for opening in table
        ]
    }
