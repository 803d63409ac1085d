"""Machine code of the decisions, made before anybody needs it: ``python -m houserules.lab.solving.warming``.

The first decision of each game on a new machine has to wait for the compiler, which takes many seconds and keeps the
interpreter busy. A process of its own leaves the code where every later process finds it.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import Final

from houserules.cards import parse_cards
from houserules.lab.solving.decisions import Situation, values_of_options
from houserules.lab.solving.gate import insist_supported
from houserules.law import bundled_submission, freeze, read_filing, submissions

_CARDS: Final = parse_cards("As Kh 9d 7c 5s 3h 2d")
_BOARD: Final = parse_cards("Qs Jh Td 8c")


def warm_up() -> None:
    """One decision at each stage of each bundled game."""
    for name in submissions():
        submission = freeze(read_filing(bundled_submission(name), name))
        hand = _CARDS[: submission.rulebook.hands.player_cards.value]
        for seen in insist_supported(submission).decisions.boards:
            values_of_options(submission, Situation(hand, _BOARD[:seen]))


def _end_with_whoever_started_it() -> None:
    """Their end of the pipe closes when they end, however that comes about; nobody wants the code then."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    if not sys.stdin.isatty():
        threading.Thread(target=_end_with_whoever_started_it, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)
    warm_up()
    # The thread still waits at the pipe, and the interpreter cannot be taken down around it.
    os._exit(0)
