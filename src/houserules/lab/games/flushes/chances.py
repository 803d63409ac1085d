"""The chances of one hand: what it brings where only the event being counted pays."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from houserules.lab.solving.solver import Chances
from houserules.lab.solving.verdicts import Payoffs

_NO, _YES = Fraction(0), Fraction(1)
NOTHING: Final = Payoffs((_NO, _NO, _NO), (_NO, _NO, _NO))
_WIN: Final = Payoffs((_YES, _NO, _NO), (_YES, _NO, _NO))
_TIE: Final = Payoffs((_NO, _YES, _NO), (_NO, _YES, _NO))
_NOT_QUALIFYING: Final = Payoffs((_NO, _NO, _NO), (_YES, _YES, _YES))


def chances_by(options: Callable[[Payoffs], dict[str, Fraction]]) -> Chances:
    """``options`` prices the hand under terms where one wager has these payoffs and all others have none; the last
    option wagers and stays in to the end."""
    win, tie, short = (list(options(counted).values())[-1] for counted in (_WIN, _TIE, _NOT_QUALIFYING))
    return Chances(win, tie, short)
