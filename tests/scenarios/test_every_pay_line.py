"""Every line of every pay table, settled by the engine and compared with what the document prints."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scenarios import printed
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, lines_of, seat, settle

DEALER = "Kc Jc 9c Kd Jd 3c 5d"
WORDS = {7: "seven", 6: "six", 5: "five", 4: "four", 3: "three"}


def returned(name: str, held: str, wager: str, stake: str, *overrides: str, main: str | None = None) -> str:
    data: dict[str, Any] = {
        "dealer": DEALER,
        "seats": [seat(1, held, {"ante": "10", wager: stake}, "raise 10")],
    }
    if main:
        data["meters"] = {"main": main}
    amount: str = lines_of(settle(name, data, *overrides), 1)[wager]["returned"]
    return amount


def won(odds: str, stake: int = 10) -> str:
    return f"{int(odds) * stake + stake}.00"


@pytest.mark.parametrize("letter", printed.MD_FLUSH_BONUS)
def test_maryland_flush_bonus(letter: str) -> None:
    check_flush_bonus(MD_HCF, letter, printed.MD_FLUSH_BONUS[letter])


@pytest.mark.parametrize("letter", printed.MA_FLUSH_BONUS)
def test_massachusetts_flush_bonus(letter: str) -> None:
    check_flush_bonus(MA_HCF, letter, printed.MA_FLUSH_BONUS[letter])


def check_flush_bonus(name: str, letter: str, figures: list[str]) -> None:
    chosen = f"wagers.flush_bonus.paytable={letter}"
    for length, odds in zip((7, 6, 5, 4), figures, strict=True):
        assert returned(name, printed.HELD_FLUSH[length], "flush_bonus", "10", chosen) == won(odds), length
    assert returned(name, printed.HELD_FLUSH[3], "flush_bonus", "10", chosen) == "0.00"


@pytest.mark.parametrize("name", [MD_HCF, MA_HCF])
@pytest.mark.parametrize("letter", printed.STRAIGHT_FLUSH_BONUS)
def test_straight_flush_bonus(name: str, letter: str) -> None:
    chosen = (f"wagers.straight_flush_bonus.paytable={letter}", "payout_limit.per_hand=1000000")
    for length, odds in zip((7, 6, 5, 4, 3), printed.STRAIGHT_FLUSH_BONUS[letter], strict=True):
        held = printed.HELD_RUN[length]
        assert returned(name, held, "straight_flush_bonus", "10", *chosen) == won(odds), length
    assert returned(name, printed.HELD_RUN[2], "straight_flush_bonus", "10", *chosen) == "0.00"


def test_straight_flush_bonus_g() -> None:
    for line, odds in printed.MD_STRAIGHT_FLUSH_BONUS_G.items():
        length = {word: number for number, word in WORDS.items()}.get(line.split("_")[0], 0)
        held = "9s 9h 9d 9c 2s 4h 6d" if line == "four_of_a_kind" else printed.HELD_RUN[length]
        dealer = DEALER.replace("9c", "Tc")
        data = {"dealer": dealer, "seats": [seat(1, held, {"ante": "10", "straight_flush_bonus": "10"}, "raise 10")]}
        answer = settle(MD_HCF, data, "wagers.straight_flush_bonus.paytable=G")
        assert lines_of(answer, 1)["straight_flush_bonus"]["returned"] == won(odds), line


def progressive_hands() -> dict[str, str]:
    runs = {WORDS[length]: held for length, held in printed.HELD_RUN.items() if length > 2}
    return {**runs, "nine_to_ace": printed.NINE_TO_ACE}


@pytest.mark.parametrize("letter", printed.MD_PROGRESSIVE)
def test_maryland_progressive(letter: str) -> None:
    least = printed.MD_LEAST[letter]
    envy = "true" if letter in printed.MD_ENVY else "false"
    chosen = (
        f"wagers.progressive.paytable={letter}", f"wagers.progressive.initial={least}",
        f"wagers.progressive.reset={least}", f"wagers.progressive.envy={envy}",
    )  # fmt: skip
    lines = printed.MD_PROGRESSIVE[letter]
    for kind, held in progressive_hands().items():
        figure = lines.get(kind) or (lines["six"] if kind == "nine_to_ace" else "0")
        expected = {"100%": "45000.22", "10%": "4500.02"}.get(figure, f"{figure}.00")
        assert returned(MD_HCF, held, "progressive", "1", *chosen, main="45000") == expected, kind


@pytest.mark.parametrize("letter", printed.MD_ENVY)
def test_maryland_envy(letter: str) -> None:
    chosen = (f"wagers.progressive.paytable={letter}", "wagers.progressive.envy=true")
    for length, held in printed.HELD_RUN.items():
        data = {
            "dealer": DEALER,
            "seats": [
                seat(1, held, {"ante": "10", "progressive": "1"}, "raise 10"),
                seat(2, "2c 4c 6c 8d Td Qh 3h", {"ante": "10", "progressive": "1"}, "raise 10"),
            ],
        }
        line = lines_of(settle(MD_HCF, data, *chosen), 2).get("envy_bonus")
        figure = printed.MD_ENVY[letter].get(WORDS.get(length, ""))
        assert (line["paid"] if line else None) == (f"{figure}.00" if figure else None), length


@pytest.mark.parametrize("letter", printed.MA_PROGRESSIVE)
def test_massachusetts_progressive(letter: str) -> None:
    chosen = f"wagers.progressive.paytable={letter}"
    rate = {"A": "24", "B": "23", "C": "21", "D": "25"}[letter]
    lines = printed.MA_PROGRESSIVE[letter]
    for kind, held in progressive_hands().items():
        figure = lines["six"] if kind == "nine_to_ace" else lines.get(kind, "0")
        expected = {"100%": f"45000.{rate}", "10%": "4500.02"}.get(figure, f"{figure}.00")
        assert returned(MA_HCF, held, "progressive", "1", chosen, main="45000") == expected, kind


def ctf(held: str, wagers: dict[str, str], *overrides: str, dealer: str = "Kc Jc 3h", **more: Any) -> dict[str, Any]:
    cards = held.split()
    data = {
        "dealer": dealer,
        "community": " ".join(cards[3:]),
        "seats": [seat(1, " ".join(cards[:3]), {"ante": "10", "xtra_bonus": "10", **wagers}, "all-in", **more)],
    }
    return lines_of(settle(MD_CTF, data, *overrides), 1)


@pytest.mark.parametrize("letter", printed.XTRA_BONUS)
def test_xtra_bonus(letter: str) -> None:
    """A hand that beats the dealer's is paid by its line; below the last line it pushes."""
    for length in (7, 6, 5, 4, 3):
        lines = ctf(printed.HELD_FLUSH[length], {}, f"wagers.xtra_bonus.paytable={letter}")
        assert lines["ante"]["outcome"] in ("win", "push")
        figure = printed.XTRA_BONUS[letter].get(length)
        assert lines["xtra_bonus"]["returned"] == (won(figure) if figure else "10.00"), length
        assert lines["all_in"]["returned"] == "60.00"


@pytest.mark.parametrize("letter", printed.SAME_SUIT)
def test_same_suit(letter: str) -> None:
    chosen = (f"wagers.same_suit.paytable={letter}", "payout_limit.per_hand=1000000")
    for length in (7, 6, 5, 4):
        run = ctf(printed.HELD_RUN[length], {"same_suit": "10"}, *chosen)
        assert run["same_suit"]["returned"] == won(printed.SAME_SUIT[letter][f"run{length}"]), length
        flush = ctf(printed.HELD_FLUSH[length], {"same_suit": "10"}, *chosen)
        assert flush["same_suit"]["returned"] == won(printed.SAME_SUIT[letter][str(length)]), length
    assert ctf(printed.HELD_FLUSH[3], {"same_suit": "10"}, *chosen)["same_suit"]["returned"] == "0.00"
    assert ctf(printed.HELD_RUN[3], {"same_suit": "10"}, *chosen)["same_suit"]["returned"] == "0.00"


@pytest.mark.parametrize("letter", printed.WHEELS)
def test_the_wheel(letter: str) -> None:
    amount = "1" if letter in "AB" else "5"
    fund = "prize='20000'" if letter in "AC" else "rate='20%', initial='20000', reset='20000'"
    symbols = ["Jackpot", *(f"${symbol}" for symbol in printed.WHEELS[letter].split())]
    segments = ", ".join(f"{{symbol='{symbol}', count=1}}" for symbol in symbols)
    chosen = (
        f"wagers.progressive={{paytable='{letter}', amount='{amount}', {fund}, community_pay=true, "
        f"segments=[{segments}]}}",
    )
    bet = {"progressive": amount}
    for symbol in printed.WHEELS[letter].split():
        line = ctf(printed.HELD_FLUSH[3], bet, *chosen, wheel=f"${symbol}")["progressive"]
        assert line["returned"] == symbol.replace(",", "") + ".00"
    jackpot = ctf(printed.HELD_FLUSH[3], bet, *chosen, wheel="Jackpot")["progressive"]["returned"]
    grown = {"A": "20000.00", "B": "20000.20", "C": "20000.00", "D": "20001.00"}
    assert jackpot == grown[letter]
    check_community_pay(letter, amount, chosen)


def check_community_pay(letter: str, amount: str, chosen: tuple[str, ...]) -> None:
    wagers = {"ante": "10", "xtra_bonus": "10", "progressive": amount}
    for symbol in ("Jackpot", *(f"${symbol}" for symbol in printed.WHEELS[letter].split())):
        data = {
            "dealer": "Kc Jd 3d",
            "community": "8h 6h 4d 2d",
            "seats": [seat(1, "As Qs Ts", wagers, "all-in", wheel=symbol), seat(2, "2c 4h 6d", wagers, "all-in")],
        }
        line = lines_of(settle(MD_CTF, data, *chosen), 2).get("community_pay")
        figure = printed.COMMUNITY_PAY[letter].get(symbol)
        assert (line["paid"] if line else None) == (f"{figure}.00" if figure else None), symbol


def test_a_table_of_ones_own_pays_its_best_line_whatever_the_order() -> None:
    own = "wagers.flush_bonus={paytable={four_card_flush=1, seven_card_flush=77}}"
    data = {
        "dealer": DEALER,
        "seats": [seat(1, printed.HELD_FLUSH[7], {"ante": "10", "flush_bonus": "10"}, "raise 10")],
    }
    assert lines_of(settle(MD_HCF, data, own), 1)["flush_bonus"]["returned"] == won("77")
    data["seats"] = [seat(1, printed.HELD_FLUSH[6], {"ante": "10", "flush_bonus": "10"}, "raise 10")]
    assert lines_of(settle(MD_HCF, data, own), 1)["flush_bonus"]["returned"] == won("1")
