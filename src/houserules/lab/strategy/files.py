"""Strategies as people write them: rules in order, each with what must hold and what is then done.

The format is told in docs/strategy.md. A file says which game it is for, and lists rules under the name of the stage
at which they are asked. The first rule that holds decides; where none does, the player wagers nothing more. What can
be asked and done at each stage is the game's: its `Language`.
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
_RANGE: Final = re.compile(r"\s*([0-9A-Z-]+)\s+to\s+([0-9A-Z-]+)\s*")


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing that a rule may ask of the cards, and how its values are written."""

    number: Callable[[str], int]
    """The value that a text stands for; raises `ValueError` where the text is not a value."""
    example: str
    text: Callable[[int], str] = str
    """The text that a value stands for."""
    words: str = ""
    """How players say it, such as ``{} suited``; empty: rules that ask it are not put into words."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One decision: what may be done, each by the number that the kernels know it by (0 wagers nothing more)."""

    actions: Mapping[str, int]
    features: Mapping[str, Feature]
    also: Mapping[str, int] = field(default_factory=dict)
    """Other names of actions, which mean the same under every rulebook of the game."""
    told: Mapping[int, str] = field(default_factory=dict)
    """How an action is told to people, where its own name would mislead."""


@dataclass(frozen=True, slots=True)
class Language:
    game: str
    stages: Mapping[str, Stage]


@dataclass(frozen=True, slots=True)
class Test:
    """One feature, and the smallest and largest value for which the test holds."""

    feature: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Rule:
    tests: tuple[Test, ...]
    action: int


@dataclass(frozen=True, slots=True)
class WrittenStrategy:
    """A whole way of playing one game: the rules of each stage, in order."""

    name: str
    rules: Mapping[str, tuple[Rule, ...]]


@dataclass(frozen=True, slots=True)
class BestPlay:
    """Best play of the base game: decided by the cards, looked up or counted, by no rules."""

    name: str = "best play"
    rules: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict)


Strategy = WrittenStrategy | BestPlay


def read_strategy(text: str, where: str, language: Language) -> WrittenStrategy:
    """A strategy from the text of a rule file. All that is wrong with it is said at once."""
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
    """The strategies of these files, without their ending, in a folder of the package."""
    texts = {name: (folder / f"{name}.toml").read_text(encoding="utf-8") for name in names}
    return tuple(read_strategy(text, f"{name}.toml", language) for name, text in texts.items())


def named_strategy(name: str, text: str, language: Language) -> WrittenStrategy:
    """A strategy of this house: rules without the line that names the game."""
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
    feature = stage.features.get(name)
    if feature is None:
        problems.append(f"{place}: {name}: expected one of {', '.join(stage.features)}")
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
COUNT: Final = Feature(small_number, '">= 3" or "2 to 4"')
