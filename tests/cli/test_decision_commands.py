"""hand, strategy, leak and simulate: what they print, and their exit status."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houserules.cli.main import run

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).resolve().parent.parent.parent
FIFTY = "wagers.xtra_bonus.paytable={seven_card_flush=250,six_card_flush=50,five_card_flush=5,four_card_flush=1}"


def json_of(capsys: Capture, *arguments: str) -> Any:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def values(answer: Any) -> dict[str, Fraction]:
    return {option["action"]: Fraction(option["ev"]["exact"]) for option in answer["options"]}


def test_a_hand_of_high_card_flush(capsys: Capture) -> None:
    answer = json_of(capsys, "hand", "md-high-card-flush", "Th 8h 6h Js Ad Qd Jc")
    assert values(answer) == {"fold": -1, "raise 1x": Fraction(-36826253, 45379620)}
    assert answer["best"] == "raise 1x"
    assert answer["options"][1]["ev"]["decimal"].startswith("-0.8115152352")


def test_cards_without_quotes(capsys: Capture) -> None:
    assert run(["hand", "md-high-card-flush", "Th", "8h", "6h", "Js", "Ad", "Qd", "Jc"]) == 2
    assert 'put the cards in quotes, as in "Th 8h 6h Js Ad Qd Jc"' in capsys.readouterr().err


def test_a_long_flush_has_more_options(capsys: Capture) -> None:
    answer = json_of(capsys, "hand", "ma-high-card-flush", "Ah Kh Qh Jh 9h 8h 2c")
    assert list(values(answer)) == ["fold", "raise 1x", "raise 2x", "raise 3x"]
    assert answer["best"] == "raise 3x"


def test_figures_published_for_chase_the_flush(capsys: Capture) -> None:
    flop = json_of(
        capsys, "hand", "md-chase-the-flush", "As Ks Js", "--board", "Ts 9s", "--dealer", "Kh", "--set", FIFTY
    )
    assert float(values(flop)["all-in 2x"]) == pytest.approx(27.644914258867747, abs=1e-13)
    assert float(values(flop)["check"]) == pytest.approx(26.64547190816148, abs=1e-13)
    assert flop["best"] == "all-in 2x"
    opening = json_of(capsys, "hand", "md-chase-the-flush", "Ks Js Ts", "--dealer", "9s", "--set", FIFTY)
    assert float(values(opening)["all-in 3x"]) == pytest.approx(4.467089548541369, abs=1e-13)
    assert float(values(opening)["check"]) == pytest.approx(3.773906393930919, abs=1e-13)


def test_the_last_decision_is_to_call_or_fold(capsys: Capture) -> None:
    answer = json_of(capsys, "hand", "md-chase-the-flush", "Qs 9s 4d", "--board", "2s 7h Qd 3c")
    assert list(values(answer)) == ["fold", "all-in 1x"]
    assert values(answer)["fold"] == -2


def test_a_hand_in_words(capsys: Capture) -> None:
    assert run(["hand", "md-high-card-flush", "Th 8h 6h 7d 4d 2d 9c", "--known", "As Ks", "--dealer", "Ac"]) == 0
    printed = capsys.readouterr().out
    assert "known: As Ks" in printed
    assert "fold (best)" in printed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["md-high-card-flush", "Th 8h 6h 7d 4d 2d"], "the hand: 6 cards; expected 7"),
        (["md-high-card-flush", "Th 8h 6h 7d 4d 2d Th"], "Th stands twice"),
        (["md-high-card-flush", "Th 8h 6h 7d 4d 2d 9x"], "the hand: '9x' is not a card"),
        (["md-high-card-flush", "Th 8h 6h 7d 4d 2d 9c", "--board", "2s 3s"], "no community cards"),
        (["md-high-card-flush", "Th 8h 6h 7d 4d 2d 9c", "--known", "9c"], "--known: 9c stands in the hand"),
        (["md-high-card-flush", "Th 8h 6h 7d 4d 2d 9c", "--dealer", "As Ks Qs Js Ts 9s 8s 7s"], "--dealer: 8 cards"),
        (["md-chase-the-flush", "Qs 9s 4d", "--board", "2s"], "--board: 1 card; a decision is taken"),
        (["md-chase-the-flush", "Qs 9s 4d", "--board", "2s 3s 4s 5s 6s"], "--board: 5 cards"),
        (["md-chase-the-flush", "Qs 9s 4d", "--dealer", "2s", "--known", "2s"], "--dealer: 2s stands in --known"),
        (["md-chase-the-flush", "Qs 9s 4d", "--set", "wagers.xtra_bonus.paytable=Z"], "paytable"),
    ],
)
def test_slips_in_a_hand(capsys: Capture, arguments: list[str], said: str) -> None:
    assert run(["hand", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err


def test_too_few_cards_left(capsys: Capture) -> None:
    known = " ".join(rank + suit for suit in "shd" for rank in "23456789TJQKA" if rank + suit not in ("2s", "3s"))
    hand = "2c 3c 4c 5c 6c 7c 8c"
    assert run(["hand", "md-high-card-flush", hand, "--known", known + " 9c Tc"]) == 2
    assert "6 cards would be left in the deck, and 7 are still to be dealt" in capsys.readouterr().err


def test_a_strategy_of_ones_own(capsys: Capture) -> None:
    path = ROOT / "examples" / "strategies" / "count-the-overcards.toml"
    answer = json_of(capsys, "strategy", "md-high-card-flush", "--rules", str(path))
    (weighed,) = answer["strategies"]
    assert weighed["name"] == "Count the overcards"
    assert weighed["house_edge"]["decimal"].startswith("0.0266633635")
    assert 0 < Fraction(weighed["cost"]["exact"]) < Fraction(2, 100_000)


@pytest.mark.parametrize(
    "arguments",
    [
        ["strategy", "md-high-card-flush", "--rules", "not-there.toml"],
        ["strategy", "md-high-card-flush", "--rules", str(ROOT / "examples/strategies/chase-by-outs.toml")],
        ["leak", "md-high-card-flush"],
        ["leak", "md-high-card-flush", "--players", "7"],
        ["leak", "md-high-card-flush", "--players", "1"],
        ["leak", "md-high-card-flush", "--players", "2", "--samples", "1"],
        ["leak", "md-high-card-flush", "--dealer-cards", "8"],
        ["leak", "md-chase-the-flush", "--flop", "--burnt", "1"],
        ["simulate", "md-high-card-flush"],
        ["simulate", "md-high-card-flush", "--rounds", "0"],
        ["simulate", "md-high-card-flush", "--rounds", "10", "--seed", "-1"],
        ["simulate", "md-high-card-flush", "--rounds", "10", "--workers", "0"],
        ["simulate", "md-high-card-flush", "--rounds", "10", "--gpu"],
        ["simulate", "md-high-card-flush", "--rounds", "10", "--gpu", "--dask", "tcp://127.0.0.1:1"],
        ["simulate", "md-high-card-flush", "--rounds", "10", "--dask", "nonsense://x"],
    ],
    ids=" ".join,
)
def test_slips_get_status_2(capsys: Capture, arguments: list[str]) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("houserules: ")


def test_a_leak_as_data(capsys: Capture) -> None:
    answer = json_of(capsys, "leak", "md-high-card-flush", "--players", "3", "--samples", "500")
    shared = answer["shared_hands"]
    assert shared["players"] == 3
    assert float(shared["standard_error"]) > 0
    assert float(shared["value"]) == pytest.approx(float(shared["gain"]) - 0.026645303991, abs=1e-9)


def test_cards_that_are_seen_as_data_and_in_words(capsys: Capture) -> None:
    asked = ["leak", "md-high-card-flush", "--burnt", "1", "--dealer-cards", "2", "--samples", "50"]
    seen = json_of(capsys, *asked)["seen"]
    assert (seen["burnt"], seen["dealers"], seen["flop"], seen["samples"]) == (1, 2, False, 50)
    assert float(seen["value"]) == pytest.approx(float(seen["gain"]) - 0.026645303991, abs=1e-9)
    assert run(asked) == 0
    said = capsys.readouterr().out
    assert "seeing 2 dealer cards and 1 card out of play before the first decision" in said
    assert said.count("knowing only their own cards") == 1
    assert run(["leak", "md-high-card-flush", "--flop"]) == 1


def test_a_simulation_as_data(capsys: Capture) -> None:
    answer = json_of(capsys, "simulate", "md-high-card-flush", "--rounds", "20000", "--seed", "3")
    assert answer["rounds"] == 20000
    assert set(answer["wagers"]) == {"base", "flush_bonus", "straight_flush_bonus", "progressive"}
    assert answer["wagers"]["base"]["exact"]["decimal"].startswith("-0.02711382057")
    again = json_of(capsys, "simulate", "md-high-card-flush", "--rounds", "20000", "--seed", "3", "--workers", "5")
    assert again == answer
