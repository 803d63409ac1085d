"""Strategies as people write them: rules in order, each with a condition and an action.

The format is described in docs/strategy.md. A file says which game it is for, and lists rules under the name of the
stage at which they apply. The first rule that holds decides; where none does, the player wagers nothing more. The
game determines what can be asked and done at each stage: its `Language`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from houserules.cards import RANKS
from houserules.law import MalformedData, read_toml

MOST: Final = 1 << 40
_CONDITION: Final = re.compile(r"\s*(>=|<=|>|<|)\s*([0-9A-Z](?:[0-9A-Z-]*[0-9A-Z])?)\s*")
_SUMMAND: Final = re.compile(r"\s*(?:([1-9]) )?\s*([a-z][a-z_0-9]*)\s*")
_RANGE: Final = re.compile(r"\s*([0-9A-Z-]+)\s+to\s+([0-9A-Z-]+)\s*")


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing that a rule may ask about the cards, and how its values are written."""

    number: Callable[[str], int]
    """The value that a text represents; raises `ValueError` where the text is not a value."""
    example: str
    text: Callable[[int], str] = str
    """The text that represents a value."""
    words: str = ""
    """How players say it, such as ``{} suited``; empty: rules that ask for it are not put into words."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One decision: what may be done, each action with the number that the kernels use for it (0 wagers nothing
    more)."""

    actions: Mapping[str, int]
    features: Mapping[str, Feature]
    also: Mapping[str, int] = field(default_factory=dict)
    """Other names for actions, with the same meaning under every rulebook of the game."""
    told: Mapping[int, str] = field(default_factory=dict)
    """How an action is worded for people, where its own name would mislead."""
    sums: bool = False
    """Whether a rule may ask for sums, such as ``second + 2 outside_over``: the kernels must know how to add."""


@dataclass(frozen=True, slots=True)
class Language:
    game: str
    stages: Mapping[str, Stage]


@dataclass(frozen=True, slots=True)
class Test:
    """One feature, or a sum of features, with the smallest and largest value for which the test holds."""

    feature: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Rule:
    tests: tuple[Test, ...]
    action: int


@dataclass(frozen=True, slots=True)
class WrittenStrategy:
    """A complete way of playing one game: the rules of each stage, in order."""

    name: str
    rules: Mapping[str, tuple[Rule, ...]]


@dataclass(frozen=True, slots=True)
class BestPlay:
    """Best play of the base game: decided by the cards, looked up or counted, and not by rules."""

    name: str = "best play"
    rules: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict)


Strategy = WrittenStrategy | BestPlay


def read_strategy(text: str, where: str, language: Language) -> WrittenStrategy:
    """A strategy from the text of a rule file. Everything wrong with it is reported at once."""
    data = read_toml(text, where)
    game = data.get("game", "")
    if game != language.game:
        raise MalformedData(f"{where}: game = {game!r}; expected {language.game}, the game of the submission")
    name = data.get("name", where)
    problems: list[str] = []
    if not isinstance(name, str) or not name.isprintable():
        problems.append(f"{where}: name is text on one line")
        name = where
    wanted = ("game", "name", *language.stages)
    problems.extend(f"{where}: {key}: expected one of {', '.join(wanted)}" for key in data if key not in wanted)
    rules = {
        name: _read_stage(data.get(name, []), stage, name, where, problems) for name, stage in language.stages.items()
    }
    if problems:
        raise MalformedData(*problems)
    return WrittenStrategy(name, rules)


def written_strategies(folder: Path, names: Sequence[str], language: Language) -> tuple[WrittenStrategy, ...]:
    """The strategies of these files, named without their suffix, in a folder of the package."""
    texts = {name: (folder / f"{name}.toml").read_text(encoding="utf-8") for name in names}
    return tuple(read_strategy(text, f"{name}.toml", language) for name, text in texts.items())


def named_strategy(name: str, text: str, language: Language) -> WrittenStrategy:
    """A strategy of this project: rules without the line that names the game."""
    made = read_strategy(f'game = "{language.game}"\n{text}', name, language)
    return WrittenStrategy(name, made.rules)


def _read_stage(data: Any, stage: Stage, name: str, where: str, problems: list[str]) -> tuple[Rule, ...]:
    if not isinstance(data, list) or not all(isinstance(rule, dict) for rule in data):
        problems.append(f"{where}: {name}: rules are written under [[{name}]], each with when and then")
        return ()
    rules = []
    for number, rule in enumerate(data, start=1):
        place = f"{where}: {name}, rule {number}"
        problems.extend(f"{place}: {key}: expected when and then only" for key in rule if key not in ("when", "then"))
        action = rule.get("then")
        known = {**stage.actions, **stage.also}
        if action not in known:
            problems.append(f"{place}: then = {action!r}; expected one of {', '.join(stage.actions)}")
            continue
        when = rule.get("when", {})
        if not isinstance(when, dict):
            problems.append(f"{place}: when is a table such as {{ {_example(stage)} }}")
            continue
        tests = [_read_test(feature, wanted, stage, place, problems) for feature, wanted in when.items()]
        rules.append(Rule(tuple(test for test in tests if test is not None), known[action]))
    return tuple(rules)


def _example(stage: Stage) -> str:
    name, feature = next(iter(stage.features.items()))
    return f"{name} = {feature.example}"


def _read_test(name: str, wanted: Any, stage: Stage, place: str, problems: list[str]) -> Test | None:
    try:
        feature = feature_of(name, stage)
    except ValueError:
        or_sums = ", or a sum such as second + 2 outside_over" if stage.sums else ""
        problems.append(f"{place}: {name}: expected one of {', '.join(stage.features)}{or_sums}")
        return None
    if type(wanted) is int:
        wanted = str(wanted)
    if not isinstance(wanted, str):
        problems.append(f"{place}: {name} = {wanted!r}: expected a number or text such as {feature.example}")
        return None
    try:
        return Test(name, *_bounds(feature, wanted))
    except ValueError as error:
        problems.append(f"{place}: {name} = {wanted!r}: {error}; expected text such as {feature.example}")
        return None


def feature_of(name: str, stage: Stage) -> Feature:
    """The feature of this name, or the sum that it spells out; raises `ValueError` where there is neither."""
    if name in stage.features:
        return stage.features[name]
    parts = summands(name)
    numbers = [stage.features[part].number if part in stage.features else None for _, part in parts]
    if not stage.sums or not parts or any(each not in (rank_number, small_number) for each in numbers):
        raise ValueError(f"{name} is neither a feature nor a sum of some")
    told = (_told(often, stage.features[part]) for often, part in parts)
    counted = f" ({COURT})" if rank_number in numbers else ""
    return Feature(small_number, '">= 18"', words=f"{' + '.join(told)} {{}}{counted}")


def summands(name: str) -> tuple[tuple[int, str], ...]:
    """``second + 2 outside_over`` split into its parts, each with how often it counts; empty where it is not a
    sum."""
    found = [_SUMMAND.fullmatch(part) for part in name.split("+")]
    return tuple((int(each[1] or 1), each[2]) for each in found if each is not None) if all(found) else ()


def _told(often: int, feature: Feature) -> str:
    noun = feature.words.format("card" if feature.number is rank_number else "number of").replace("card card", "card")
    return noun if often == 1 else f"{often} x {noun}"


def _bounds(feature: Feature, text: str) -> tuple[int, int]:
    between = _RANGE.fullmatch(text)
    if between:
        low, high = (feature.number(part) for part in between.groups())
        if low > high:
            raise ValueError("the first is above the second")
        return low, high
    found = _CONDITION.fullmatch(text)
    if not found:
        raise ValueError("not a comparison")
    sign, number = found[1], feature.number(found[2])
    return {
        ">=": (number, MOST),
        ">": (number + 1, MOST),
        "<=": (0, number),
        "<": (0, number - 1),
        "": (number, number),
    }[sign]


def rank_number(text: str) -> int:
    """A rank, from 2 for the deuce to 14 for the ace."""
    if len(text) != 1 or text not in RANKS:
        raise ValueError(f"{text} is not a rank of {RANKS}")
    return RANKS.index(text) + 2


def small_number(text: str) -> int:
    if not text.isdecimal() or len(text) > 2:
        raise ValueError(f"{text} is not a small number")
    return int(text)


def rank_text(number: int) -> str:
    return RANKS[number - 2]


RANK: Final = Feature(rank_number, '">= J" or "9 to J"', rank_text)
COURT: Final = "J 11, Q 12, K 13, A 14"
"""How ranks count in sums."""
COUNT: Final = Feature(small_number, '">= 3" or "2 to 4"')
