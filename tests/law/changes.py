"""Changes to bundled submissions that the tests of the law share, and how a case of an unlawful one is written."""

from __future__ import annotations

Expected = list[tuple[str, str, str]]
Case = tuple[str, list[str], Expected]

FLUSH, STRAIGHT, METER = "wagers.flush_bonus", "wagers.straight_flush_bonus", "wagers.progressive"
XTRA, SAME = "wagers.xtra_bonus", "wagers.same_suit"
WHEEL_B = "Jackpot $1,000 $500 $125 $90 $60 $50 $40 $28 $15 $10 $5"
RUNS = [f"{length}_card_straight_flush" for length in ("seven", "six", "five", "four", "three")]
BONUS = f"{STRAIGHT}.bonus"
TABLE_G = [f"{STRAIGHT}.paytable=G", f"{BONUS}={{{', '.join(f'{run} = 40' for run in RUNS)}}}"]
ONE_DECK = "table.decks=1"


def hcf(case: str, changes: list[str], *expected: tuple[str, str, str]) -> tuple[str, Case]:
    return f"MD-HCF: {case}", ("MD-HCF", changes, sorted(expected))


def ctf(case: str, changes: list[str], *expected: tuple[str, str, str]) -> tuple[str, Case]:
    return f"MD-CTF: {case}", ("MD-CTF", changes, sorted(expected))


def ma(case: str, changes: list[str], *expected: tuple[str, str, str]) -> tuple[str, Case]:
    return f"MA-HCF: {case}", ("MA-HCF", changes, sorted(expected))
