"""The choice of a drill's hands: random within its stated rule, and what it says about all hands."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from houserules.app.lessons import book as b
from houserules.app.lessons.choice import DEALT, NEAR, NEAR_SHOWN, Cards, Deal, choose, margin

ONE_STREET = Deal(deck=52, hand=3, boards=(0,))
STREETS = Deal(deck=52, hand=3, boards=(0, 2, 4))


def by_sum(cards: Cards, board: Cards) -> dict[str, Fraction]:
    """A made-up game: a wager is worth the sum of the ranks above its average, in hundredths."""
    total = sum(card % 13 for card in (*cards, *board))
    mean = 6 * (len(cards) + len(board))
    return {"fold": Fraction(-1), "bet 1x": Fraction(-1) + Fraction(total - mean, 100)}


@given(st.integers(0, 2**64))
def test_what_is_shown_is_a_deal_of_one_deck_with_its_own_prices(seed: int) -> None:
    shown = choose(ONE_STREET, 0, by_sum, Random(seed))
    assert shown is not None
    assert len(set(shown.cards)) == 3
    assert shown.board == ()
    assert shown.options == by_sum(shown.cards, ())
    assert choose(ONE_STREET, 0, by_sum, Random(seed)) == shown, "the same chance shows the same hand"


@given(st.integers(0, 2**64))
def test_near_hands_are_among_the_closest_of_those_dealt_and_the_others_are_not(seed: int) -> None:
    dealt: list[Cards] = []

    def noted(cards: Cards, board: Cards) -> dict[str, Fraction]:
        dealt.append(cards)
        return by_sum(cards, board)

    shown = choose(ONE_STREET, 0, noted, Random(seed))
    assert shown is not None
    assert len(dealt) == DEALT == shown.dealt
    margins = sorted(margin(by_sum(cards, ())) for cards in dealt)
    own = margin(shown.options)
    assert own <= margins[NEAR - 1] if shown.near else own >= margins[NEAR]


def test_three_of_four_hands_are_near_the_border() -> None:
    shown = [choose(ONE_STREET, 0, by_sum, Random(seed)) for seed in range(2_000)]
    near = sum(1 for each in shown if each is not None and each.near)
    expected = 2_000 * NEAR_SHOWN
    assert abs(near - expected) < 5 * (2_000 * NEAR_SHOWN * (1 - NEAR_SHOWN)) ** 0.5


@given(st.integers(0, 2**64), st.sampled_from((2, 4)))
def test_a_later_street_shows_only_hands_that_best_play_brings_there(seed: int, street: int) -> None:
    def values(cards: Cards, board: Cards) -> dict[str, Fraction]:
        found = by_sum(cards, board)
        passive, wager = found.values()
        return {"check" if len(board) < 4 else "fold": passive, "all-in 3x": wager}

    shown = choose(STREETS, street, values, Random(seed))
    assert shown is not None
    assert len(shown.board) == street
    for seen in (0, 2):
        if seen < street:
            before = values(shown.cards, shown.board[:seen])
            assert before["check"] >= before["all-in 3x"]


def test_a_street_that_best_play_never_reaches_is_not_drilled() -> None:
    always = {"check": Fraction(0), "all-in 3x": Fraction(1)}
    assert choose(STREETS, 2, lambda _cards, _board: always, Random(1)) is None


def test_the_price_of_what_somebody_knows_is_that_of_all_hands() -> None:
    """Somebody always folds in a small deck, of which the price over all hands is known exactly."""
    deal = Deal(deck=7, hand=2, boards=(0,))

    def values(cards: Cards, _board: Cards) -> dict[str, Fraction]:
        return {"fold": Fraction(0), "bet 1x": Fraction(sum(cards) - 6, 10)}

    hands = [(one, other) for one in range(7) for other in range(one)]
    exact = sum((max(Fraction(0), values(hand, ())["bet 1x"]) for hand in hands), Fraction()) / len(hands)
    book, ways = b.Book("ann"), Counter[str]()
    for seed in range(400):
        shown = choose(deal, 0, values, Random(seed))
        assert shown is not None
        cost = max(shown.options.values()) - shown.options["fold"]
        way: b.Way = "near" if shown.near else "other"
        event = b.Answered("g", shown.cards, (), "fold", "", str(cost), way, shown.dealt)
        book = b.fold_book(book, event, seed, seed + 1)
        ways[way] += 1
    told = b.score(book, "g", 0)
    assert told.answers == sum(ways.values())
    assert told.price is not None
    plain = sum((each.cost for each in book.answers), Fraction()) / len(book.answers)
    assert abs(told.price - exact) < exact / 10
    assert abs(plain - exact) > exact / 4, "the plain mean of border hands says something else"
