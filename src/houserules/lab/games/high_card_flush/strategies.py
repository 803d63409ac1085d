"""High Card Flush: what a rule file may say, and short strategies that people play or print."""

from __future__ import annotations

from typing import Final

from houserules.lab.games.flushes.rule_words import WITHOUT_BOARD
from houserules.lab.games.high_card_flush.terms import FOLD, Terms, terms_of
from houserules.lab.strategy.files import Language, Stage, WrittenStrategy, named_strategy
from houserules.law import Submission

GAME: Final = "high_card_flush"
STAGE: Final = "hand"

_CUTOFFS: Final = {
    "T-8-6 and better": "T-8-6",
    "J-9-6 and better": "J-9-6",
    "any jack-high three-card flush and better": "J-3-2",
    "any ten-high three-card flush and better": "T-3-2",
    "any nine-high three-card flush and better": "9-3-2",
}
_BY_OVERCARDS: Final = {
    "any jack-high; ten-high by the jacks and better outside it: 1 T-9-3, 2 T-7-3, 3 T-5-3, 4 any": (
        ("J-3-2", None),
        ("T-9-3", 1),
        ("T-7-3", 2),
        ("T-5-3", 3),
        ("T-3-2", 4),
    )
}
"""The flush to raise from, and the number of higher cards outside it for which that holds."""


def language(submission: Submission) -> Language:
    terms = terms_of(submission)
    raises = range(terms.smallest, max(*terms.largest, terms.smallest) + 1)
    actions = {FOLD: 0, **{f"raise {multiple}x": multiple for multiple in raises}}
    return Language(GAME, {STAGE: Stage(actions, WITHOUT_BOARD)})


def _rule(when: str, multiple: int) -> str:
    return f'[[{STAGE}]]\n{f"when = {{ {when} }}" if when else ""}\nthen = "raise {multiple}x"\n'


def _long_flushes(terms: Terms) -> str:
    """Flushes that may raise more than the smallest raise do, as far as they may."""
    more = (length for length in range(7, 1, -1) if terms.largest[length] > terms.smallest)
    return "".join(_rule(f"length = {length}", terms.largest[length]) for length in more)


def raise_from(submission: Submission, flush: str, name: str = "", most: bool = True) -> WrittenStrategy:
    """Raise with this flush and everything above it; with longer flushes as much as is allowed, where ``most``."""
    terms = terms_of(submission)
    text = (_long_flushes(terms) if most else "") + _rule(f'flush = ">= {flush}"', terms.smallest)
    return named_strategy(name or f"{flush} and better", text, language(submission))


def short_strategies(submission: Submission) -> tuple[WrittenStrategy, ...]:
    """The strategies that `houserules strategy` weighs."""
    terms, words = terms_of(submission), language(submission)
    long, least = _long_flushes(terms), terms.smallest
    overcards = {
        name: "".join(
            _rule(f'flush = ">= {flush}"' + ("" if outside is None else f", outside_over = {outside}"), least)
            for flush, outside in rules
        )
        for name, rules in _BY_OVERCARDS.items()
    }
    return (
        *(raise_from(submission, flush, name) for name, flush in _CUTOFFS.items()),
        *(named_strategy(name, long + rules, words) for name, rules in overcards.items()),
        raise_from(submission, "T-8-6", f"T-8-6 and better, never more than {least}x", most=False),
        named_strategy("raise everything", long + _rule("", least), words),
        named_strategy("never raise", "", words),
    )


def default_strategy(submission: Submission) -> WrittenStrategy:
    name, flush = next(iter(_CUTOFFS.items()))
    return raise_from(submission, flush, name)
