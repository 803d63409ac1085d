"""The fast solver against the plain reference, which shares no code with it: all integers, and many decisions."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from houserules.lab.games.chase_the_flush import solving as chase_the_flush
from houserules.lab.games.chase_the_flush.holes_sweep import value_holes
from houserules.lab.games.chase_the_flush.suit_tables import tables_of_all_holes
from houserules.lab.games.high_card_flush import solving as high_card_flush
from tests.lab.support import chase_terms, high_card_terms
from tests.reference import chase_the_flush as plain_chase
from tests.reference import high_card_flush as plain_high_card
from tests.reference.lanes import hand_from_text

HERE = Path(__file__).parent
HIGH_CARD, CHASE = high_card_terms(), chase_terms()
KEPT: dict[str, Any] = json.loads((HERE / "reference_totals.json").read_text(encoding="utf-8"))
DEALT: dict[str, dict[str, int]] = json.loads((HERE / "brute_force_hands.json").read_text(encoding="utf-8"))["hands"]


def random_cards(chance: Random, *sizes: int) -> list[int]:
    """Disjoint random sets of cards of these sizes, as masks."""
    cards = chance.sample(range(52), sum(sizes))
    return [sum(1 << cards.pop() for _ in range(size)) for size in sizes]


def test_every_integer_of_high_card_flush() -> None:
    results, kept = high_card_flush.solve(HIGH_CARD), KEPT["high_card_flush"]
    found: Counter[tuple[str, str]] = Counter()
    for outcome in results.outcomes:
        comparison = outcome.comparison if outcome.dealer_qualifies else "unqualified"
        found[outcome.action, "deals" if outcome.action == "fold" else comparison] += outcome.deals
    wanted = {
        (action, outcome): deals
        for action, outcomes in kept["actions"].items()
        for outcome, deals in outcomes.items()
    }
    assert dict(found) == wanted
    assert (results.deals, results.total_net) == (kept["deals"], kept["net"])
    assert kept["undecided_hands"] == 0


def test_every_integer_of_chase_the_flush() -> None:
    """Where folding and calling are worth the same, the reference has a row of its own and the solver folds."""
    results, kept = chase_the_flush.solve(CHASE), KEPT["chase_the_flush"]
    found: Counter[tuple[str, str, str]] = Counter()
    for outcome in results.outcomes:
        length = f"win {outcome.group % 8}" if outcome.comparison == "win" else outcome.comparison
        found[outcome.action, "qualified" if outcome.dealer_qualifies else "unqualified", length] += outcome.deals
    wanted: Counter[tuple[str, str, str]] = Counter()
    for action, tally in kept["actions"].items():
        played = "fold" if action == "fold or all-in 1x" else action
        for dealer, outcomes in tally.items():
            wanted[played, dealer, "tie"] += outcomes["tie"]
            wanted[played, dealer, "lose"] += outcomes["lose"]
            for length, deals in outcomes["win"].items():
                wanted[played, dealer, f"win {length}"] += deals
    assert +found == +wanted
    assert (results.deals, results.total_net) == (kept["deals"], kept["net"])
    assert kept["undecided_openings"] == kept["undecided_flops"] == 0


def test_both_values_of_all_openings() -> None:
    qualifier = CHASE.qualifier
    tables = tables_of_all_holes(qualifier)
    stakes = chase_the_flush.make_stakes(CHASE, 3, chase_the_flush.DEALERS)
    state_of = {int(lane): state for state, lane in enumerate(tables.hole)}
    none = (0, 0, 0, 0)
    kept = {}
    for text, sums in KEPT["chase_the_flush"]["openings"].items():
        hand = hand_from_text(text)
        lanes = sorted((hand >> 13 * suit & 0x1FFF for suit in range(4)), key=lambda lane: (-lane.bit_count(), -lane))
        kept[tuple(lanes)] = sums
    found = {}
    for hole in chase_the_flush.hole_classes():
        plan = chase_the_flush.plan_of_hole(hole, none, none, 3, qualifier)
        states = np.array([[state_of[lane] for lane in hole]], np.int64)
        all_in, check = value_holes(tables, plan, stakes, states)[2][0].tolist()
        found[tuple(sorted(hole, key=lambda lane: (-lane.bit_count(), -lane)))] = [
            chase_the_flush.class_weight(hole),
            all_in,
            check,
        ]
    assert len(found) == 1755
    assert found == kept


def test_ten_thousand_decisions_of_high_card_flush() -> None:
    chance = Random(20_261_115)
    for _ in range(10_000):
        (hand,) = random_cards(chance, 7)
        assert high_card_flush.decide(HIGH_CARD, hand) == plain_high_card.option_values(hand), hex(hand)


@pytest.mark.parametrize("text", DEALT)
def test_hands_that_were_dealt_out_one_by_one(text: str) -> None:
    dealt = DEALT[text]
    dealers = sum(dealt.values())
    gain = dealt["win"] - dealt["lose"]
    for action, value in high_card_flush.decide(HIGH_CARD, hand_from_text(text)).items():
        if action != "fold":
            multiple = int(action.removeprefix("raise ").removesuffix("x"))
            assert value * dealers == dealt["unqualified"] + (1 + multiple) * gain


def test_rivers_of_chase_the_flush() -> None:
    chance = Random(4)
    for _ in range(500):
        hole, board = random_cards(chance, 3, 4)
        assert chase_the_flush.decide(CHASE, hole, board) == plain_chase.river_values(hole, board)


def test_flops_of_chase_the_flush() -> None:
    chance = Random(5)
    for _ in range(60):
        hole, flop = random_cards(chance, 3, 2)
        assert chase_the_flush.decide(CHASE, hole, flop) == plain_chase.flop_values(hole, flop)
