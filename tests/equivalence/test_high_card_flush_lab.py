"""High Card Flush: the lab against known sums, plain enumeration and hands settled by eye."""

from fractions import Fraction

import numpy as np
import pytest

from houserules.lab import Ints, Results
from houserules.lab.games.high_card_flush import solving as high_card_flush
from houserules.lab.games.high_card_flush.hands_sweep import HandTable
from tests.equivalence.brute_force import high_card_flush as enumerate_dealers
from tests.equivalence.brute_force import mask
from tests.lab.support import high_card_terms
from tests.support.parts import part_of

DEALS = 133_784_560 * 45_379_620
TERMS = high_card_terms()


@pytest.fixture(scope="module")
def results() -> Results:
    return high_card_flush.solve(TERMS)


@pytest.fixture(scope="module")
def table() -> HandTable:
    return high_card_flush.hand_table(TERMS.qualifier)


def test_sum_over_all_deals(results: Results) -> None:
    assert results.deals == DEALS
    assert results.total_net == -161_766_105_078_360
    assert round(float(100 * results.house_edge), 10) == 2.6645303991


def test_outcomes_add_up(results: Results) -> None:
    assert sum(results.actions().values()) == DEALS
    assert set(results.actions()) == {"fold", "raise 1x", "raise 2x", "raise 3x"}
    assert sum(net * deals for net, deals in results.distribution().items()) == results.total_net


def test_each_flush_length_is_dealt_as_often_as_counted_by_hand(results: Results) -> None:
    dealt = dict.fromkeys(range(2, 8), 0)
    for outcome in results.outcomes:
        dealt[outcome.group] += outcome.deals
    hands = {length: deals // 45_379_620 for length, deals in dealt.items()}
    assert hands[7] == 4 * 1716
    assert hands[6] == 4 * 1716 * 39
    assert hands[5] == 4 * 1287 * 741
    assert hands[4] == 4 * 715 * 9139
    assert hands[2] == 4 * 78**3 * 13


def test_the_table_repeats_the_whole_game(results: Results, table: HandTable) -> None:
    assert table.weights.sum() == 133_784_560
    assert (np.bitwise_count(table.hands) == 7).all()
    order = np.argsort(table.hands)

    def best(hands: Ints) -> Ints:
        rows = order[np.searchsorted(table.hands, hands, sorter=order)]
        below, at_most, unqualified = table.counts[rows].T.astype(np.int64)
        keys = high_card_flush.flush_keys(hands)
        met = keys >= TERMS.qualifier
        won = np.where(met, below - unqualified, 0)
        lost = 45_379_620 - np.where(met, at_most, unqualified)
        largest = np.array([0, 0, 1, 1, 1, 2, 3, 3])[keys >> 13]
        multiple = np.where(won > lost, largest, 1)
        fold = unqualified + (1 + multiple) * (won - lost) <= -45_379_620
        return np.where(fold, 0, multiple)

    assert high_card_flush.evaluate(TERMS, best, table).outcomes == results.outcomes


def test_a_strategy_that_raises_everything(table: HandTable) -> None:
    always = high_card_flush.evaluate(TERMS, np.ones_like, table)
    assert always.actions() == {"raise 1x": DEALS}
    assert 0.12 < always.house_edge < 0.13


def test_brute_force_over_all_dealer_hands(table: HandTable) -> None:
    chosen = np.random.default_rng(20_240_501).choice(len(table.hands), 47, replace=False).tolist()
    lengths = high_card_flush.flush_keys(table.hands) >> 13
    chosen += [int(np.flatnonzero(lengths == length)[-1]) for length in (5, 6, 7)]
    for row in (*part_of(chosen[:-3], 3), *chosen[-3:]):
        hand = int(table.hands[row])
        unqualified, lower, equal, higher = (int(count) for count in enumerate_dealers(hand))
        met = high_card_flush.flush_keys(table.hands[row : row + 1])[0] >= TERMS.qualifier
        below, at_most, short = table.counts[row].tolist()
        assert short == unqualified, hex(hand)
        if met:
            assert (below - short, at_most - below, 45_379_620 - at_most) == (lower, equal, higher), hex(hand)
        gain = lower - higher
        options = high_card_flush.decide(TERMS, hand)
        assert options["raise 1x"] == Fraction(unqualified + 2 * gain, 45_379_620)
        assert met or lower == equal == 0


DEALER_HANDS = {"under": "8h 7h 6h As Ks Ad Kd", "at": "9h 3h 2h As Ks Ad Kd", "over": "9h 4h 2h As Ks Ad Kd"}


@pytest.mark.parametrize(
    ("player", "dealer", "value"),
    [
        ("Tc 9c 8c Qs Js Qd Jd", "under", 1),
        ("Tc 9c 8c Qs Js Qd Jd", "at", 2),
        ("Tc 9c 8c Qs Js Qd Jd", "over", 2),
        ("8c 7c 6c Qs Js Qd Jd", "under", 1),
        ("8c 7c 6c Qs Js Qd Jd", "at", -2),
        ("9c 3c 2c Qs Js Qd Jd", "under", 1),
        ("9c 3c 2c Qs Js Qd Jd", "at", 0),
        ("9c 3c 2c Qs Js Qd Jd", "over", -2),
        ("9c 4c 2c Qs Js Qd Jd", "over", 0),
        ("9c 5c 2c Qs Js Qd Jd", "over", 2),
    ],
)
def test_the_qualifying_threshold(player: str, dealer: str, value: int) -> None:
    options = high_card_flush.decide(TERMS, mask(player), dealer=mask(DEALER_HANDS[dealer]))
    assert options == {"fold": -1, "raise 1x": value}


def test_longer_flushes_may_raise_more() -> None:
    assert list(high_card_flush.decide(TERMS, mask("Ac Kc Qc Jc 9c 2s 3d"))) == ["fold", "raise 1x", "raise 2x"]
    options = high_card_flush.decide(TERMS, mask("Ac Kc Qc Jc 9c 8c 3d"))
    assert max(options, key=lambda action: options[action]) == "raise 3x"


def test_known_cards_leave_the_deck() -> None:
    """With 38 cards known the dealer's seven are certain, whether they are shown or all others are known."""
    hand, dealer = mask("Tc 9c 8c Qs Js Qd Jd"), mask("9h 3h 2h As Ks Ad Kd")
    others = (1 << 52) - 1 & ~hand & ~dealer
    assert high_card_flush.decide(TERMS, hand, known=others) == high_card_flush.decide(TERMS, hand, dealer=dealer)
