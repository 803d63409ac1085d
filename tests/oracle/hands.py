"""Ranking of hands and the printed pay tables, High Card Flush and Chase the Flush."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MILLION = 1_000_000
RANKS = "23456789TJQKA"
SUITS = "shdc"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)

Flush = tuple[int, tuple[int, ...]]
"""How many cards of one suit, then their ranks from the top: greater is better (MD-HCF 6.C-D, MA-HCF 5(b))."""


def dollars(text: str) -> int:
    whole, _, part = text.partition(".")
    return int(whole) * MILLION + int((part + "000000")[:6])


def ranks_by_suit(cards: Iterable[str]) -> list[set[int]]:
    return [{RANKS.index(card[0]) + 2 for card in cards if card[1] == suit} for suit in SUITS]


def best_flush(cards: Sequence[str]) -> Flush:
    return max((len(ranks), tuple(sorted(ranks, reverse=True))) for ranks in ranks_by_suit(cards))


def qualifies(cards: Sequence[str]) -> bool:
    """A three-card flush with a nine on top, or better: MD-HCF 11.B(5)(c), MD-CTF 11.H, MA-HCF 1."""
    return best_flush(cards) >= (3, (9,))


LOWEST_RUN_WITH_LOW_ACE = {"MD-HCF": 99, "MD-CTF": 5, "MA-HCF": 3}
"""MD-HCF 6.A: the ace is high only. MD-CTF 6.B: low with 2, 3, 4, 5. MA-HCF 5(a): low with 2, 3 and more."""


def straight_flush(cards: Sequence[str], rulebook: str) -> int:
    """Length of the longest run in one suit."""
    longest = 0
    for ranks in ranks_by_suit(cards):
        low_ace = ranks | {1} if 14 in ranks else ranks
        for start in low_ace:
            length = 0
            while start + length in low_ace:
                length += 1
            if start > 1 or length >= LOWEST_RUN_WITH_LOW_ACE[rulebook]:
                longest = max(longest, length)
    return longest


def holds(line: str, cards: Sequence[str], rulebook: str) -> bool:
    """Does a hand reach a line? `5F` is a flush of five or more, `5S` a straight flush of five or more."""
    if line == "9-A":
        return any(ranks >= {9, 10, 11, 12, 13, 14} for ranks in ranks_by_suit(cards))
    if line == "4K":
        return any(sum(card[0] == rank for card in cards) == 4 for rank in RANKS)
    have = best_flush(cards)[0] if line[1] == "F" else straight_flush(cards, rulebook)
    return have >= int(line[0])


Table = dict[str, int | str]
"""Lines from the best down (MA-HCF 11(h): only the best pays); odds to 1, dollars or a percentage of the meter."""


def columns(lines: str, rows: dict[str, str]) -> dict[str, Table]:
    tables = {letter: zip(lines.split(), row.split(), strict=True) for letter, row in rows.items()}
    return {
        letter: {line: pays if pays.endswith("%") else int(pays) for line, pays in table if pays != "-"}
        for letter, table in tables.items()
    }


MD_FLUSH = {  # MD-HCF 12.B(1)-(14) and the second (8)
    "A": "300 100 10 1", "B": "100 20 10 2", "C": "200 20 10 2", "D": "300 75 5 2", "E": "200 60 12 1",
    "F": "500 50 12 1", "G": "400 60 12 1", "H": "1000 50 10 1", "I": "150 20 10 2", "J": "150 25 10 2",
    "K": "400 100 10 1", "L": "300 80 11 1", "M": "500 80 11 1", "N": "500 100 10 1", "O": "250 100 10 1",
}  # fmt: skip
MA_FLUSH = {  # MA-HCF 11(c), as printed
    "A": "300 100 10 1", "B": "100 20 10 1", "C": "200 20 10 2", "D": "300 75 5 2", "E": "200 60 12 2",
    "F": "500 50 12 1", "G": "400 60 12 1", "H": "1000 50 10 1", "I": "150 20 10 1", "J": "150 25 10 2",
    "K": "400 100 10 2", "L": "300 80 11 1", "M": "500 80 11 1", "N": "500 100 10 1",
}  # fmt: skip
STRAIGHT_FLUSH = {  # MD-HCF 12.C(1)-(6), MA-HCF 11(d) A-F
    "A": "8000 1000 100 60 - 7", "B": "500 200 100 50 - 9", "C": "500 200 100 75 - 7",
    "D": "1000 500 100 75 - 7", "E": "500 200 100 60 - 8", "F": "1000 500 100 60 - 8",
}  # fmt: skip
RUNS = "7S 6S 5S 4S 4K 3S"
PAYTABLES: dict[str, dict[str, dict[str, Table]]] = {
    "MD-HCF": {
        "flush_bonus": columns("7F 6F 5F 4F", MD_FLUSH),
        "straight_flush_bonus": columns(RUNS, STRAIGHT_FLUSH | {"G": "500 200 100 50 25 8"}),
        "progressive": columns(  # 12.E(1)
            "7S 9-A 6S 5S 4S 3S",
            {
                "A": "100% - 10% 250 40 3",
                "B": "100% - 10% 900 50 -",
                "C": "100% - 100% 200 40 3",
                "D": "100% 100% 10% 250 40 3",
                "E": "100% 100% 10% 800 50 -",
            },
        ),
        "envy_bonus": columns("7S 6S", {"C": "200 200", "D": "250 -", "E": "250 -"}),  # 12.E(5)
    },
    "MA-HCF": {
        "flush_bonus": columns("7F 6F 5F 4F", MA_FLUSH),
        "straight_flush_bonus": columns(RUNS, STRAIGHT_FLUSH),
        "progressive": columns(  # 11(e)
            "7S 6S 5S 4S 3S",
            {"A": "100% 10% 250 50 3", "B": "100% 10% 750 60 -", "C": "100% 10% 300 50 3", "D": "100% 10% 800 50 -"},
        ),
    },
    "MD-CTF": {
        "xtra_bonus": columns("7F 6F 5F 4F", {"A": "250 20 5 1", "B": "400 70 7 -"}),  # 12.B
        "same_suit": columns(  # 12.C
            "6S 7F 5S 6F 4S 5F 4F",
            {
                "A": "2000 300 100 50 20 10 1",
                "B": "500 400 500 50 20 5 1",
                "C": "500 400 200 50 20 5 1",
                "D": "500 400 100 50 20 5 1",
            },
        ),
    },
}
WHEELS = {  # MD-CTF 12.D(2)-(4): the symbols besides the Jackpot; each pays what it says
    "A": (1000, 500, 200, 125, 75, 60, 25, 23, 15, 10, 5),
    "B": (1000, 500, 125, 90, 60, 50, 40, 28, 15, 10, 5),
    "C": (10000, 5000, 1000, 350, 500, 150, 100, 55, 65, 60, 50),
    "D": (5000, 2500, 1000, 350, 500, 150, 100, 55, 60, 50, 40),
}
COMMUNITY_PAY = {  # MD-CTF 12.D(6)-(8): what the others receive, by the total that the symbol shows
    "A": {125: 25, 60: 10, 23: 3},
    "B": {125: 25, 90: 15, 28: 3},
    "C": {350: 100, 150: 50, 55: 15},
    "D": {350: 100, 150: 50, 55: 15},
}
MA_RATES = {"A": (24, 2), "B": (23, 2), "C": (21, 5), "D": (25, 5)}
"""MA-HCF 11(f): percent of each wager that the main and the secondary meter gain."""


def pays(rulebook: str, wager: str, letter: str, cards: Sequence[str]) -> int | str | None:
    """The best line that the hand reaches, or None."""
    reached = [to for line, to in PAYTABLES[rulebook][wager][letter].items() if holds(line, cards, rulebook)]
    numbers = [to for to in reached if isinstance(to, int)]
    return reached[0] if len(numbers) < len(reached) else max(numbers, default=None)
