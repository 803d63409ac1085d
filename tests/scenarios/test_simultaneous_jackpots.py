"""Two to six winners in one round, in every order of seats: each is paid from the meter as it then stands."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest

from tests.support.clauses import clause
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, lines_of, seat, settle

SEVEN = {"s": "9s 8s 7s 6s 5s 4s 3s", "d": "9d 8d 7d 6d 5d 4d 3d", "c": "9c 8c 7c 6c 5c 4c 3c"}
SIX = {"s": "9s 8s 7s 6s 5s 4s Ac", "d": "9d 8d 7d 6d 5d 4d Qc", "c": "9c 8c 7c 6c 5c 4c Js"}
LOSERS = ["2s 2d Th Jd As 3h 5h", "2h 4h 6h Ks Kd Tc Qs"]
BET = {"ante": "10", "progressive": "1"}
DEALER = "Kh Jh 8h Ad Ts Td Kc"


def hcf_lines(pattern: tuple[str, ...]) -> list[str]:
    """Hands for the seats in order; each of the three long suits is used once."""
    suits = iter("sdc")
    losers = iter(LOSERS)
    held = []
    for kind in pattern:
        if kind == "lose":
            held.append(next(losers))
        else:
            held.append((SEVEN if kind == "seven" else SIX)[next(suits)])
    return held


PATTERNS = sorted(
    {
        order
        for winners in ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
        for losers in (0, 1, 2)
        for order in permutations(["seven"] * winners[0] + ["six"] * winners[1] + ["lose"] * losers)
    }
)


@clause("MD-HCF 12.E(3)", "MD-HCF 11.B(5)")
@pytest.mark.parametrize("pattern", PATTERNS, ids="-".join)
def test_maryland_two_and_three_winners_among_up_to_five(pattern: tuple[str, ...]) -> None:
    seats = [seat(number, held, BET, "raise 10") for number, held in enumerate(hcf_lines(pattern), start=1)]
    answer = settle(MD_HCF, {"dealer": DEALER, "meters": {"main": "50000"}, "seats": seats})
    cents = 50_000_00 + 22 * len(pattern)
    for number in range(len(pattern), 0, -1):
        kind = pattern[number - 1]
        paid = {"seven": cents, "six": cents // 10, "lose": 0}[kind]
        cents = 30_000_00 if kind == "seven" else cents - paid
        assert lines_of(answer, number)["progressive"]["returned"] == f"{paid // 100}.{paid % 100:02d}", number
    assert answer["meters"]["main"] == f"{cents // 100}.{cents % 100:02d}"


@clause("MA-HCF 11(f)", "MA-HCF 12(f)")
@pytest.mark.parametrize("pattern", PATTERNS, ids="-".join)
def test_massachusetts_two_and_three_winners_among_up_to_five(pattern: tuple[str, ...]) -> None:
    seats = [seat(number, held, BET, "raise 10") for number, held in enumerate(hcf_lines(pattern), start=1)]
    meters = {"main": "50000", "secondary": "700"}
    answer = settle(MA_HCF, {"dealer": DEALER, "meters": meters, "seats": seats})
    main, secondary = 50_000_00 + 24 * len(pattern), 700_00 + 2 * len(pattern)
    for number in range(len(pattern), 0, -1):
        kind = pattern[number - 1]
        paid = {"seven": main, "six": main // 10, "lose": 0}[kind]
        if kind == "seven":
            main, secondary = secondary, 0
        else:
            main -= paid
        assert lines_of(answer, number)["progressive"]["returned"] == f"{paid // 100}.{paid % 100:02d}", number
    assert answer["meters"]["main"] == f"{main // 100}.{main % 100:02d}"
    assert answer["meters"]["secondary"] == f"{secondary // 100}.{secondary % 100:02d}"


WHEEL_HANDS = ["As Ks Qs", "Ad Kd Qd", "Ac Kc Qc", "Js 9s 7s", "Jd 9d 7d", "Jc 9c 7c"]
WHEEL_BET = {"ante": "10", "xtra_bonus": "10", "progressive": "1"}


@clause("MD-CTF 12.D(4) second", "MD-CTF 11.J(1)(d)(ii)", "MD-CTF 11.J(1)(d)(iii)")
@pytest.mark.parametrize("count", range(2, 7))
def test_maryland_wheels_two_to_six_winners(count: int) -> None:
    """Jackpot, a Community Pay symbol or a plain one, in every arrangement; of five and six winners a sample."""
    worth = {"Jackpot": None, "$125": 125_00, "$40": 40_00}
    arrangements = list(product(worth, repeat=count))
    if count > 4:
        arrangements = random.Random(count).sample(arrangements, 120)
    for symbols in arrangements:
        seats = [
            seat(number, WHEEL_HANDS[number - 1], WHEEL_BET, "all-in", wheel=symbol)
            for number, symbol in enumerate(symbols, start=1)
        ]
        data = {"dealer": "Th 6h 4s", "community": "2h 3d 8h 5c", "meters": {"main": "9000"}, "seats": seats}
        answer = settle(MD_CTF, data)
        cents = 9_000_00 + 20 * count
        for number in range(count, 0, -1):
            symbol = symbols[number - 1]
            paid = worth[symbol] or cents
            cents = 5_000_00 if symbol == "Jackpot" else cents
            (entry,) = [entry for entry in answer["seats"] if entry["seat"] == number]
            (line,) = [line for line in entry["wagers"] if line["wager"] == "progressive"]
            assert line["returned"] == f"{paid // 100}.{paid % 100:02d}"
            shared = [line["hand_of_seat"] for line in entry["wagers"] if line["wager"] == "community_pay"]
            others = [other for other in range(count, 0, -1) if other != number and symbols[other - 1] == "$125"]
            assert shared == others
        assert answer["meters"]["main"] == f"{cents // 100}.{cents % 100:02d}"
