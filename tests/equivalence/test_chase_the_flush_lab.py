"""Chase the Flush: the lab against known sums, plain enumeration and its own plain way of counting."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houserules.lab import Ints, Results
from houserules.lab.games.chase_the_flush import solving as chase_the_flush
from houserules.lab.games.chase_the_flush.fixed_play import Choices, evaluate, play_hole
from houserules.lab.games.chase_the_flush.suit_tables import tables_of_all_holes
from houserules.lab.games.chase_the_flush.terms import terms_of
from houserules.law import MalformedData
from tests.equivalence.brute_force import bits, chase_the_flush_call, mask
from tests.lab.support import CTF, chase_terms, submission

DEALS = comb(52, 3) * comb(49, 2) * comb(47, 2) * comb(45, 3)
XTRA_A = {7: 250, 6: 20, 5: 5, 4: 1}
NO_CARDS = (0, 0, 0, 0)
XTRA_WITH_FIFTY = {7: 250, 6: 50, 5: 5, 4: 1}
TERMS = chase_terms()
WITH_FIFTY = chase_terms(XTRA_WITH_FIFTY)


@pytest.fixture(scope="module")
def results() -> Results:
    return chase_the_flush.solve(TERMS)


def test_sum_over_all_deals(results: Results) -> None:
    assert results.deals == DEALS == 398_664_610_344_000
    assert results.total_net == -9_530_771_461_992


def test_outcomes_add_up(results: Results) -> None:
    assert set(results.actions()) == {"all-in 3x", "all-in 2x", "all-in 1x", "fold"}
    assert sum(net * deals for net, deals in results.distribution().items()) == results.total_net
    assert round(float(results.average_wager), 6) == 3.564878


def test_the_dealer_qualifies_as_often_as_in_high_card_flush(results: Results) -> None:
    """Both dealers' hands are the best flush of seven random cards."""
    unqualified = sum(outcome.deals for outcome in results.outcomes if not outcome.dealer_qualifies)
    two_card = 4 * 78**3 * 13
    low = comb(7, 3)
    three_card = 6 * low**2 * 2 * 13 + 4 * low * (3 * 78**2 + 3 * 78 * 13**2)
    assert results.frequency(unqualified) == Fraction(two_card + three_card, comb(52, 7))


def test_odds_may_be_fractions() -> None:
    """Halving every X-tra Bonus win halves nothing else; a table without lines pushes every win."""
    hole = mask("Qs 9s 4d")
    nothing = chase_the_flush.decide(chase_terms({}), hole, mask("2s 7h Qd 3c"))
    whole = chase_the_flush.decide(chase_terms({4: 1}), hole, mask("2s 7s Qd 3c"))
    half = chase_the_flush.decide(chase_terms({4: Fraction(1, 2)}), hole, mask("2s 7s Qd 3c"))
    none = chase_the_flush.decide(chase_terms({}), hole, mask("2s 7s Qd 3c"))
    assert nothing["all-in 1x"] == chase_the_flush.decide(TERMS, hole, mask("2s 7h Qd 3c"))["all-in 1x"]
    assert 2 * half["all-in 1x"] == whole["all-in 1x"] + none["all-in 1x"]


@pytest.mark.parametrize(("known_count", "dealer_count"), [(0, 0), (0, 1), (6, 0), (9, 2), (3, 3)])
def test_river_states_against_all_dealer_hands(known_count: int, dealer_count: int) -> None:
    random = np.random.default_rng(known_count * 10 + dealer_count)
    for _ in range(8):
        cards = [1 << int(card) for card in random.permutation(52)]
        hole, board, dealer = sum(cards[:3]), sum(cards[3:7]), sum(cards[7 : 7 + dealer_count])
        known = sum(cards[12 : 12 + known_count])
        total, dealers = chase_the_flush_call(hole, board, known=known, dealer=dealer, xtra=XTRA_A)
        options = chase_the_flush.decide(TERMS, hole, board, known=known, dealer=dealer)
        assert options == {"fold": -2, "all-in 1x": Fraction(total, dealers)}


def test_a_flop_is_the_sum_of_its_rivers() -> None:
    hole, flop, known, dealer = mask("Qs 9s 4d"), mask("2s 7h"), mask("Kd Kc 3h 3d"), mask("Th 5h")
    out = hole | flop | known | dealer
    deck = [1 << card for card in range(52) if not out >> card & 1]
    boards = [flop | sum(last_two) for last_two in combinations(deck, 2)]
    once = [Fraction(*chase_the_flush_call(hole, board, known=known, dealer=dealer, xtra=XTRA_A)) for board in boards]
    twice = [
        Fraction(*chase_the_flush_call(hole, board, known=known, dealer=dealer, xtra=XTRA_A, all_in=2))
        for board in boards
    ]
    options = chase_the_flush.decide(TERMS, hole, flop, known=known, dealer=dealer)
    assert options["check"] == sum(max(value, Fraction(-2)) for value in once) / len(boards)
    assert options["all-in 2x"] == sum(twice) / len(boards)


@pytest.mark.parametrize(
    ("hole", "known", "dealer"),
    [
        ("Qs 9s 4d", "", ""),
        ("2s 3s 5s", "", ""),
        ("8h 8d 8c", "", ""),
        ("Ks Js Ts", "", "9s"),
        ("As Kd 4c", "2s 3s 4s 5s 6h 7h", "Ah"),
        ("7c 6c 5d", "8d 8h 8s Ac", "9c 4d"),
    ],
)
def test_an_opening_is_the_sum_of_its_flops(hole: str, known: str, dealer: str) -> None:
    """The sweep over all boards against the plain count of every flop."""
    held, dead, shown = mask(hole), mask(known), mask(dealer)
    deck = [1 << card for card in range(52) if not (held | dead | shown) >> card & 1]

    def decide(board: int) -> dict[str, Fraction]:
        return chase_the_flush.decide(WITH_FIFTY, held, board, known=dead, dealer=shown)

    flops = [sum(flop) for flop in combinations(deck, 2)]
    values = [decide(flop) for flop in flops]
    best = sum((max(value.values()) for value in values), Fraction(0))
    assert decide(0)["check"] == best / len(flops)


def test_figures_published_with_a_dealer_card_seen() -> None:
    opening = chase_the_flush.decide(WITH_FIFTY, mask("Ks Js Ts"), dealer=mask("9s"))
    assert float(opening["all-in 3x"]) == pytest.approx(4.467089548541369, abs=1e-12)
    assert float(opening["check"]) == pytest.approx(3.773906393930919, abs=1e-12)
    flop = chase_the_flush.decide(WITH_FIFTY, mask("As Ks Js"), mask("Ts 9s"), dealer=mask("Kh"))
    assert float(flop["all-in 2x"]) == pytest.approx(27.644914258867747, abs=1e-12)
    assert float(flop["check"]) == pytest.approx(26.64547190816148, abs=1e-12)


@pytest.mark.parametrize(
    ("hole", "dealer", "value"),
    [
        # The board is 6h 5h 4d 3c; the player's best is Tc 9c 3c, or 8d 7d 4d, or 8d 4d.
        ("Tc 9c 2s", "8h As Ks", 1 + 0),
        ("Tc 9c 2s", "9h As Ks", 1 + 1),
        ("Tc 9c 2s", "Th As Ks", 1 + 1),
        ("8d 7d 2s", "8h As Ks", 1 + 0),
        ("8d 7d 2s", "9h As Ks", -1 - 1 - 1),
        ("8d 2c 2s", "8h As Ks", -1 - 1),
        ("8d 2c 2s", "9h As Ks", -1 - 1 - 1),
    ],
)
def test_the_qualifying_threshold(hole: str, dealer: str, value: int) -> None:
    options = chase_the_flush.decide(TERMS, mask(hole), mask("6h 5h 4d 3c"), dealer=mask(dealer))
    assert options["all-in 1x"] == value


def test_every_class_of_holes_is_solved_once() -> None:
    holes = list(chase_the_flush.hole_classes())
    assert len(holes) == len(set(holes)) == 1755
    assert sum(chase_the_flush.class_weight(hole) for hole in holes) == comb(52, 3)


def test_cards_are_numbered_suit_by_suit() -> None:
    assert bits("2s As 2h 2d 2c Ac") == [0, 12, 13, 26, 39, 51]


class BestPlayOfOneHole:
    """Best play found by the plain count of every state, to be asked about one hole only."""

    def all_in_at_once(self, hole: int) -> bool:
        return False

    def all_in_after_flop(self, hole: int, flops: Ints) -> Choices:
        values = [chase_the_flush.decide(TERMS, hole, flop) for flop in flops.tolist()]
        return np.array([value["all-in 2x"] > value["check"] for value in values])

    def calls(self, hole: int, boards: Ints) -> Choices:
        return np.array([chase_the_flush.decide(TERMS, hole, board)["all-in 1x"] > -2 for board in boards.tolist()])


class NeverBetEarly:
    """Checks twice, then calls with everything or with nothing."""

    def __init__(self, everything: bool) -> None:
        self.everything = everything

    def all_in_at_once(self, hole: int) -> bool:
        return False

    def all_in_after_flop(self, hole: int, flops: Ints) -> Choices:
        return np.zeros(len(flops), np.bool_)

    def calls(self, hole: int, boards: Ints) -> Choices:
        return np.full(len(boards), self.everything)


def test_a_strategy_that_is_best_play_for_one_hole() -> None:
    hole = (7, 0, 0, 0)
    tables = tables_of_all_holes(TERMS.qualifier)
    stakes = chase_the_flush.make_stakes(TERMS, 3, comb(45, 3))
    plan = chase_the_flush.plan_of_hole(hole, NO_CARDS, NO_CARDS, 3, TERMS.qualifier)
    played = play_hole(tables, plan, stakes, hole, BestPlayOfOneHole())
    results = chase_the_flush.results_of(TERMS, played, comb(45, 3))
    assert results.deals == comb(49, 2) * comb(47, 2) * comb(45, 3)
    assert -results.house_edge == chase_the_flush.decide(TERMS, 7)["check"]


def test_strategies_that_never_bet_early() -> None:
    folds, calls = evaluate(TERMS, NeverBetEarly(False)), evaluate(TERMS, NeverBetEarly(True))
    assert folds.actions() == {"fold": DEALS}
    assert folds.house_edge == 2
    assert calls.actions() == {"all-in 1x": DEALS}
    # Player and dealer draw alike, so each wins as often as the other.
    lost, won = (
        sum(outcome.deals for outcome in calls.outcomes if outcome.comparison == comparison)
        for comparison in ("lose", "win")
    )
    assert lost == won


@pytest.mark.parametrize(
    ("hole", "board", "known", "dealer"),
    [
        ("Qs 9s", "", "", ""),
        ("Qs 9s 4d", "2s", "", ""),
        ("Qs 9s 4d", "2s Qs", "", ""),
        ("Qs 9s 4d", "", "4d", ""),
        ("Qs 9s 4d", "", "Kd", "Kd"),
        ("Qs 9s 4d", "", "", "2c 3c 4c 5c"),
    ],
)
def test_impossible_cards_are_refused(hole: str, board: str, known: str, dealer: str) -> None:
    with pytest.raises(ValueError, match="card"):
        chase_the_flush.decide(TERMS, mask(hole), mask(board), known=mask(known), dealer=mask(dealer))


@pytest.mark.parametrize("odds", ["16777216 to 1", "1 to 16777216"])
def test_odds_that_cannot_be_counted_are_refused(odds: str) -> None:
    with pytest.raises(MalformedData, match=r"xtra_bonus\.paytable: the odds"):
        terms_of(submission(CTF, f"wagers.xtra_bonus.paytable={{four_card_flush='{odds}'}}"))
