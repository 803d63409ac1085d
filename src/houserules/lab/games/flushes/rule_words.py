"""What a rule file may ask of cards in games that are decided by flushes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from houserules.cards import RANKS
from houserules.lab.strategy.files import COUNT, RANK, Feature

_RANK_FEATURES: Final = frozenset(
    {"high", "second", "third", "side", "rank_1", "rank_2", "rank_3", "match_1", "match_2"}
)
_BOARD_FEATURES: Final = frozenset({"own", "board_suited", "board_over", "outs", "match_1", "match_2"})
NAMES: Final = (
    "flush", "length", "high", "second", "third", "suits", "second_length", "outside_over", "side",
    "rank_1", "rank_2", "rank_3", "own", "board_suited", "board_over", "outs",
    "match_1", "match_2",
)  # fmt: skip
"""What a rule may ask, in the order in which the kernels number it. A test holds the two lists together."""


def flush_key_of(text: str) -> int:
    """The key of a flush from its ranks, as in ``T-8-6``."""
    ranks = text.split("-")
    if not all(len(rank) == 1 and rank in RANKS for rank in ranks):
        raise ValueError(f"{text} is not a flush")
    places = [RANKS.index(rank) for rank in ranks]
    if places != sorted(set(places), reverse=True) or not 2 <= len(places) <= 7:
        raise ValueError(f"{text}: a flush has two to seven ranks, from the highest down")
    return len(places) << 13 | sum(1 << place for place in places)


def flush_text(key: int) -> str:
    """The ranks of a flush from its key."""
    return "-".join(RANKS[rank] for rank in range(12, -1, -1) if key >> rank & 1)


_WORDS: Final = {
    "flush": "a flush of {}",
    "length": "{} suited",
    "high": "highest {}",
    "second": "second {}",
    "third": "third {}",
    "suits": "{} suits held",
    "second_length": "{} of another suit",
    "outside_over": "{} higher cards outside",
    "side": "side card {}",
    "rank_1": "own highest {}",
    "rank_2": "next {}",
    "rank_3": "lowest {}",
    "own": "{} of them own",
    "board_suited": "{} suited on the board",
    "board_over": "{} higher of one suit on the board",
    "outs": "{} unseen cards that beat you",
    "match_1": "own {} in a suit of the board",
    "match_2": "{} in another",
}
"""What each is called on a card for players."""


def _feature(name: str) -> Feature:
    if name == "flush":
        return Feature(flush_key_of, '">= T-8-6"', flush_text, _WORDS[name])
    return replace(RANK if name in _RANK_FEATURES else COUNT, words=_WORDS[name])


WITHOUT_BOARD: Final[Mapping[str, Feature]] = {name: _feature(name) for name in NAMES if name not in _BOARD_FEATURES}
WITH_BOARD: Final[Mapping[str, Feature]] = {name: _feature(name) for name in NAMES}
