"""What a rulebook says about its progressive wager must agree: meters, rates, amounts, and what other players
earn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houserules.law.citation import Cited
from houserules.law.game_words import Problem
from houserules.law.paytable import Paytable
from houserules.law.rulebook import ProgressiveRules, Rulebook
from houserules.law.validation.lists import same
from houserules.law.words import PROGRESSIVE, AfterAllOfIt, MeterName, Offer, Rates
from houserules.money import Percent

_AT: Final = "progressive"
_BY_LETTER: Final = ("least", "main_rate", "secondary_rate")


def problems_of_progressive(book: Rulebook) -> Iterator[Problem]:
    rules = book.progressive
    if rules is None:
        return
    wager = book.wagers.get(PROGRESSIVE)
    if wager is None or wager.paytables is None or wager.offer.value is not Offer.OPTIONAL:
        yield (_AT,), f"wagers.{PROGRESSIVE} is missing, or is not an optional wager that is paid by pay tables"
        return
    tables = book.paytables.get(wager.paytables.value, {})
    for key in _BY_LETTER:
        by_letter = getattr(rules, key)
        if by_letter:
            yield from same(f"{_AT}.{key}", by_letter, "the pay tables", tables, (_AT, key))
    yield from _meters(rules)
    yield from _stated(rules)
    yield from _amounts(rules)
    if wager.amount is not None and wager.amount.value < 1:
        yield ("wagers", PROGRESSIVE, "amount"), "this is more than 0"
    suited = wager.suited_hole_cards
    if suited is not None and not 1 <= suited.value <= book.hands.player_cards.value:
        most = book.hands.player_cards.value
        yield ("wagers", PROGRESSIVE, "suited_hole_cards"), f"a player holds {most} cards; this is 1 to {most}"
    if suited is not None and not rules.least:
        yield (_AT,), "least is missing: a prize has a smallest value"
    yield from _shared(book, rules, tables)


def _meters(rules: ProgressiveRules) -> Iterator[Problem]:
    meters = rules.meters.value
    second = MeterName.SECONDARY in meters
    if MeterName.MAIN not in meters:
        yield (_AT, "meters"), f"{MeterName.MAIN} is missing"
    if (rules.after_all_of_it.value is AfterAllOfIt.SECONDARY_METER) != second:
        yield (
            (_AT, "after_all_of_it"),
            f"{AfterAllOfIt.SECONDARY_METER} goes with a {MeterName.SECONDARY} meter, and nothing else does",
        )
    if rules.secondary_rate and not second:
        yield (_AT, "secondary_rate"), f"there is no {MeterName.SECONDARY} meter"


def _stated(rules: ProgressiveRules) -> Iterator[Problem]:
    """Where the document prints the rates, all must be there; where the operator states them, none may be."""
    printed = rules.rates.value is Rates.PRINTED
    second = MeterName.SECONDARY in rules.meters.value
    there = {"main_rate": rules.main_rate, "secondary_rate": rules.secondary_rate, "initial": rules.initial}
    for key, value in there.items():
        if printed and not value and (key != "secondary_rate" or second):
            yield (_AT,), f"{key} is missing: the rates are {Rates.PRINTED}"
        elif not printed and value:
            yield (_AT, key), f"the rates are not {Rates.PRINTED}: the operator states this"
    if second and not printed:
        yield (_AT, "rates"), f"with a {MeterName.SECONDARY} meter they are {Rates.PRINTED}"


def _amounts(rules: ProgressiveRules) -> Iterator[Problem]:
    if rules.initial is not None and rules.initial.value < 1:
        yield (_AT, "initial"), "this is more than 0"
    for letter, amount in rules.least.items():
        if amount.value < 1:
            yield (_AT, "least", letter), "this is more than 0"
    for key in ("main_rate", "secondary_rate"):
        rates: dict[str, Cited[Percent]] = getattr(rules, key)
        for letter, rate in rates.items():
            if not 0 < rate.value.share <= 1:
                yield (_AT, key, letter), "a rate is more than 0% and at most 100%"
    for letter, rate in rules.main_rate.items():
        beside = rules.secondary_rate.get(letter)
        if beside is not None and rate.value.share + beside.value.share > 1:
            yield (_AT, "secondary_rate", letter), f"with {rate.value} for the main meter more than 100% is taken"


def _shared(book: Rulebook, rules: ProgressiveRules, tables: dict[str, Paytable]) -> Iterator[Problem]:
    shared = rules.shared
    if shared is None:
        return
    path = (_AT, "shared")
    name = shared.name.value
    if shared.per is not None and shared.per.value < 1:
        yield (*path, "per"), "this is more than 0"
    if name in book.wagers:
        yield (*path, "name"), f"{name} is a wager; known are {', '.join(book.words.shared)}"
    elif not book.paytables.get(name):
        yield (*path, "name"), f"paytables.toml has no tables for {name}"
    for letter in book.paytables.get(name, {}):
        if letter not in tables:
            yield (*path, "name"), f"there is a table {letter} for {name} and none for the {PROGRESSIVE}"
