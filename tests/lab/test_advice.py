"""Advice for the table service is what `houserules hand` says, the best option first."""

from __future__ import annotations

from fractions import Fraction

from houserules import rulebooks
from houserules.cards import parse_cards
from houserules.lab.advice import options
from houserules.law import Submission, freeze, read_filing, read_toml


def bundled(name: str) -> Submission:
    return freeze(read_filing(read_toml(rulebooks.text(name, "submission"), name), name))


def test_options_come_with_their_exact_values_best_first() -> None:
    found = options(bundled("MD-HCF"), parse_cards("Th 8h 6h Js Ad Qd Jc"), (), 0)
    assert [option["action"] for option in found] == ["raise 1x", "fold"]
    assert Fraction(found[1]["ev"]["exact"]) == -1
    assert found[0]["ev"]["decimal"].startswith("-0.81151523")


def test_stages_of_chase_the_flush() -> None:
    cards = parse_cards("As Ks Js")
    assert {option["action"] for option in options(bundled("MD-CTF"), cards, (), 0)} == {"check", "all-in 3x"}
    flop = options(bundled("MD-CTF"), cards, parse_cards("Ts 9s"), 1)
    assert flop[0]["action"] == "all-in 2x"
