"""Advice for the table service is what `houserules hand` says, the best option first."""

from __future__ import annotations

from fractions import Fraction

from houserules import law
from houserules.cards import parse_cards
from houserules.lab.solving.decisions import Situation, advise, values_of_options
from houserules.law import Submission, freeze, read_filing, read_toml


def bundled(name: str) -> Submission:
    return freeze(read_filing(read_toml(law.file_text(name, "submission"), name), name))


def test_options_come_with_their_exact_values_best_first() -> None:
    found = advise(bundled("MD-HCF"), parse_cards("Th 8h 6h Js Ad Qd Jc"), ())
    assert [option["action"] for option in found] == ["raise 1x", "fold"]
    assert Fraction(found[1]["ev"]["exact"]) == -1
    assert found[0]["ev"]["decimal"].startswith("-0.81151523")


def test_stages_of_chase_the_flush() -> None:
    cards = parse_cards("As Ks Js")
    assert {option["action"] for option in advise(bundled("MD-CTF"), cards, ())} == {"check", "all-in 3x"}
    flop = advise(bundled("MD-CTF"), cards, parse_cards("Ts 9s"))
    assert flop[0]["action"] == "all-in 2x"


def test_a_second_hand_of_ones_own_is_known() -> None:
    hand, beside = parse_cards("Th 8h 6h Js Ad Qd Jc"), parse_cards("Ah Kh 2h 3c 4c 5s 6s")
    seen = advise(bundled("MD-HCF"), hand, (), beside)
    situation = Situation(tuple(hand), (), tuple(beside), ())
    assert Fraction(seen[0]["ev"]["exact"]) == values_of_options(bundled("MD-HCF"), situation)["raise 1x"]
    assert seen != advise(bundled("MD-HCF"), hand, ())
