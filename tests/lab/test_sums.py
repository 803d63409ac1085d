"""Sums in the rule language, the rules that the search finds, and the frontier of length against cost."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import ModuleType

import pytest

from houserules.cards import mask_of, parse_cards
from houserules.lab.games.flushes.features import FEATURES, choose
from houserules.lab.solving.gate import insist_supported
from houserules.lab.strategy.files import WrittenStrategy, read_strategy, summands
from houserules.lab.strategy.in_words import sentence_of
from houserules.lab.strategy.report import (
    Weighed,
    asked_by,
    is_on_frontier,
    read_rules,
    strategy_report,
    weigh_short_strategies,
)
from houserules.lab.strategy.rule_tables import rule_table
from houserules.law import MalformedData
from tests.lab.support import CTF, MD, submission
from tests.support.scripts import script

ONE_SUM = """
game = "high_card_flush"
name = "a sum"
[[hand]]
when = { high = "T", "second + 2 outside_over" = ">= 11" }
then = "raise 1x"
"""


@pytest.fixture(scope="module")
def search() -> ModuleType:
    return script("strategy_search")


def named(name: str, strategy: str) -> Weighed:
    (found,) = (each for each in weigh_short_strategies(submission(name), lambda _: None) if each.name == strategy)
    return found


def test_a_sum_and_its_parts() -> None:
    assert summands("second + 2 outside_over") == ((1, "second"), (2, "outside_over"))
    assert summands("3 high + side + 3 rank_1") == ((3, "high"), (1, "side"), (3, "rank_1"))
    assert summands("high") == ((1, "high"),)
    assert not any(map(summands, ("high -", "0 high", "high + ", "10 high", "2high", "high second")))


@pytest.mark.parametrize(
    ("cards", "raises"),
    [
        ("Th 9h 2h Js 8d 7d 6c", True),  # 9 + 2 x 1
        ("Th 8h 2h Js 9d 7d 6c", False),  # 8 + 2 x 1
        ("Th 7h 2h Js Qd 8d 6c", True),  # 7 + 2 x 2
        ("Th 6h 2h Js Qd 8d 7c", False),
        ("Th 3h 2h Js Qd Kd Ac", True),  # 3 + 2 x 4
        ("Jh 9h 2h Qs 8d 7d 6c", False),  # Not ten-high: the other test of the rule fails.
    ],
)
def test_cards_added_up_by_hand(cards: str, raises: bool) -> None:
    rules = rule_table(read_rules(submission(MD), ONE_SUM, "x.toml"), FEATURES)
    hand = mask_of(parse_cards(cards))
    assert choose(rules.tests, rules.actions, 0, 1, hand, 0) == (1 if raises else 0)


def test_a_sum_in_words() -> None:
    made = submission(MD)
    said = sentence_of(made, read_rules(made, ONE_SUM, "x.toml"))
    assert said == (
        "raise 1x with highest T, second card + 2 x number of higher cards outside at least 11 "
        "(J 11, Q 12, K 13, A 14); else fold"
    )


@pytest.mark.parametrize(
    "wrong", ["second + 2 nonsense", "flush + second", "second - third", "100 second", "second +"]
)
def test_what_is_no_sum_is_refused_with_its_place(wrong: str) -> None:
    with pytest.raises(MalformedData, match=r"hand, rule 1: .* or a sum such as second"):
        read_rules(submission(MD), ONE_SUM.replace("second + 2 outside_over", wrong), "x.toml")


def test_a_game_whose_kernels_cannot_add_refuses_sums() -> None:
    language = insist_supported(submission(MD)).strategies.language(submission(MD))
    stages = {name: replace(stage, sums=False) for name, stage in language.stages.items()}
    with pytest.raises(MalformedData, match="expected one of flush, length"):
        read_strategy(ONE_SUM, "x.toml", replace(language, stages=stages))


def test_the_search_and_all_deals_give_the_same_cost_in_high_card_flush(search: ModuleType) -> None:
    """The search adds up what single hands lose; the evaluation plays every hand by the written file."""
    states = search.ten_high_flushes(search.bundled(MD))
    (best, *_) = search.best_sums(states, ("second", "outside_over"), 4)
    assert (best.weights, best.least) == ((1, 2), 11)
    assert best.cost == named(MD, "any jack-high; ten-high by one sum").cost
    assert f"{100 * float(best.cost):.5f}" == "0.00263"
    (three, *_) = search.best_sums(states, ("second", "third", "outside_over"), 9)
    assert (three.weights, three.least) == ((5, 1, 9), 57)
    assert three.cost == named(MD, "any jack-high; ten-high by a sum of three").cost < best.cost


def test_the_search_finds_the_sums_of_chase_the_flush(search: ModuleType) -> None:
    holes, flops = search.holes_and_flops(search.bundled(CTF))
    suited = holes.only(holes.column("length") == 2)
    assert search.best_sums(suited, ("high", "side", "rank_1"), 4, 1)[0][1:3] == ((3, 1, 3), 84)
    one_own = flops.only((flops.column("length") == 3) & (flops.column("own") == 1))
    assert search.best_sums(one_own, ("match_1", "high"), 4, 1)[0][1:3] == ((4, 3), 57)


def test_sums_beat_the_longer_rules() -> None:
    outs, sums = named(CTF, "by outs"), named(CTF, "by sums")
    assert (outs.asks, sums.asks) == (48, 33)
    assert sums.cost < Fraction(2046, 1_000_000) < outs.cost


@pytest.mark.parametrize("name", [MD, CTF])
def test_the_frontier_has_no_strategy_that_another_beats(name: str) -> None:
    weighed = strategy_report(submission(name), lambda _: None).weighed
    chosen = sorted((each for each in weighed if is_on_frontier(each, weighed)), key=lambda each: each.asks)
    costs = [each.cost for each in chosen]
    assert costs == sorted(set(costs), reverse=True)
    for each in weighed:
        better = [other for other in chosen if other.asks <= each.asks and other.cost <= each.cost]
        assert better, each.name


def test_a_sum_asks_each_of_its_parts() -> None:
    rules = read_rules(submission(MD), ONE_SUM, "x.toml")
    assert asked_by(rules) == 3
    assert asked_by(WrittenStrategy("nothing", {"hand": ()})) == 0
