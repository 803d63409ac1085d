"""Chase the Flush: what a rule file may say, and short strategies that people play or print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from houserules.lab.games.chase_the_flush.terms import ACTIONS, CHECK, FOLD, Terms, terms_of
from houserules.lab.games.flushes.rule_words import WITH_BOARD, WITHOUT_BOARD
from houserules.lab.strategy.files import Language, Stage, WrittenStrategy, named_strategy
from houserules.law import Submission

GAME: Final = "chase_the_flush"
STAGE_NAMES: Final = ("opening", "flop", "river")

Rules = Mapping[str, tuple[str, ...]]
"""Stage to what must hold for going all in; a text that begins with a dash says when to fold instead."""

_PRINTED: Final[Rules] = {
    # The printed advice, read as it stands: a flush of the board alone counts, and "against two higher suited cards"
    # means two board cards of one other suit that are both above the player's highest flush card.
    "opening": ('flush = ">= Q-9"',),
    "flop": ('length = ">= 3"',),
    "river": ('flush = ">= J-3-2", board_over = "<= 1"',),
}
_SIMPLE: Final[Rules] = {
    "opening": ('flush = ">= K-2"',),
    "flop": ('length = ">= 3", match_1 = ">= 6"',),
    "river": ('outs = "<= 10", own = ">= 1"', 'length = ">= 3", high = ">= T", outs = "<= 15"'),
}
_BY_OUTS: Final[Rules] = {
    "opening": (
        "length = 3",
        'length = 2, high = "A"',
        'length = 2, high = "K", side = ">= 7"',
        'length = 2, high = "Q", side = ">= Q"',
        'length = 2, high = "J", side = ">= K"',
        'length = 2, high = "T", side = "A"',
        'length = 1, rank_1 = "A", rank_2 = "A", rank_3 = ">= 4"',
        'length = 1, rank_1 = "A", rank_2 = "K", rank_3 = ">= 7"',
    ),
    "flop": (
        'length = ">= 4"',
        'length = 3, own = ">= 2"',
        'length = 3, match_1 = ">= 6"',
        'match_1 = "A", match_2 = ">= 2"',
        'match_1 = "K", match_2 = ">= 6"',
        'match_1 = "Q", match_2 = ">= J"',
    ),
    "river": (
        'length = ">= 4"',
        '-length = 3, own = 0, high = "<= 8"',
        'length = 3, outs = "<= 10"',
        'length = 3, outs = "<= 15", high = ">= T"',
        'length = 3, own = 1, outs = "<= 14"',
        'length = 2, outs = "<= 9"',
    ),
}
_SHORT: Final[Mapping[str, Rules]] = {
    "printed: {0}x with Q-9 suited, {1}x with three suited, {2}x with jack-high unless two higher suited on the "
    "board": _PRINTED,
    "simple: {0}x with K-2 suited; {1}x with three suited, one own a six or better; {2}x with at most 10 "
    "outs": _SIMPLE,
    "by outs: openings by suited cards and side card; river by outs": _BY_OUTS,
    "never before the river: {2}x with everything": {"river": ("",)},
}
_DEFAULT: Final = 2


def language(submission: Submission) -> Language:
    """Actions are numbered from the last stage to the first, so that 0 is a check or a fold at every stage."""
    terms = terms_of(submission)
    passes = (CHECK, CHECK, FOLD)
    features = (WITHOUT_BOARD, WITH_BOARD, WITH_BOARD)
    return Language(
        GAME,
        {
            name: Stage({passes[stage]: 0, terms.action(stage): ACTIONS - 1 - stage}, features[stage])
            for stage, name in enumerate(STAGE_NAMES)
        },
    )


def _text(terms: Terms, rules: Rules) -> str:
    written = []
    for stage, name in enumerate(STAGE_NAMES):
        for rule in rules.get(name, ()):
            when = rule.removeprefix("-")
            action = FOLD if rule.startswith("-") else terms.action(stage)
            written.append(f'[[{name}]]\n{f"when = {{ {when} }}" if when else ""}\nthen = "{action}"\n')
    return "".join(written)


def short_strategies(submission: Submission) -> tuple[WrittenStrategy, ...]:
    """The strategies that `houserules strategy` weighs."""
    terms, words = terms_of(submission), language(submission)
    return tuple(
        named_strategy(name.format(*terms.multiples), _text(terms, rules), words) for name, rules in _SHORT.items()
    )


def default_strategy(submission: Submission) -> WrittenStrategy:
    return short_strategies(submission)[_DEFAULT]
