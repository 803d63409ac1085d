"""Every pay table and every way of dealing that a document allows is lawful."""

from __future__ import annotations

import pytest

from houserules.law import check, freeze, read_filing, rulebook_ids
from tests.clauses.support import TODAY, changed, wheel
from tests.law.changes import FLUSH, METER, SAME, STRAIGHT, TABLE_G, WHEEL_B, XTRA

NO_ENVY = f"{METER}.envy=false"
LEAST = {"A": 30000, "B": 30000, "C": 5000, "D": 30000, "E": 25000}
WHEELS = {
    "A": ("Jackpot $1,000 $500 $200 $125 $75 $60 $25 $23 $15 $10 $5", 1, 5000),
    "B": (WHEEL_B, 1, 5000),
    "C": ("Jackpot $10,000 $5,000 $1,000 $350 $500 $150 $100 $55 $65 $60 $50", 5, 10000),
    "D": ("Jackpot $5,000 $2,500 $1,000 $350 $500 $150 $100 $55 $60 $50 $40", 5, 10000),
}


def _wheel_changes(letter: str) -> list[str]:
    symbols, amount, least = WHEELS[letter]
    changes = [f"{METER}.paytable={letter}", wheel(symbols), f"{METER}.amount={amount}"]
    if letter in "AC":  # a fixed prize, and no meter
        return [*changes, f"{METER}.prize={least}", f"-{METER}.rate", f"-{METER}.initial", f"-{METER}.reset"]
    return [*changes, f"{METER}.initial={least}", f"{METER}.reset={least}"]


LAWFUL: list[tuple[str, list[str]]] = [
    *((book, []) for book in rulebook_ids()),
    *(("MD-HCF", [f"{FLUSH}.paytable={letter}"]) for letter in "ABCDEFGHIJKLMNO"),
    *(("MD-HCF", [f"{STRAIGHT}.paytable={letter}"]) for letter in "ABCDEFG"),
    *(
        ("MD-HCF", [f"{METER}.paytable={letter}", f"{METER}.initial={least}", f"{METER}.reset={least}", NO_ENVY])
        for letter, least in LEAST.items()
    ),
    *(("MD-HCF", [f"{METER}.paytable={letter}", f"{METER}.envy={letter}"]) for letter in "CDE"),
    ("MD-HCF", ["-wagers"]),
    ("MD-HCF", ["-payout_limit", "-approved_on"]),
    ("MD-HCF", ["table.decks=1", "table.shuffler=none", "table.order=one_card_around_dealer_last"]),
    ("MD-HCF", ["table.dealing=hand", "table.shuffler=plain"]),
    ("MD-HCF", ['table.deck_backs=["red", "blue"]', "table.alternation=every_round"]),
    ("MD-HCF", ["table.minimum=500", "table.maximum=500", "wagers.ante.minimum=500", "wagers.ante.maximum=500"]),
    ("MD-HCF", [f"{METER}.amount=5", f"{METER}.rounding=down_to_dollar"]),
    ("MD-HCF", ["readings.ace_low_straight_flush=also_low", "readings.what_is_compared=flush_played"]),
    ("MD-HCF", ["signs.odds=to"]),
    *(("MD-CTF", [f"{XTRA}.paytable={letter}"]) for letter in "AB"),
    *(("MD-CTF", [f"{SAME}.paytable={letter}"]) for letter in "ABCD"),
    *(("MD-CTF", _wheel_changes(letter)) for letter in "ABCD"),
    ("MD-CTF", [f"-{SAME}", f"-{METER}"]),
    ("MD-CTF", [f"{XTRA}.minimum=10", f"{XTRA}.maximum=300"]),
    ("MD-CTF", ["table.order=stacks_community_dealer_players"]),
    ("MD-CTF", ["table.order=stacks_community_players_dealer_kept"]),
    ("MD-CTF", ["table.dealing=hand"]),
    ("MD-CTF", ["payout_limit.per_hand=1000000"]),
    *(("MA-HCF", [f"{FLUSH}.paytable={letter}"]) for letter in "ABCDEFGHIJKLMN"),
    *(("MA-HCF", [f"{STRAIGHT}.paytable={letter}"]) for letter in "ABCDEF"),
    ("MA-HCF", TABLE_G),
    *(
        ("MA-HCF", [f"{METER}.paytable={letter}", f"{METER}.rate={main}%", f"{METER}.secondary_rate={second}%"])
        for letter, main, second in (("A", 24, 2), ("B", 23, 2), ("C", 21, 5), ("D", 25, 5))
    ),
    ("MA-HCF", [f"{METER}.initial=10000"]),
    ("MA-HCF", ["-table.adjacent_boxes", "-operator"]),
    ("MA-HCF", ["signs.odds=win"]),
    ("MA-HCF", ["payout_limit.per_round=25000"]),
    ("MA-HCF", ["table.dealing=automated", "table.shuffler=plain"]),
]


@pytest.mark.parametrize(("book", "changes"), LAWFUL)
def test_a_lawful_variant_has_no_fault_and_can_be_frozen(book: str, changes: list[str]) -> None:
    filing = read_filing(changed(book, *changes), "test")
    assert check(filing, TODAY) == ()
    assert freeze(filing).rulebook.id == book
