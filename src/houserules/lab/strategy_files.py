"""Strategies as people write them: rules in order, each with what must hold and what is then done.

The format is told in docs/strategy.md. A file says which game it is for, and lists rules under the name of the stage
at which they are asked. The first rule that holds decides; where none does, the player wagers nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from houserules.cards import RANKS
from houserules.law import MalformedData, read_toml

HIGH_CARD_FLUSH: Final = "high_card_flush"
CHASE_THE_FLUSH: Final = "chase_the_flush"

STAGES: Final[Mapping[str, Mapping[str, Mapping[str, int]]]] = {
    HIGH_CARD_FLUSH: {"hand": {"fold": 0, "raise 1x": 1, "raise 2x": 2, "raise 3x": 3}},
    CHASE_THE_FLUSH: {
        "opening": {"check": 0, "all-in 3x": 3},
        "flop": {"check": 0, "all-in 2x": 2},
        "river": {"fold": 0, "all-in 1x": 1},
    },
}
"""Game to its stages, and each stage to its actions with the antes that they wager."""

RANK_FEATURES: Final = frozenset(
    {"high", "second", "third", "side", "rank_1", "rank_2", "rank_3", "match_1", "match_2"}
)
BOARD_FEATURES: Final = frozenset({"own", "board_suited", "board_over", "outs", "match_1", "match_2"})
FEATURES: Final = (
    "flush", "length", "high", "second", "third", "suits", "second_length", "outside_over", "side",
    "rank_1", "rank_2", "rank_3", "own", "board_suited", "board_over", "outs",
    "match_1", "match_2",
)  # fmt: skip
"""What a rule may ask, in the order in which the kernels number it. A test holds the two lists together."""

MOST: Final = 1 << 40
_CONDITION: Final = re.compile(r"\s*(>=|<=|>|<|)\s*([0-9A-Z](?:[0-9A-Z-]*[0-9A-Z])?)\s*")
_RANGE: Final = re.compile(r"\s*([0-9A-Z-]+)\s+to\s+([0-9A-Z-]+)\s*")


@dataclass(frozen=True, slots=True)
class Test:
    """One feature, and the smallest and largest value for which the test holds."""

    feature: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Rule:
    tests: tuple[Test, ...]
    antes: int


@dataclass(frozen=True, slots=True)
class WrittenStrategy:
    """A whole way of playing one game: the rules of each stage, in order."""

    name: str
    game: str
    rules: Mapping[str, tuple[Rule, ...]]


def read_strategy(text: str, where: str) -> WrittenStrategy:
    """A strategy from the text of a rule file. All that is wrong with it is said at once."""
    data = read_toml(text, where)
    game = data.get("game", "")
    if not isinstance(game, str) or game not in STAGES:
        raise MalformedData(f"{where}: game = {game!r}; wanted one of {', '.join(STAGES)}")
    stages = STAGES[game]
    name = data.get("name", where)
    problems: list[str] = []
    if not isinstance(name, str) or not name.isprintable():
        problems.append(f"{where}: name is text on one line")
        name = where
    wanted = ("game", "name", *stages)
    problems.extend(f"{where}: {key}: wanted one of {', '.join(wanted)}" for key in data if key not in wanted)
    rules = {stage: _read_stage(data.get(stage, []), game, stage, where, problems) for stage in stages}
    if problems:
        raise MalformedData(*problems)
    return WrittenStrategy(name, game, rules)


def _read_stage(data: Any, game: str, stage: str, where: str, problems: list[str]) -> tuple[Rule, ...]:
    if not isinstance(data, list) or not all(isinstance(rule, dict) for rule in data):
        problems.append(f"{where}: {stage}: rules are written under [[{stage}]], each with when and then")
        return ()
    actions = STAGES[game][stage]
    rules = []
    for number, rule in enumerate(data, start=1):
        place = f"{where}: {stage}, rule {number}"
        problems.extend(f"{place}: {key}: wanted when and then only" for key in rule if key not in ("when", "then"))
        action = rule.get("then")
        if action not in actions:
            problems.append(f"{place}: then = {action!r}; wanted one of {', '.join(actions)}")
            continue
        when = rule.get("when", {})
        if not isinstance(when, dict):
            problems.append(f'{place}: when is a table such as {{ flush = ">= T-8-6" }}')
            continue
        tests = [_read_test(feature, wanted, game, stage, place, problems) for feature, wanted in when.items()]
        rules.append(Rule(tuple(test for test in tests if test is not None), actions[action]))
    return tuple(rules)


def _read_test(feature: str, wanted: Any, game: str, stage: str, place: str, problems: list[str]) -> Test | None:
    allowed = [
        name for name in FEATURES if name not in BOARD_FEATURES or (game == CHASE_THE_FLUSH and stage != "opening")
    ]
    if feature not in allowed:
        problems.append(f"{place}: {feature}: wanted one of {', '.join(allowed)}")
        return None
    if type(wanted) is int:
        wanted = str(wanted)
    if not isinstance(wanted, str):
        problems.append(f"{place}: {feature} = {wanted!r}: wanted a number or text such as {_example(feature)}")
        return None
    try:
        return Test(feature, *_bounds(feature, wanted))
    except ValueError as error:
        problems.append(f"{place}: {feature} = {wanted!r}: {error}; wanted text such as {_example(feature)}")
        return None


def _bounds(feature: str, text: str) -> tuple[int, int]:
    between = _RANGE.fullmatch(text)
    if between:
        low, high = (_number(feature, part) for part in between.groups())
        if low > high:
            raise ValueError("the first is above the second")
        return low, high
    found = _CONDITION.fullmatch(text)
    if not found:
        raise ValueError("not a comparison")
    sign, number = found[1], _number(feature, found[2])
    return {
        ">=": (number, MOST),
        ">": (number + 1, MOST),
        "<=": (0, number),
        "<": (0, number - 1),
        "": (number, number),
    }[sign]


def _number(feature: str, text: str) -> int:
    if feature == "flush":
        return flush_key_of(text)
    if feature in RANK_FEATURES:
        if len(text) != 1 or text not in RANKS:
            raise ValueError(f"{text} is not a rank of {RANKS}")
        return RANKS.index(text) + 2
    if not text.isdecimal() or len(text) > 2:
        raise ValueError(f"{text} is not a small number")
    return int(text)


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


def _example(feature: str) -> str:
    if feature == "flush":
        return '">= T-8-6"'
    return '">= J" or "9 to J"' if feature in RANK_FEATURES else '">= 3" or "2 to 4"'
