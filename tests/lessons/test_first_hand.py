"""The cards of a guided hand: random within their stated rule."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houserules.app.lessons.choice import Cards
from houserules.app.lessons.first_hand import CLEAR, first_hand, largest_wager, required_wagers
from houserules.app.lessons.layouts import play_out
from houserules.play import Rules
from tests.api.decks import bundled

GAMES = ("md-high-card-flush", "ma-high-card-flush", "md-chase-the-flush")


def by_sum(cards: Cards, board: Cards) -> dict[str, Fraction]:
    """A made-up price: the higher the ranks, the better a wager."""
    total = sum(card % 13 for card in (*cards, *board))
    return {"fold": Fraction(-1), "bet 1x": Fraction(-1) + Fraction(2 * total, 6 * (len(cards) + len(board)))}


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_the_first_deck_of_all_that_follows_the_rule_is_taken(game: str, seed: int) -> None:
    rules = Rules(bundled(game))
    order = first_hand(rules, by_sum, Random(seed))
    assert order is not None
    assert sorted(order) == list(range(52))
    chance, tried = Random(seed), list(range(52))
    while True:
        chance.shuffle(tried)
        played = play_out(rules, tried, {1: required_wagers(rules)}, largest_wager, chance).round
        prices = by_sum(played.seats[0].cards, played.board[: rules.streets[0].board])
        against = [line.outcome for line in played.lines if line.wager in rules.against_dealer]
        won = set(against) == {"win"} and played.qualifies
        if won and prices["bet 1x"] >= CLEAR:
            break
        assert tuple(tried) != order
    assert tuple(tried) == order


def test_where_no_decision_is_clear_there_is_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houserules.app.lessons.first_hand._MOST_SHUFFLED", 20)
    rules = Rules(bundled(GAMES[0]))
    for fold, wager in ((0, CLEAR - Fraction(1, 1000)), (1, 1 + CLEAR - Fraction(1, 1000)), (-9, Fraction(-1, 1000))):
        prices = {"fold": Fraction(fold), "bet 1x": wager}
        assert first_hand(rules, partial(_same, prices), Random(1)) is None


def _same(prices: dict[str, Fraction], _cards: Cards, _board: Cards) -> dict[str, Fraction]:
    return prices
