"""The side bets against closed forms, hand calculation, and a second count of all hands."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houserules.cards import AceReading
from houserules.lab.counting.side_bets import side_bet, side_bets
from houserules.lab.exact import decimal_of, pair, percent_of, root_of
from houserules.lab.games.flushes import census
from houserules.lab.games.flushes.lines import FLUSH_LINES, OTHER_LINES, RUN_LINES, SUIT_SPECIFIC, reaches
from houserules.lab.games.high_card_flush.solving import hand_table
from houserules.lab.solving.arrays import Ints
from houserules.law import MalformedData
from houserules.money import dollars
from tests.lab.support import CTF, MA, MD, high_card_terms, submission, with_rules

HANDS = comb(52, 7)
FLUSHES = {length: 4 * comb(13, length) * comb(39, 7 - length) for length in (7, 6, 5, 4)}
"""Two suits cannot both have four of seven cards, so these are all."""


def flush_bonus_edge(seven: int, six: int, five: int, four: int) -> Fraction:
    won = FLUSHES[7] * seven + FLUSHES[6] * six + FLUSHES[5] * five + FLUSHES[4] * four
    return Fraction(HANDS - sum(FLUSHES.values()) - won, HANDS)


MARYLAND = {
    "A": (300, 100, 10, 1), "B": (100, 20, 10, 2), "C": (200, 20, 10, 2), "D": (300, 75, 5, 2),
    "E": (200, 60, 12, 1), "F": (500, 50, 12, 1), "G": (400, 60, 12, 1), "H": (1000, 50, 10, 1),
    "I": (150, 20, 10, 2), "J": (150, 25, 10, 2), "K": (400, 100, 10, 1), "L": (300, 80, 11, 1),
    "M": (500, 80, 11, 1), "N": (500, 100, 10, 1), "O": (250, 100, 10, 1),
}  # fmt: skip


@pytest.mark.parametrize("letter", MARYLAND)
def test_flush_bonus_of_maryland(letter: str) -> None:
    bet = side_bets(submission(MD, f"wagers.flush_bonus.paytable={letter}"))["flush_bonus"]
    assert bet.house_edge == flush_bonus_edge(*MARYLAND[letter])
    assert bet.hit_frequency == Fraction(sum(FLUSHES.values()), HANDS)
    assert {line.hand: line.combinations for line in bet.lines} == {
        "seven_card_flush": FLUSHES[7], "six_card_flush": FLUSHES[6],
        "five_card_flush": FLUSHES[5], "four_card_flush": FLUSHES[4],
    }  # fmt: skip


@pytest.mark.parametrize(("letter", "edge"), [("E", "-0.0891572"), ("K", "-0.1224294")])
def test_two_tables_of_massachusetts_favour_the_player(letter: str, edge: str) -> None:
    row = (*MARYLAND[letter][:3], 2)
    bet = side_bets(submission(MA, f"wagers.flush_bonus.paytable={letter}"))["flush_bonus"]
    assert bet.house_edge == flush_bonus_edge(*row)
    assert decimal_of(bet.house_edge).startswith(edge)
    mended = submission(MA, f"wagers.flush_bonus.paytable={letter}", "readings.flush_bonus_four_card_row=marylands")
    assert side_bets(mended)["flush_bonus"].house_edge == flush_bonus_edge(*MARYLAND[letter])


RUNS = {
    AceReading.HIGH_ONLY: {7: 28, 6: 1_416, 5: 36_000, 4: 615_480, 3: 7_940_748},
    AceReading.ALSO_LOW: {7: 32, 6: 1_592, 5: 39_960, 4: 676_196, 3: 8_642_932},
}
PAYS = {"A": (8000, 1000, 100, 60, 7), "B": (500, 200, 100, 50, 9), "C": (500, 200, 100, 75, 7),
        "D": (1000, 500, 100, 75, 7), "E": (500, 200, 100, 60, 8), "F": (1000, 500, 100, 60, 8)}  # fmt: skip


@pytest.mark.parametrize("letter", PAYS)
@pytest.mark.parametrize("ace", RUNS)
def test_straight_flush_bonus(letter: str, ace: AceReading) -> None:
    made = submission(
        MD, f"wagers.straight_flush_bonus.paytable={letter}", f"readings.ace_low_straight_flush={ace.value}"
    )
    won = sum(RUNS[ace][run] * (pays + 1) for run, pays in zip((7, 6, 5, 4, 3), PAYS[letter], strict=True))
    assert side_bets(made)["straight_flush_bonus"].house_edge == 1 - Fraction(won, HANDS)


def test_four_of_a_kind_pays_where_no_longer_run_does() -> None:
    """Table G: hands with four of a kind, less those that a higher line pays. A hand with four of a kind has three
    other cards, so its longest run has at most four cards: rank and three more in one suit."""
    bet = side_bets(submission(MD, "wagers.straight_flush_bonus.paytable=G"))["straight_flush_bonus"]
    counts = {line.hand: line.combinations for line in bet.lines}
    fours_with_runs_of_four = 4 * sum(min(rank, 3) - max(rank - 9, 0) + 1 for rank in range(13))
    assert counts["four_of_a_kind"] == 13 * comb(48, 3) - fours_with_runs_of_four
    assert counts["four_card_straight_flush"] == 615_480
    assert decimal_of(bet.house_edge, 10) == "0.1585201162"


@cache
def all_hands() -> tuple[Ints, tuple[Ints, ...]]:
    """How many hands each class has, and its four lanes."""
    table = hand_table(high_card_terms().qualifier)
    return table.weights, tuple((table.hands >> 13 * suit & 0x1FFF).astype(np.int16) for suit in range(4))


@cache
def second_count(ace: AceReading) -> dict[census.Kind, int]:
    """All hands once more, by the 6,009,159 classes under exchange of suits that the base game is counted with, and
    with runs found by shifting."""
    weights, lanes = all_hands()
    every = np.arange(1 << 13)
    size, longest = np.bitwise_count(every).astype(np.int16), runs_by_shifting(every, ace).astype(np.int16)
    flush = np.maximum.reduce([size[lane] for lane in lanes])
    run = np.maximum.reduce([longest[lane] for lane in lanes])
    four = (lanes[0] & lanes[1] & lanes[2] & lanes[3]) > 0
    nine = np.logical_or.reduce([lane & 0b1111110000000 == 0b1111110000000 for lane in lanes])
    counts = np.bincount(flush * 64 + run * 4 + four * 2 + nine, weights=weights)
    return {
        census.Kind(code // 64, code // 4 % 16, bool(code // 2 % 2), bool(code % 2)): int(count)
        for code, count in enumerate(counts)
        if count
    }


def runs_by_shifting(lane: Ints, ace: AceReading) -> Ints:
    """The ace below the deuce is a fourteenth bit at the bottom."""
    low = lane << 1 | lane >> 12
    if ace is AceReading.HIGH_ONLY:
        low = lane << 1
    elif ace is AceReading.LOW_WITH_2345:
        low = np.where(lane & 0b1111 == 0b1111, low, lane << 1)
    longest = np.zeros_like(low)
    while low.any():
        longest += low > 0
        low = low & low >> 1
    return longest


@pytest.mark.parametrize("ace", AceReading)
def test_both_counts_of_all_hands_agree(ace: AceReading) -> None:
    assert second_count(ace) == census.kinds(7, ace)


@pytest.mark.parametrize(
    ("letter", "edge"), [("A", "0.0636582577"), ("B", "0.0924726441"), ("C", "0.1811106753"), ("D", "0.210495232")]
)
def test_same_suit(letter: str, edge: str) -> None:
    bet = side_bets(submission(CTF, f"wagers.same_suit.paytable={letter}"))["same_suit"]
    assert decimal_of(bet.house_edge, 9) == decimal_of(Fraction(edge), 9)
    kinds = second_count(AceReading.LOW_WITH_2345)
    high = 5 if letter == "B" else 6
    straight = sum(count for kind, count in kinds.items() if kind.run >= high)
    assert sum(line.combinations for line in bet.lines if line.hand.endswith("straight_flush")) == sum(
        count for kind, count in kinds.items() if kind.run >= high or (kind.run >= 4 and _by_run(kind, letter))
    )
    assert straight == sum(line.combinations for line in bet.lines if line.wins == bet.lines[0].wins)


def _by_run(kind: census.Kind, letter: str) -> bool:
    """Whether a hand with a run of four or five is paid by the run rather than by a longer flush."""
    if kind.run == 5 and letter != "B":
        return kind.flush < 7
    return kind.flush < 6


def test_a_licensees_table_with_amounts_and_a_named_suit() -> None:
    made = submission(
        MA, "wagers.straight_flush_bonus.paytable=G", "wagers.straight_flush_bonus.suit=hearts",
        "wagers.straight_flush_bonus.bonus={suit_specific_seven_card_straight_flush='$100000',"
        "seven_card_straight_flush='$50000',six_card_straight_flush=500,five_card_straight_flush=100,"
        "four_card_straight_flush=50,three_card_straight_flush=7}",
    )  # fmt: skip
    wager = made.wagers["straight_flush_bonus"]
    for stake in (5, 100):
        bet = side_bet(made, wager, dollars(stake))
        counts = {line.hand: line.combinations for line in bet.lines}
        assert counts["suit_specific_seven_card_straight_flush"] == 8
        assert counts["seven_card_straight_flush"] == 24
        runs = RUNS[AceReading.ALSO_LOW]
        won = 8 * Fraction(100_000, stake) + 24 * Fraction(50_000, stake)
        won += runs[6] * 500 + runs[5] * 100 + runs[4] * 50 + runs[3] * 7
        assert bet.house_edge == 1 - (won + sum(runs.values())) / HANDS


def test_an_invented_table_pays_its_best_line_in_whatever_order_it_is_written() -> None:
    one = submission(MD, "wagers.flush_bonus.paytable={seven_card_flush=300,six_card_flush=100,five_card_flush=10}")
    other = submission(MD, "wagers.flush_bonus.paytable={five_card_flush=10,seven_card_flush=300,six_card_flush=100}")
    assert side_bets(one)["flush_bonus"].house_edge == side_bets(other)["flush_bonus"].house_edge
    amounts = submission(MD, "wagers.flush_bonus.paytable={five_card_flush='$50',seven_card_flush='$1500'}")
    bet = side_bets(amounts)["flush_bonus"]
    assert {line.hand: line.combinations for line in bet.lines} == {
        "seven_card_flush": FLUSHES[7], "five_card_flush": FLUSHES[5] + FLUSHES[6]
    }  # fmt: skip


def test_of_lines_that_pay_alike_the_best_hand_is_counted() -> None:
    """Whatever is typed first: five and six cards at 10 are two lines, not one."""
    for written in ("six_card_flush=10,five_card_flush=10", "five_card_flush=10,six_card_flush=10"):
        bet = side_bets(submission(MD, f"wagers.flush_bonus.paytable={{{written},four_card_flush=1}}"))["flush_bonus"]
        assert [(line.hand, line.combinations) for line in bet.lines] == [
            ("six_card_flush", FLUSHES[6] + FLUSHES[7]), ("five_card_flush", FLUSHES[5]),
            ("four_card_flush", FLUSHES[4]),
        ]  # fmt: skip


def test_a_push_returns_the_stake_and_is_no_hit() -> None:
    bet = side_bets(submission(MD, "wagers.flush_bonus.paytable={five_card_flush=10,four_card_flush='push'}"))[
        "flush_bonus"
    ]
    assert bet.house_edge == 1 - Fraction(11 * (FLUSHES[5] + FLUSHES[6] + FLUSHES[7]) + FLUSHES[4], HANDS)
    assert bet.hit_frequency == Fraction(FLUSHES[5] + FLUSHES[6] + FLUSHES[7], HANDS)


@pytest.mark.parametrize("pays", ["'10%'", "'Bonus'"])
def test_lines_that_mean_nothing_here_are_malformed(pays: str) -> None:
    with pytest.raises(MalformedData, match=r"wagers\.flush_bonus\.paytable"):
        side_bets(submission(MD, f"wagers.flush_bonus.paytable={{four_card_flush={pays}}}"))


def test_variance_by_the_distribution() -> None:
    bet = side_bets(submission(MD))["flush_bonus"]
    distribution = bet.distribution()
    assert sum(distribution.values()) == HANDS
    mean = sum(net * count for net, count in distribution.items()) / HANDS
    assert mean == -bet.house_edge
    assert bet.variance == sum((net - mean) ** 2 * count for net, count in distribution.items()) / HANDS


def test_exact_numbers_in_words() -> None:
    assert decimal_of(Fraction(-13, 50)) == "-0.26"
    assert decimal_of(Fraction(0)) == "0"
    assert decimal_of(Fraction(1, 3)) == "0.333333333333333"
    assert decimal_of(10**20) == "100000000000000000000"
    assert root_of(Fraction(2)) == "1.4142135623731"
    assert root_of(Fraction(9, 4)) == "1.5"
    assert pair(Fraction(1, 8)) == {"exact": "1/8", "decimal": "0.125"}
    assert percent_of(Fraction(26645, 10**6), 4) == "2.6645 %"
    assert percent_of(Fraction(0), 8) == "0.00000000 %"
    assert percent_of(Fraction(-1, 10**12), 2) == "0.00 %"


LINES = st.dictionaries(
    st.sampled_from(sorted({*FLUSH_LINES, *RUN_LINES, *OTHER_LINES} - {SUIT_SPECIFIC})),
    st.fractions(0, 500, max_denominator=4),
    min_size=1,
)


@given(pays=LINES, ace=st.sampled_from(["high_only", "also_low"]))
@settings(max_examples=60, deadline=None)
def test_any_invented_table_pays_each_hand_the_best_line_that_it_reaches(pays: dict[str, Fraction], ace: str) -> None:
    lines = ",".join(f"{hand}='{odds.numerator} to {odds.denominator}'" for hand, odds in pays.items())
    made = submission(MD, f"wagers.flush_bonus.paytable={{{lines}}}", f"readings.ace_low_straight_flush={ace}")
    bet = side_bets(made)["flush_bonus"]
    total = Fraction(0)
    for kind, count in census.kinds(7, AceReading(ace)).items():
        total += count * max(
            (odds for hand, odds in pays.items() if reaches(made, kind, hand, None)), default=Fraction(-1)
        )
    assert bet.house_edge == -total / HANDS
    assert sum(net * count for net, count in bet.distribution().items()) == total


def test_lines_of_a_length_that_the_document_does_not_recognize_never_pay() -> None:
    made = with_rules(submission(MD), {"hands.flushes": (7, 6, 5), "hands.runs": (7, 5)})
    bets = side_bets(made)
    flushes = {line.hand: line.combinations for line in bets["flush_bonus"].lines}
    assert (flushes["five_card_flush"], flushes["four_card_flush"]) == (FLUSHES[5], 0)
    runs = {line.hand: line.combinations for line in bets["straight_flush_bonus"].lines}
    assert (runs["six_card_straight_flush"], runs["five_card_straight_flush"]) == (0, 36_000 + 1_416)
