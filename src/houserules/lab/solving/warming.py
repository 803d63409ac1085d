"""Machine code of the decisions, compiled before anyone needs it.

The first decision of each game on a new machine has to wait for the compiler, which takes many seconds and keeps the
interpreter busy. A separate process stores the code where every later process finds it.
"""

from __future__ import annotations

from typing import Final

from houserules.cards import parse_cards
from houserules.lab.solving.decisions import Situation, values_of_options
from houserules.lab.solving.gate import insist_supported
from houserules.law import bundled_submission, freeze, read_filing, submissions

_CARDS: Final = parse_cards("As Kh 9d 7c 5s 3h 2d")
_BOARD: Final = parse_cards("Qs Jh Td 8c")


def warm_up() -> None:
    """Takes one decision at each stage of each bundled game."""
    for name in submissions():
        submission = freeze(read_filing(bundled_submission(name), name))
        hand = _CARDS[: submission.rulebook.hands.player_cards.value]
        for seen in insist_supported(submission).decisions.boards:
            values_of_options(submission, Situation(hand, _BOARD[:seen]))
