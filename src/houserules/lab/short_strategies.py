"""Short strategies that people play or print, in the same words as a rule file."""

from __future__ import annotations

from functools import cache
from typing import Final

from houserules.lab.strategy_files import CHASE_THE_FLUSH, HIGH_CARD_FLUSH, WrittenStrategy, read_strategy

_LONG_FLUSHES: Final = """
[[hand]]
when = { length = ">= 6" }
then = "raise 3x"
[[hand]]
when = { length = 5 }
then = "raise 2x"
"""

_RAISE: Final = """
[[hand]]
when = { flush = ">= %s" }
then = "raise 1x"
"""

_SMALL_RAISES: Final = {
    "T-8-6 and better, never more than 1x": "T-8-6",
}

_CUTOFFS: Final = {
    "T-8-6 and better": "T-8-6",
    "J-9-6 and better": "J-9-6",
    "any jack-high three-card flush and better": "J-3-2",
    "any ten-high three-card flush and better": "T-3-2",
    "any nine-high three-card flush and better": "9-3-2",
}

_BY_OVERCARDS: Final = """
[[hand]]
when = { flush = ">= J-3-2" }
then = "raise 1x"
[[hand]]
when = { flush = ">= T-9-3", outside_over = 1 }
then = "raise 1x"
[[hand]]
when = { flush = ">= T-7-3", outside_over = 2 }
then = "raise 1x"
[[hand]]
when = { flush = ">= T-5-3", outside_over = 3 }
then = "raise 1x"
[[hand]]
when = { flush = ">= T-3-2", outside_over = 4 }
then = "raise 1x"
"""

_CHASE_OPENING: Final = """
[[opening]]
when = { length = 3 }
then = "all-in 3x"
[[opening]]
when = { length = 2, high = "A" }
then = "all-in 3x"
[[opening]]
when = { length = 2, high = "K", side = ">= 7" }
then = "all-in 3x"
[[opening]]
when = { length = 2, high = "Q", side = ">= Q" }
then = "all-in 3x"
[[opening]]
when = { length = 2, high = "J", side = ">= K" }
then = "all-in 3x"
[[opening]]
when = { length = 2, high = "T", side = "A" }
then = "all-in 3x"
[[opening]]
when = { length = 1, rank_1 = "A", rank_2 = "A", rank_3 = ">= 4" }
then = "all-in 3x"
[[opening]]
when = { length = 1, rank_1 = "A", rank_2 = "K", rank_3 = ">= 7" }
then = "all-in 3x"
"""

_CHASE: Final = {
    # The printed advice, read as it stands: a flush of the board alone counts, and "against two higher suited cards"
    # means two board cards of one other suit that are both above the player's highest flush card.
    "printed: 3x with Q-9 suited, 2x with three suited, 1x with jack-high unless two higher suited on the board": """
[[opening]]
when = { flush = ">= Q-9" }
then = "all-in 3x"
[[flop]]
when = { length = ">= 3" }
then = "all-in 2x"
[[river]]
when = { flush = ">= J-3-2", board_over = "<= 1" }
then = "all-in 1x"
""",
    "simple: 3x with K-2 suited; 2x with three suited, one own a six or better; 1x with at most 10 outs": """
[[opening]]
when = { flush = ">= K-2" }
then = "all-in 3x"
[[flop]]
when = { length = ">= 3", match_1 = ">= 6" }
then = "all-in 2x"
[[river]]
when = { outs = "<= 10", own = ">= 1" }
then = "all-in 1x"
[[river]]
when = { length = ">= 3", high = ">= T", outs = "<= 15" }
then = "all-in 1x"
""",
    "by outs: openings by suited cards and side card; river by outs": _CHASE_OPENING
    + """
[[flop]]
when = { length = ">= 4" }
then = "all-in 2x"
[[flop]]
when = { length = 3, own = ">= 2" }
then = "all-in 2x"
[[flop]]
when = { length = 3, match_1 = ">= 6" }
then = "all-in 2x"
[[flop]]
when = { match_1 = "A", match_2 = ">= 2" }
then = "all-in 2x"
[[flop]]
when = { match_1 = "K", match_2 = ">= 6" }
then = "all-in 2x"
[[flop]]
when = { match_1 = "Q", match_2 = ">= J" }
then = "all-in 2x"
[[river]]
when = { length = ">= 4" }
then = "all-in 1x"
[[river]]
when = { length = 3, own = 0, high = "<= 8" }
then = "fold"
[[river]]
when = { length = 3, outs = "<= 10" }
then = "all-in 1x"
[[river]]
when = { length = 3, outs = "<= 15", high = ">= T" }
then = "all-in 1x"
[[river]]
when = { length = 3, own = 1, outs = "<= 14" }
then = "all-in 1x"
[[river]]
when = { length = 2, outs = "<= 9" }
then = "all-in 1x"
""",
    "never before the river: 1x with everything": """
[[river]]
then = "all-in 1x"
""",
}


def raise_from(flush: str, name: str = "", long_flushes: str = _LONG_FLUSHES) -> WrittenStrategy:
    """Raise with this flush and everything above it, and with longer flushes as much as is allowed."""
    text = f'game = "{HIGH_CARD_FLUSH}"\n' + long_flushes + _RAISE % flush
    return _named(text, name or f"{flush} and better")


@cache
def short_strategies(game: str) -> tuple[WrittenStrategy, ...]:
    """The strategies of a game that `houserules strategy` weighs."""
    if game == CHASE_THE_FLUSH:
        return tuple(_named(f'game = "{game}"\n{rules}', name) for name, rules in _CHASE.items())
    cutoffs = [raise_from(flush, name) for name, flush in _CUTOFFS.items()]
    small = [raise_from(flush, name, "") for name, flush in _SMALL_RAISES.items()]
    overcards = _named(
        f'game = "{game}"\n{_LONG_FLUSHES}{_BY_OVERCARDS}',
        "any jack-high; ten-high by the jacks and better outside it: 1 T-9-3, 2 T-7-3, 3 T-5-3, 4 any",
    )
    everything = _named(f'game = "{game}"\n{_LONG_FLUSHES}[[hand]]\nthen = "raise 1x"\n', "raise everything")
    nothing = _named(f'game = "{game}"\n', "never raise")
    return (*cutoffs, overcards, *small, everything, nothing)


def default_strategy(game: str) -> WrittenStrategy:
    """What a simulation plays unless told otherwise."""
    return short_strategies(game)[2 if game == CHASE_THE_FLUSH else 0]


def _named(text: str, name: str) -> WrittenStrategy:
    made = read_strategy(text, name)
    return WrittenStrategy(name, made.game, made.rules)
