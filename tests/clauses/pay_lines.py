"""A line of a pay table, played: a round in which a hand reaches it, or the wheel shows it, and what is paid."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.clauses.support import Printed
from tests.scenarios.printed import HELD_FLUSH, HELD_RUN, NINE_TO_ACE
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, lines_of, seat, settle

NAMES = {"MD-HCF": MD_HCF, "MD-CTF": MD_CTF, "MA-HCF": MA_HCF}
WORDS = {"seven": 7, "six": 6, "five": 5, "four": 4, "three": 3, "two": 2}
FOUR_OF_A_KIND = "9s 9h 9d 9c 2s 4h 6d"
UNLIMITED = "payout_limit.per_hand=10000000"
STAKE, METER, FIGURE = 10, 45_000, "50"
CENTS_A_WAGER = {"MD-HCF": dict.fromkeys("ABCDE", 22), "MA-HCF": dict(zip("ABCD", (24, 23, 21, 25), strict=True))}
"""What a wager of a dollar adds to the meter: by the bundled submission in Maryland, as printed in Massachusetts."""
BELOW = {"flush_bonus": HELD_FLUSH[3], "same_suit": HELD_FLUSH[3]}
"""A hand below the lowest line; of the tables of straight flushes, the one below."""


def held_for(line: str) -> str:
    if line == "four_of_a_kind":
        return FOUR_OF_A_KIND
    if line == "suited_nine_to_ace":
        return NINE_TO_ACE
    length = WORDS[line.partition("_")[0]]
    return HELD_RUN[length] if "straight" in line else HELD_FLUSH[length]


def settled(table: Printed, line: str) -> dict[str, Any] | None:
    """How the wager of this table, or the bonus that others receive, is settled in a round that reaches the line."""
    match table.wager:
        case "wheel" | "community_pay":
            return _by_the_wheel(table, line)
        case "xtra_bonus" | "same_suit":
            return with_community_cards(table, held_for(line))
        case "envy_bonus":
            return _envy(table, held_for(line))
        case _:
            return _seven_cards(table, held_for(line))


def _seven_cards(table: Printed, held: str) -> dict[str, Any]:
    stake = "1" if table.wager == "progressive" else str(STAKE)
    data = {
        "dealer": "Kc Jc Tc Kd Jd 3c 5d",
        "meters": {"main": str(METER)},
        "seats": [seat(1, held, {"ante": "10", table.wager: stake}, "raise 10")],
    }
    chosen = [f"wagers.{table.wager}.paytable={table.letter}", UNLIMITED]
    if table.wager == "progressive" and table.book == "MD-HCF":
        chosen.append("wagers.progressive.envy=false")
    if any(pays == "Bonus" for _, _, pays in table.lines):
        figures = ", ".join(f"{line} = {FIGURE}" for _, line, _ in table.lines)
        chosen.append(f"wagers.{table.wager}.bonus={{{figures}}}")
    return lines_of(settle(NAMES[table.book], data, *chosen), 1)[table.wager]


def _envy(table: Printed, held: str) -> dict[str, Any] | None:
    bet = {"ante": "10", "progressive": "1"}
    data = {
        "dealer": "Kc Jc Tc Kd Jd 3c 5d",
        "seats": [seat(1, held, bet, "raise 10"), seat(2, "2c 4c 6c 8d Td Qh 3h", bet, "raise 10")],
    }
    chosen = (f"wagers.progressive.paytable={table.letter}", "wagers.progressive.envy=true")
    return lines_of(settle(MD_HCF, data, *chosen), 2).get("envy_bonus")


def with_community_cards(table: Printed, held: str) -> dict[str, Any]:
    cards = held.split()
    wagers = {"ante": "10", "xtra_bonus": "10", "same_suit": "10"}
    data = {
        "dealer": "Kc Jc 3h",
        "community": " ".join(cards[3:]),
        "seats": [seat(1, " ".join(cards[:3]), wagers, "all-in")],
    }
    answer = settle(MD_CTF, data, f"wagers.{table.wager}.paytable={table.letter}", UNLIMITED)
    return lines_of(answer, 1)[table.wager]


def _by_the_wheel(table: Printed, symbol: str) -> dict[str, Any] | None:
    """Wheels A and B are for a wager of $1, C and D for one of $5; A and C have a prize, B and D a meter."""
    amount = "1" if table.letter in "AB" else "5"
    fund = f"prize='{METER}'" if table.letter in "AC" else f"rate='20%', initial='{METER}', reset='{METER}'"
    chosen = f"wagers.progressive={{paytable='{table.letter}', amount='{amount}', {fund}, community_pay=true}}"
    wagers = {"ante": "10", "xtra_bonus": "10", "progressive": amount}
    data = {
        "dealer": "Kc Jd 3d",
        "community": "8h 6h 4d 2d",
        "seats": [seat(1, "As Qs Ts", wagers, "all-in", wheel=symbol), seat(2, "2c 4h 6d", wagers, "all-in")],
    }
    answer = settle(MD_CTF, data, chosen)
    if table.wager == "wheel":
        return lines_of(answer, 1)["progressive"]
    return lines_of(answer, 2).get("community_pay")


def expected(table: Printed, pays: str) -> str:
    """What comes back to the player, in dollars."""
    if pays.endswith("%"):
        cents = METER * 100 + _growth(table)
        return f"{int(Fraction(pays[:-1]) / 100 * cents) / 100:.2f}"
    if pays.startswith("$"):
        return f"{pays[1:].replace(',', '')}.00"
    odds = int((FIGURE if pays == "Bonus" else pays).removesuffix(" to 1"))
    return f"{odds * STAKE + STAKE}.00"


def _growth(table: Printed) -> int:
    """The cents that the wagers of the round have added to the meter before it is paid."""
    if table.wager == "wheel":
        return {"B": 2 * 20, "D": 2 * 100}.get(table.letter, 0)
    return CENTS_A_WAGER[table.book][table.letter]


def assert_table(table: Printed) -> None:
    """Each hand is paid by its own line of this table, all of them are, and a hand below them is not."""
    for _, line, pays in table.lines:
        found = settled(table, line)
        assert found is not None, line
        assert (found["outcome"], found["line"], found["returned"]) == ("win", line, expected(table, pays))
    if table.wager in BELOW:
        below = _seven_cards(table, BELOW[table.wager]) if table.book != "MD-CTF" else None
        below = below or with_community_cards(table, BELOW[table.wager])
        assert (below["outcome"], below["clause"]) == ("lose", table.cite(table.clause))


def assert_line(table: Printed, line: str, pays: str, path: str) -> None:
    """A hand that reaches the line is paid what the document prints, and the payment cites the line."""
    found = settled(table, line)
    assert found is not None
    assert found["returned"] == expected(table, pays)
    assert found["clause"] == table.cite(path)
