"""Seats of Chase the Flush that share a board and a dealer: compared with decks small enough to deal out, and with
cards dealt by another program."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt

import numpy as np
import pytest

from houserules.cards import AceReading
from houserules.lab import Unsupported, box_covariance, default_strategy, progressive_wager
from houserules.lab.games.chase_the_flush.seats import own_pairs, table
from houserules.lab.games.chase_the_flush.seats.boards import Board, all_boards, play_of
from houserules.lab.games.chase_the_flush.seats.pairs import STATES, add_pairs, add_products, holes_of, pairs_of
from houserules.lab.games.chase_the_flush.terms import terms_of
from houserules.lab.games.flushes.census import Kind
from houserules.lab.games.flushes.lines import kinds_of
from houserules.lab.games.flushes.rounds import all_kinds, lanes_read
from houserules.lab.risk.wagers import own_wager, spins_of, staked_before_the_deal, worth_of_hands, worth_of_segments
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.solver import OwnWager, Spins
from houserules.lab.strategy.files import BestPlay
from houserules.lab.strategy.report import read_rules
from houserules.money import DOLLAR
from tests.lab.support import CTF, submission
from tests.support.parts import WHOLE

QUALIFIER = 5


@pytest.mark.parametrize("cards", [9, 10])
def test_a_small_deck_is_dealt_out(cards: int) -> None:
    """Every hand of the dealer and every two holes, one by one."""
    random = np.random.default_rng(cards)
    holes = holes_of(cards)
    keys, values = random.integers(0, 12, len(holes)), random.integers(-9, 10, (len(holes), STATES))
    sets = [frozenset(hole) for hole in holes.tolist()]
    first, second, both = 0, 0, 0
    for dealer, dealers in enumerate(sets):
        start = 0 if keys[dealer] < QUALIFIER else 3
        brings = {
            hole: int(values[place, start + 1 + np.sign(keys[dealer] - keys[place])])
            for place, hole in enumerate(sets)
            if not hole & dealers
        }
        first += sum(brings.values())
        second += sum(each**2 for each in brings.values())
        both += sum(brings[one] * brings[other] for one, other in product(brings, brings) if not one & other)
    sums = np.zeros(3, np.int64)
    add_pairs(holes, pairs_of(cards), keys, np.argsort(keys, kind="stable"), values, QUALIFIER, sums)
    assert sums.tolist() == [first, second, both]


def test_wagers_that_do_not_meet_the_dealer_are_dealt_out() -> None:
    random = np.random.default_rng(3)
    holes = holes_of(9)
    one, other = random.integers(0, 5, (2, len(holes)))
    sets = [frozenset(hole) for hole in holes.tolist()]
    apart = sum(
        int(one[i] * other[j]) for i, hole in enumerate(sets) for j, beside in enumerate(sets) if not hole & beside
    )
    sums = np.zeros(2, np.int64)
    add_products(holes, pairs_of(9), one, other, sums)
    assert sums.tolist() == [int((one * other).sum()), apart]


def test_hands_of_two_seats_are_dealt_out() -> None:
    """Ten cards are left beside a board of three spades; every two holes, one by one."""
    board, rest = (0, 1, 3, 20), (2, 4, 5, 9, 15, 21, 22, 33, 34, 47)
    kinds = [kind._replace(suit=None) for kind in all_kinds()]
    places = {kind: at for at, kind in enumerate(dict.fromkeys(kinds))}
    of_kind = np.array([places[kind] for kind in kinds])
    found = np.zeros((len(places), len(places)), np.int64)
    lookup = lanes_read(AceReading.HIGH_ONLY)
    own_pairs.count_hands(
        np.array(rest), sum(1 << card for card in board), holes_of(10), pairs_of(10), of_kind, lookup, found
    )
    expected = np.zeros_like(found)
    for one in combinations(rest, 3):
        for other in combinations([card for card in rest if card not in one], 3):
            hands = [_flush_and_run((*hole, *board)) for hole in (one, other)]
            first, second = (places[Kind(flush, run, False, False)] for flush, run in hands)
            expected[first, second] += 1
    assert np.array_equal(found, expected)
    assert len(np.unique(found)) > 10


def _flush_and_run(cards: tuple[int, ...]) -> tuple[int, int]:
    """The most cards of a suit, and the most neighbours in one."""
    suits = [sorted(card for card in cards if card // 13 == suit) for suit in range(4)]
    runs = [
        upto
        for suit in suits
        for card in suit
        for upto in range(1, 8)
        if all(card + more in suit for more in range(upto))
    ]
    return max(map(len, suits)), max(runs)


def test_hands_of_two_seats_are_those_that_the_census_counts_of_one() -> None:
    made = submission(CTF)
    chances = own_pairs.pair_chances(made.ace)
    assert all(chance == chances[other, one] for (one, other), chance in chances.items())
    counted: dict[Kind, Fraction] = {}
    for kind, hands in kinds_of(made).items():
        plain = kind._replace(suit=None)
        counted[plain] = counted.get(plain, Fraction(0)) + Fraction(hands, comb(52, 7))
    for kind, chance in counted.items():
        assert sum((both for (one, _), both in chances.items() if one == kind), Fraction()) == chance


def test_boxes_go_together_as_the_seats_of_a_table_do() -> None:
    """Same Suit, by the hands of two boxes, and the wheel, by two spins: as they are counted beside a strategy."""
    made = submission(CTF)
    least, size, channel = table._channel(made, own_wager(made, "same_suit", 1).worth)
    wheel = (*(0 for _ in all_kinds()), 1)
    found = table._beside(made, default_strategy(made), (channel, wheel), None)
    stake = made.wagers["same_suit"].minimum
    assert least == -stake
    assert box_covariance(made, "same_suit") == (found.other[0][0] - found.own[0] ** 2) * (size / stake) ** 2
    spins = spins_of(made, ["progressive"], 1)
    assert spins is not None
    assert made.progressive is not None
    paid = spins.mean / made.progressive.amount
    assert box_covariance(made, "progressive") == (found.other[1][1] - found.own[1] ** 2) * paid**2


def test_a_table_that_prefers_a_suit_has_no_pairs() -> None:
    made = submission(CTF)
    worth = {kind: Fraction(kind.suit == "spades") for kind in kinds_of(made)}
    assert own_pairs.own_covariance(made, OwnWager(worth)) is None


def test_all_boards_are_there_once() -> None:
    boards = all_boards()
    assert sum(board.weight for board in boards) == 270_725
    assert all(sum(times for _, _, times in board.flops) == 6 for board in boards)


RULES = """
game = "chase_the_flush"
name = "for a test"

[[opening]]
when = { length = 3 }
then = "all-in 3x"

[[flop]]
when = { length = ">= 3" }
then = "all-in 2x"

[[river]]
when = { length = ">= 4" }
then = "all-in 1x"

[[river]]
when = { high = ">= J" }
then = "all-in 1x"
"""
BOARD = (3, 9, 13 + 5, 26 + 11)
"""5c Jc, and two of other suits."""


class Dealt:
    """The rest of the deck dealt to two seats and the dealer by NumPy, and played with no code of the lab."""

    def __init__(self, rounds: int) -> None:
        random = np.random.default_rng(20261118)
        rest = np.array([card for card in range(52) if card not in BOARD])
        cards = rest[random.random((rounds, 48)).argsort(axis=1)[:, :9]]
        opened = np.array(list(combinations(BOARD, 2)))[random.integers(0, 6, rounds)]
        board = np.tile(np.array(BOARD), (rounds, 1))
        dealer = self._keys(np.hstack((cards[:, 6:], board)))
        self.nets, self.flushes, self.spins = [], [], []
        for seat in (0, 3):
            hole = cards[:, seat : seat + 3]
            key = self._keys(np.hstack((hole, board)))
            suited = self._keys(hole) >> 13 == 3
            flop = self._keys(np.hstack((hole, opened))) >> 13 >= 3
            river = (key >> 13 >= 4) | (key & 8191 >= 1 << 9)
            multiple = np.where(suited, 3, np.where(flop, 2, np.where(river, 1, 0)))
            self.nets.append(self._net(key, dealer, multiple))
            self.flushes.append((key >> 13 >= 4).astype(np.int64))
            self.spins.append(suited.astype(np.int64))

    @staticmethod
    def _keys(hands: Ints) -> Ints:
        keys = np.zeros(len(hands), np.int64)
        for suit in range(4):
            own = hands // 13 == suit
            keys = np.maximum(keys, own.sum(axis=1) << 13 | np.where(own, 1 << hands % 13, 0).sum(axis=1))
        return keys

    @staticmethod
    def _net(key: Ints, dealer: Ints, multiple: Ints) -> Ints:
        """Nine-high of three cards qualifies; below it the ante pushes. The X-tra Bonus is paid for a win."""
        verdict = np.sign(key - dealer)
        ante = np.where(dealer < (3 << 13 | 1 << 7), 0, verdict)
        bonus = np.where(verdict > 0, np.array([0, 0, 0, 0, 1, 5, 20, 250])[key >> 13], verdict)
        net: Ints = np.where(multiple == 0, -2, ante + bonus + multiple * verdict)
        return net


def _agrees(exact: Fraction, sample: Ints) -> None:
    error = float(sample.std()) / sqrt(len(sample))
    assert abs(float(sample.mean()) - float(exact)) < 4.5 * error


def test_a_board_agrees_with_cards_that_another_program_deals() -> None:
    made = submission(CTF)
    dealt = Dealt(300_000 if WHOLE else 100_000)
    flops = tuple((one, other, 1) for one, other in combinations(BOARD, 2))
    board = Board(BOARD, 1, flops)
    play = play_of(made, read_rules(made, RULES, "rules"), np.array([flop[:2] for flop in flops]))
    terms = terms_of(made)
    found = table.base_pair(terms, play, [board])
    one, other = dealt.nets
    _agrees(found.mean, one)
    _agrees(found.square, one**2)
    _agrees(found.product, one * other)
    long = tuple(int(kind.flush >= 4) for kind in all_kinds())
    beside = table.beside(terms, made.ace, play, [(*long, 0), (*(0 for _ in long), 1)], [board])
    for place, owns in enumerate((dealt.flushes, dealt.spins)):
        _agrees(beside.own[place], owns[0])
        _agrees(beside.base_of_same[place], one * owns[0])
        _agrees(beside.base_of_other[place], one * owns[1])
        for also, others in enumerate((dealt.flushes, dealt.spins)):
            _agrees(beside.same[place][also], owns[0] * others[0])
            _agrees(beside.other[place][also], owns[0] * others[1])


def test_best_play_of_a_board_is_its_own_decision() -> None:
    """Against any other play of the river, best play of the river brings no less."""
    made = submission(CTF)
    terms = terms_of(made)
    board = Board(BOARD, 1, ((BOARD[0], BOARD[1], 6),))
    best = play_of(made, BestPlay())
    everything = RULES.partition("[[opening]]")[0] + '[[river]]\nthen = "all-in 1x"\n'
    never = play_of(made, read_rules(made, everything, "rules"), np.array([BOARD[:2]]))
    called, played = (table.base_pair(terms, each, [board]).mean for each in (never, best))
    assert played > called


def test_wagers_of_a_seat_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A made-up table: four equally likely deals of two seats, with a base game, a wager on cards and a spin."""
    deals = [((2, 1, 0), (-1, 0, 1)), ((-1, 0, 1), (2, 1, 0)), ((-2, 0, 0), (-2, 1, 1)), ((-2, 1, 1), (-2, 0, 0))]
    quarter = Fraction(1, 4)

    def average(of: Iterator[int]) -> Fraction:
        return sum(of, Fraction()) * quarter

    def products(which: int) -> tuple[tuple[Fraction, ...], ...]:
        return tuple(tuple(average(deal[0][i] * deal[which][j] for deal in deals) for j in (1, 2)) for i in (1, 2))

    base = table.BasePair(*(average(one[0] * each for one, each in pairs) for pairs in (
        [(deal[0], 1) for deal in deals], [(deal[0], deal[0][0]) for deal in deals],
        [(deal[0], deal[1][0]) for deal in deals],
    )))  # fmt: skip
    aside = table.Beside(
        tuple(average(deal[0][i] for deal in deals) for i in (1, 2)),
        tuple(average(deal[0][0] * deal[0][i] for deal in deals) for i in (1, 2)),
        tuple(average(deal[0][0] * deal[1][i] for deal in deals) for i in (1, 2)),
        products(0),
        products(1),
    )
    monkeypatch.setattr(table, "_base_pair", lambda *_: base)
    monkeypatch.setattr(table, "_beside", lambda *_: aside)
    made = submission(CTF)
    flush = {kind: Fraction(6 if kind.flush >= 4 else -1) for kind in kinds_of(made)}
    spins = Spins(Fraction(5), Fraction(100))
    found = table.table_moments(made, BestPlay(), [OwnWager(flush)], Fraction(10), None, spins)
    totals = [[10 * f - 1 + 7 * w + 5 * s for f, w, s in deal] for deal in deals]
    mean = average(one for one, _ in totals)
    spun = average(deal[0][2] for deal in deals)
    assert found.mean == mean
    assert found.variance == average(one**2 for one, _ in totals) - mean**2 + 100 * spun
    assert found.covariance == average(one * other for one, other in totals) - mean**2
    assert found.base_variance == base.square - base.mean**2


def test_a_wheel_brings_what_the_progressive_is_worth() -> None:
    """The spins of a table pay what the analysis says, Community Pay among it."""
    made = submission(CTF)
    assert made.progressive is not None
    for seats in (1, 6):
        spins = spins_of(made, ["progressive"], seats)
        assert spins is not None
        offered = progressive_wager(made, players=seats)
        chance = offered.chance_of_wheel
        assert chance is not None
        assert chance * spins.mean == offered.value(offered.meter, seats)
        segments = worth_of_segments(made, ["progressive"], seats)
        assert sum(segments, Fraction()) / len(segments) == spins.mean
        assert sum((each**2 for each in segments), Fraction()) / len(segments) - spins.mean**2 == spins.variance
    assert spins_of(made, ["same_suit"], 6) is None
    assert set(worth_of_hands(made, "progressive", 6).values()) == {Fraction(-made.progressive.amount)}


def test_what_is_staked_before_the_deal_has_the_xtra_bonus() -> None:
    made = submission(CTF)
    assert staked_before_the_deal(made, []) == 20 * DOLLAR
    assert staked_before_the_deal(made, ["same_suit", "progressive"]) == 26 * DOLLAR


def test_a_wager_that_a_fold_forfeits_is_refused() -> None:
    made = submission(CTF)
    lost = OwnWager(worth_of_hands(made, "same_suit", 6), Fraction(-1))
    with pytest.raises(Unsupported, match="wagers that a fold does not forfeit"):
        table.table_moments(made, BestPlay(), [lost], Fraction(10), None)
