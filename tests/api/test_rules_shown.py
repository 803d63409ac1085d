"""What a table's rules say to those who sit at it: each figure beside the clause of the document that prints it."""

from __future__ import annotations

import pytest

from houserules import law
from houserules.app.record_shapes import RulesShown
from houserules.app.rules_shown import rules_shown
from houserules.law import freeze, read_filing
from houserules.law.toml import read_toml


def rules_of(rulebook: str) -> RulesShown:
    filed = read_toml(law.file_text(rulebook, "submission"), rulebook)
    return rules_shown(freeze(read_filing(filed, rulebook)))


@pytest.mark.parametrize(
    ("rulebook", "two_to_four", "five", "six_and_seven", "asked"),
    [
        ("MD-HCF", "MD-HCF 11.B(1)", "MD-HCF 11.B(2)", "MD-HCF 11.B(3)", "MD-HCF 11.B"),
        ("MA-HCF", "MA-HCF 6(a)(5)(ii)a", "MA-HCF 6(a)(5)(ii)b", "MA-HCF 6(a)(5)(ii)c", "MA-HCF 9(b)"),
    ],
)
def test_each_raise_stands_beside_its_own_clause(
    rulebook: str, two_to_four: str, five: str, six_and_seven: str, asked: str
) -> None:
    (stage,) = rules_of(rulebook)["decision"]["stages"]
    first = [clauses[0] if clauses else None for clauses in stage["clauses_by_flush"]]
    assert first[2:] == [two_to_four] * 3 + [five] + [six_and_seven] * 2
    assert stage["asked"] == asked


def test_chase_the_flush_asks_by_another_clause_at_every_stage() -> None:
    stages = rules_of("MD-CTF")["decision"]["stages"]
    assert [stage["asked"] for stage in stages] == ["MD-CTF 11.B", "MD-CTF 11.D", "MD-CTF 11.F"]


def test_a_dealer_that_does_not_qualify_is_ruled_by_one_clause_for_all_wagers() -> None:
    chase = rules_of("MD-CTF")["against_dealer"]
    below = {
        wager: (each["verdicts"]["below"]["outcome"], each["verdicts"]["below"]["clause"])
        for wager, each in chase.items()
    }
    assert below == {
        "ante": ("push", "MD-CTF 11.H(1)"),
        "xtra_bonus": ("by_the_hands", "MD-CTF 11.H(1)"),
        "all_in": ("by_the_hands", "MD-CTF 11.H(1)"),
    }
    higher = rules_of("MD-HCF")["against_dealer"]["ante"]["verdicts"]["higher"]
    assert (higher["clause"], higher["clauses"][0]) == ("MD-HCF 11.B(5)(d)(ii)", "MD-HCF 12.A")


def test_the_rules_say_what_chapter_2_wants_written_and_where() -> None:
    high_card, chase, massachusetts = rules_of("MD-HCF"), rules_of("MD-CTF"), rules_of("MA-HCF")
    assert {about: (each["place"], each["clauses"][0]) for about, each in high_card["inscriptions"].items()} == {
        "odds": ("layout_or_sign", "MD-HCF 2.B(7)(a)"),
        "qualifying": ("layout", "MD-HCF 2.B(7)(b)"),
        "decision": ("layout", "MD-HCF 2.B(7)(c)"),
        "payout_limit": ("layout_or_sign", "MD-HCF 2.B(7)(d)"),
    }
    assert {each["place"] for each in chase["inscriptions"].values()} == {"layout_or_sign"}
    assert massachusetts["inscriptions"] == {}, "its document has no chapter on the layout"
    assert high_card["qualifying"]["ante_below"] == "win"
    assert chase["qualifying"]["play_below"] == "by_the_hands"


def test_a_table_of_chase_the_flush_says_what_lies_below_its_lines_and_what_spins_the_wheel() -> None:
    rules = rules_of("MD-CTF")
    otherwise = rules["paytables"]["xtra_bonus"]["otherwise"]
    assert otherwise == {"line": "otherwise", "pays": "push", "clauses": ["MD-CTF 12.B(1)(e)"]}
    assert rules["wheel_hand"] == {"suited_cards": 3, "clauses": ["MD-CTF 1.B(6)", "MD-CTF 1.B(3)"]}
    assert rules_of("MD-HCF")["wheel_hand"] is None
    assert rules_of("MD-HCF")["paytables"]["flush_bonus"]["otherwise"] is None
