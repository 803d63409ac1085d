"""What the table service asks of the mathematics, and how it is reached: late, and only if it is there."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from houserules.app.refusal import Kind, Refusal
from houserules.app.totals import BASE
from houserules.app.watching import Figure
from houserules.law import Paytable, Submission
from houserules.money import Money, Odds

_ANALYSIS = "houserules.lab.analysis"
_ADVICE = "houserules.lab.advice"


class Advice(Protocol):
    def options(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> list[dict[str, Any]]:
        """The value of each option in units of the ante, best first, exact: ``{"action": …, "ev": {…}}``.

        ``known`` are other cards that the player sees: those of the own boxes beside this one.
        """


class LabAdvice:
    """The lab's exact advice, where this build has it."""

    def options(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> list[dict[str, Any]]:
        if not _is_there(_ADVICE):
            raise Refusal("advice_unavailable", "this build has no exact advice yet", Kind.UNAVAILABLE)
        found: list[dict[str, Any]] = import_module(_ADVICE).options(submission, cards, board, known)
        return found


class LabTheory:
    """Exact figures: of the side bets from the counts of hands, of the base game from the lab's analysis if there."""

    def __init__(self) -> None:
        self._known: dict[str, Mapping[str, Figure]] = {}

    def figures(self, submission: Submission) -> Mapping[str, Figure]:
        known = self._known.get(submission.digest)
        if known is None:
            known = self._known[submission.digest] = {**_side_bets(submission), **_base(submission)}
        return known


def _is_there(module: str) -> bool:
    return find_spec(module) is not None


def _base(submission: Submission) -> dict[str, Figure]:
    if not _is_there(_ANALYSIS):
        return {}
    results = import_module("houserules.lab.base_game").base_results(submission, None)
    return {BASE: Figure(results.house_edge, results.variance)}


def _side_bets(submission: Submission) -> dict[str, Figure]:
    found = {}
    for name, wager in submission.wagers.items():
        optional = submission.rulebook.wagers[name].offer.value == "optional"
        if optional and wager.paytable is not None:
            figure = _side_bet(submission, wager.paytable, wager.minimum)
            if figure is not None:
                found[name] = figure
    return found


def _side_bet(submission: Submission, table: Paytable, stake: Money) -> Figure | None:
    """None where a line does not pay in proportion to the stake, so that no one figure fits all stakes."""
    census, paylines = import_module("houserules.lab.census"), import_module("houserules.lab.paylines")
    if not all(isinstance(line.pay, Odds) for line in table.lines):
        return None
    hand = submission.rulebook.hands
    cards = hand.player_cards.value + (hand.community_cards.value if hand.community_cards else 0)
    total: int = census.hands(cards)
    mean = square = Fraction(0)
    winning = 0
    for name, count in paylines.hands_per_line(table, cards, submission.ace).items():
        line = table.line(name)
        assert line is not None
        assert isinstance(line.pay, Odds)
        mean += count * line.pay.ratio
        square += count * line.pay.ratio**2
        winning += count
    mean, square = (mean - (total - winning)) / total, (square + (total - winning)) / total
    return Figure(-mean, square - mean**2)


__all__ = ["Advice", "LabAdvice", "LabTheory"]
