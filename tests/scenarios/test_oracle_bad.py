"""Scenarios that cannot be: the command says where and why, with status 2, and never breaks."""

from __future__ import annotations

import contextlib
import copy
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from houserules.cli.main import run
from tests.scenarios.oracle_hands import RANKS, SUITS
from tests.scenarios.oracle_rounds import Json

DECK = [r + s for s in SUITS for r in RANKS]

HIGH: Json = {
    "submission": "md-high-card-flush",
    "dealer": "9h 6h 2h Ks Qd 4c 3c",
    "seats": [
        {
            "seat": 1,
            "cards": "Ah Kh Qh 9c 4s 2d 3s",
            "wagers": {"ante": "10", "flush_bonus": "5", "straight_flush_bonus": "5", "progressive": "1"},
            "action": "raise 10",
        },
        {"seat": 3, "cards": "Ad Kd 5d 8c 9s 2c 6s", "wagers": {"ante": "10"}, "action": "fold"},
    ],
}
MASSACHUSETTS: Json = {**HIGH, "submission": "ma-high-card-flush"}
CHASE: Json = {
    "submission": "md-chase-the-flush",
    "dealer": "9h 6h 2h",
    "community": "Ah Kd Qc 9c",
    "seats": [
        {
            "seat": 1,
            "cards": "Ad Qd Jd",
            "wagers": {"ante": "10", "xtra_bonus": "10", "same_suit": "5", "progressive": "1"},
            "actions": ["check", "all-in"],
            "wheel": "$125",
        },
        {
            "seat": 2,
            "cards": "As Ks Jc",
            "wagers": {"ante": "10", "xtra_bonus": "10"},
            "actions": ["check", "check", "fold"],
        },
    ],
}

Change = Callable[[Json], object]


def seat(place: int, **keys: object) -> Change:
    return lambda scenario: scenario["seats"][place].update(keys)


def wager(place: int, **keys: object) -> Change:
    return lambda scenario: scenario["seats"][place]["wagers"].update(keys)


def top(**keys: object) -> Change:
    return lambda scenario: scenario.update(keys)


def without(*keys: str) -> Change:
    return lambda scenario: [scenario.pop(key) for key in keys]


def without_in_seat(place: int, key: str) -> Change:
    return lambda scenario: scenario["seats"][place].pop(key)


def without_wager(place: int, key: str) -> Change:
    return lambda scenario: scenario["seats"][place]["wagers"].pop(key)


def irregular(**keys: object) -> Change:
    return top(irregularities=[keys])


def deck(cards: list[str]) -> Change:
    def change(scenario: Json) -> None:
        del scenario["dealer"]
        for given in scenario["seats"]:
            del given["cards"]
        scenario["deck"] = " ".join(cards)

    return change


# What is wrong, the scenario, the change, and words that must stand in the complaint.
BAD: list[tuple[str, Json, Change, tuple[str, ...]]] = [
    ("a card twice in a hand", HIGH, seat(0, cards="Ah Ah Qh 9c 4s 2d 3s"), ("seat 1", "cards", "Ah", "twice")),
    ("a card in two hands", HIGH, seat(0, cards="Ad Kh Qh 9c 4s 2d 3s"), ("cards", "Ad")),
    ("a card of the dealer's", HIGH, seat(0, cards="9h Kh Qh 9c 4s 2d 3s"), ("cards", "9h", "dealer")),
    ("eight cards", HIGH, seat(0, cards="Ah Kh Qh 9c 4s 2d 3s 7s"), ("seat 1", "cards", "7 cards", "8")),
    ("six cards", HIGH, seat(0, cards="Ah Kh Qh 9c 4s 2d"), ("seat 1", "cards", "7 cards", "6")),
    ("a dealer with eight", HIGH, top(dealer="9h 6h 2h Ks Qd 4c 3c 7s"), ("dealer", "7 cards", "8")),
    ("no dealer", HIGH, without("dealer"), ("dealer", "missing")),
    ("no seats", HIGH, without("seats"), ("seats",)),
    ("an empty table", HIGH, top(seats=[]), ("seats",)),
    ("no submission", HIGH, without("submission"), ("submission",)),
    ("an unknown submission", HIGH, top(submission="nowhere"), ("nowhere",)),
    ("a key that is none", HIGH, top(weather="fine"), ("weather",)),
    ("a key of a seat that is none", HIGH, seat(0, hat="red"), ("seat 1", "hat")),
    ("a raise above the ante", HIGH, seat(0, action="raise 20"), ("seat 1", "action", "20.00", "11.B(1)")),
    ("a raise a cent above", HIGH, seat(0, action="raise 10.01"), ("seat 1", "action", "11.B(1)")),
    ("a raise below the ante", HIGH, seat(0, action="raise 9.99"), ("seat 1", "action", "9.99", "11.B(1)")),
    ("a raise of nothing", HIGH, seat(0, action="raise 0"), ("seat 1", "action")),
    ("a raise in words", HIGH, seat(0, action="raise ten"), ("seat 1", "action")),
    ("a raise without an amount", HIGH, seat(0, action="raise"), ("seat 1", "action")),
    ("a raise below nothing", HIGH, seat(0, action="raise -10"), ("seat 1", "action")),
    ("a check in the wrong game", HIGH, seat(0, action="check"), ("seat 1", "action", "check")),
    ("no action", HIGH, without_in_seat(0, "action"), ("seat 1", "action", "missing")),
    ("action and actions", HIGH, seat(0, actions=["raise 10"]), ("seat 1", "action")),
    ("a wager that is not offered", HIGH, wager(0, same_suit="5"), ("seat 1", "same_suit")),
    ("a raise among the wagers", HIGH, wager(0, **{"raise": "10"}), ("seat 1", "raise", "action")),
    ("seat 7", HIGH, seat(0, seat=7), ("seats 1", "seat", "7", "2.A")),
    ("seat 0", HIGH, seat(0, seat=0), ("seats 1", "seat", "0")),
    ("a seat in words", HIGH, seat(0, seat="one"), ("seats 1", "seat")),
    ("a seat taken twice", HIGH, seat(0, seat=3), ("seat 3", "twice")),
    ("no seat", HIGH, without_in_seat(0, "seat"), ("seats 1", "seat", "missing")),
    ("text for an amount", HIGH, wager(0, ante="ten"), ("seat 1", "ante", "ten")),
    ("a bare number", HIGH, wager(0, ante=10), ("seat 1", "ante", "text")),
    ("a number with a point", HIGH, wager(0, ante=10.5), ("10.5",)),
    ("less than nothing", HIGH, wager(0, ante="-10"), ("seat 1", "ante", "-10")),
    ("nothing", HIGH, wager(0, ante="0"), ("seat 1", "ante")),
    ("an exponent", HIGH, wager(0, ante="1e2"), ("seat 1", "ante", "1e2")),
    ("not a number", HIGH, wager(0, ante="NaN"), ("seat 1", "ante", "NaN")),
    ("a dollar sign", HIGH, wager(0, ante="$10"), ("seat 1", "ante", "$10")),
    ("an endless amount", HIGH, wager(0, ante="9" * 4000), ("seat 1", "ante")),
    ("below the minimum", HIGH, wager(0, ante="9.99"), ("seat 1", "ante", "9.99")),
    ("above the maximum", HIGH, wager(0, ante="500.01"), ("seat 1", "ante", "500.01")),
    ("a bonus below its minimum", HIGH, wager(0, flush_bonus="4.99"), ("seat 1", "flush_bonus", "4.99")),
    ("a bonus above its maximum", HIGH, wager(0, flush_bonus="100.01"), ("seat 1", "flush_bonus", "100.01")),
    ("two progressive chips", HIGH, wager(0, progressive="2"), ("seat 1", "progressive", "2.00")),
    ("no ante", HIGH, without_wager(0, "ante"), ("seat 1", "ante")),
    ("no wagers", HIGH, without_in_seat(0, "wagers"), ("seat 1", "wagers")),
    ("a rank that is none", HIGH, seat(0, cards="1h Kh Qh 9c 4s 2d 3s"), ("seat 1", "cards", "1h")),
    ("a suit that is none", HIGH, seat(0, cards="Ax Kh Qh 9c 4s 2d 3s"), ("seat 1", "cards", "Ax")),
    ("a ten in figures", HIGH, seat(0, cards="10h Kh Qh 9c 4s 2d 3s"), ("seat 1", "cards", "10h")),
    ("cards as a list", HIGH, seat(0, cards=["Ah"]), ("seat 1", "cards")),
    ("no cards", HIGH, without_in_seat(0, "cards"), ("seat 1", "cards", "missing")),
    ("community cards in the wrong game", HIGH, top(community="5s 7h Ts 3h"), ("community",)),
    ("deck and hands", HIGH, top(deck=" ".join(DECK)), ("deck",)),
    ("51 cards", HIGH, deck(DECK[:51]), ("deck", "51", "Ac")),
    ("53 cards", HIGH, deck([*DECK, "2s"]), ("deck", "2s")),
    ("a card twice in the deck", HIGH, deck([*DECK[:51], "2s"]), ("deck", "2s", "twice")),
    ("meters in words", HIGH, top(meters={"main": "lots"}), ("meters.main", "lots")),
    ("a meter below nothing", HIGH, top(meters={"main": "-5"}), ("meters.main", "-5")),
    ("a meter that is none", HIGH, top(meters={"secondary": "5"}), ("meters.secondary",)),
    ("an unknown irregularity", HIGH, irregular(kind="earthquake"), ("irregularities 1", "kind", "earthquake")),
    ("no card face up", HIGH, irregular(kind="cards_face_up", count=0), ("irregularities 1", "count")),
    ("a count in words", HIGH, irregular(kind="cards_face_up", count="2"), ("irregularities 1", "count")),
    ("nobody's hand abandoned", HIGH, irregular(kind="hand_abandoned"), ("irregularities 1", "seat")),
    ("an empty seat abandoned", HIGH, irregular(kind="hand_abandoned", seat=5), ("hand_abandoned", "5")),
    ("sharing where no clause is", HIGH, irregular(kind="information_shared", seat=1), ("information_shared",)),
    ("boxes apart", HIGH, lambda s: [given.update(player=1) for given in s["seats"]], ("seat 3", "7.G")),
    ("a five dollar chip", MASSACHUSETTS, wager(0, progressive="5"), ("seat 1", "progressive", "6(a)(4)")),
    ("a raise too high", MASSACHUSETTS, seat(0, action="raise 30"), ("seat 1", "6(a)(5)(ii)a")),
    ("X-tra Bonus unlike the Ante", CHASE, wager(0, xtra_bonus="15"), ("seat 1", "xtra_bonus", "7.F(1)")),
    ("no X-tra Bonus", CHASE, without_wager(1, "xtra_bonus"), ("seat 2", "xtra_bonus")),
    ("no wheel", CHASE, without_in_seat(0, "wheel"), ("seat 1", "wheel", "missing")),
    ("a symbol of no wheel", CHASE, seat(0, wheel="$7"), ("seat 1", "wheel", "$7")),
    ("a symbol of another wheel", CHASE, seat(0, wheel="$200"), ("seat 1", "wheel", "$200")),
    ("an action after a fold", CHASE, seat(1, actions=["check", "check", "fold", "all-in"]), ("seat 2", "actions")),
    ("an action after All In", CHASE, seat(1, actions=["all-in", "check"]), ("seat 2", "actions")),
    ("a fold before the flop", CHASE, seat(1, actions=["fold"]), ("seat 2", "fold", "11.B(1)")),
    ("a fold on the flop", CHASE, seat(1, actions=["check", "fold"]), ("seat 2", "fold", "11.D(1)")),
    ("a third check", CHASE, seat(1, actions=["check", "check", "check"]), ("seat 2", "check", "11.F")),
    ("no decision", CHASE, seat(1, actions=["check"]), ("seat 2", "missing")),
    ("All In of twice too early", CHASE, seat(1, actions=["all-in 20"]), ("seat 2", "20.00", "11.B(1)")),
    ("a raise in the wrong game", CHASE, seat(1, actions=["raise 10"]), ("seat 2", "raise")),
    ("no community cards", CHASE, without("community"), ("community", "missing")),
    ("three community cards", CHASE, top(community="Ah Kd Qc"), ("community", "4 cards", "3")),
    ("a board card in a hand", CHASE, top(community="Ad Kd Qc 9c"), ("Ad",)),
    ("above the maximum of this table", CHASE, wager(0, ante="301", xtra_bonus="301"), ("seat 1", "ante", "301.00")),
]


@pytest.mark.parametrize(("scenario", "change", "words"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_says_where_and_why(scenario: Json, change: Change, words: tuple[str, ...], tmp_path: Path) -> None:
    broken = copy.deepcopy(scenario)
    change(broken)
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(broken), "utf-8")
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(["settle", str(path), "--json"])
    assert status == 2
    assert out.getvalue() == ""
    for word in words:
        assert word in err.getvalue()


@pytest.mark.parametrize("text", ["", "{", "dealer = ", "\x00", "[[seats]]\nseat = 1\nseat = 1"])
def test_text_that_is_no_scenario(text: str, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(text, "utf-8")
    err = io.StringIO()
    with contextlib.redirect_stderr(err):
        assert run(["settle", str(path)]) == 2
    assert "scenario.toml" in err.getvalue()


@pytest.mark.parametrize("scenario", [HIGH, MASSACHUSETTS, CHASE], ids=["high", "massachusetts", "chase"])
def test_unbroken_they_settle(scenario: Json, tmp_path: Path) -> None:
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(scenario), "utf-8")
    with contextlib.redirect_stdout(io.StringIO()):
        assert run(["settle", str(path), "--json"]) == 0
