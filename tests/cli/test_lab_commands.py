"""analyze, compare, readings --prices, risk: the shapes that programs rely on, and exit statuses."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houserules.cli.main import run

Capture = pytest.CaptureFixture[str]
NAMES = ("md-high-card-flush", "ma-high-card-flush", "md-chase-the-flush")


def json_of(capsys: Capture, *arguments: str) -> Any:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def exact(number: dict[str, str]) -> Fraction:
    """The exact part of a pair, after a look at the decimal one."""
    value = Fraction(number["exact"])
    assert abs(Fraction(number["decimal"]) - value) <= abs(value) * Fraction(1, 10**12)
    return value


@pytest.mark.parametrize("name", NAMES)
def test_the_shape_of_an_analysis(capsys: Capture, name: str) -> None:
    answer = json_of(capsys, "analyze", name)
    assert set(answer) >= {"submission", "wagers", "warnings"}
    assert answer["submission"]["digest"].startswith("sha256:")
    base = answer["wagers"]["base"]
    assert base["per"] == "ante"
    mean = sum(Fraction(row["net"]) * exact(row["probability"]) for row in base["outcomes"])
    assert mean == -exact(base["house_edge"])
    assert sum(exact(row["probability"]) for row in base["outcomes"]) == 1
    assert sum(exact(share) for share in base["actions"].values()) == 1
    assert exact(base["element_of_risk"]) == exact(base["house_edge"]) / exact(base["average_wager"])
    variance = sum(Fraction(row["net"]) ** 2 * exact(row["probability"]) for row in base["outcomes"]) - mean**2
    assert abs(Decimal(base["standard_deviation"]) ** 2 - Decimal(float(variance))) < Decimal("1e-12")
    for wager, block in answer["wagers"].items():
        assert "house_edge" in block, wager
        if wager not in ("base", "progressive"):
            assert {"paytable", "hit_frequency", "standard_deviation", "lines"} <= set(block)
            for line in block["lines"]:
                assert {"hand", "odds", "combinations", "probability", "return"} <= set(line)
    progressive = answer["wagers"]["progressive"]
    assert {"paytable", "at_meter", "break_even_meter", "by_players", "long_run"} <= set(progressive)


def test_actions_are_named_as_promised(capsys: Capture) -> None:
    assert set(json_of(capsys, "analyze", NAMES[0])["wagers"]["base"]["actions"]) == {
        "fold", "raise 1x", "raise 2x", "raise 3x"
    }  # fmt: skip
    assert set(json_of(capsys, "analyze", NAMES[2])["wagers"]["base"]["actions"]) == {
        "all-in 3x", "all-in 2x", "all-in 1x", "fold"
    }  # fmt: skip


def test_a_line_of_the_flush_bonus(capsys: Capture) -> None:
    line = json_of(capsys, "analyze", NAMES[0])["wagers"]["flush_bonus"]["lines"][0]
    assert line["hand"] == "seven_card_flush"
    assert line["odds"] == "300 to 1"
    assert line["combinations"] == 6864
    assert exact(line["return"]) == 300 * exact(line["probability"]) == Fraction(300 * 6864, 133_784_560)


def test_the_meter_of_the_command_line(capsys: Capture) -> None:
    low = json_of(capsys, "analyze", NAMES[0])["wagers"]["progressive"]
    high = json_of(capsys, "analyze", NAMES[0], "--meter", "41250.17", "--players", "6")["wagers"]["progressive"]
    assert low["at_meter"] == "30000.00"
    assert high["at_meter"] == "41250.17"
    assert high["players"] == 6
    assert exact(high["house_edge"]) < exact(low["house_edge"])
    assert exact(high["house_edge"]) == exact(high["by_players"][5]["house_edge"])
    even = low["break_even_meter"]
    at = json_of(capsys, "analyze", NAMES[0], "--meter", even["decimal"][:12])["wagers"]["progressive"]
    assert abs(exact(at["house_edge"])) < Fraction(1, 10**9)


def test_player_advantage_with_its_exact_figure(capsys: Capture) -> None:
    answer = json_of(capsys, "analyze", NAMES[1], "--set", "wagers.flush_bonus.paytable=K")
    (warning,) = answer["warnings"]
    assert (warning["code"], warning["wager"], warning["clause"]) == (
        "player_advantage",
        "flush_bonus",
        "MA-HCF 11(c)",
    )
    assert exact(warning["player_edge"]) == -exact(answer["wagers"]["flush_bonus"]["house_edge"])
    run(["analyze", NAMES[1], "--set", "wagers.flush_bonus.paytable=K"])
    assert "12.2429434308 %" in capsys.readouterr().out


def test_a_draft_and_an_unlawful_one_are_analysed_all_the_same(capsys: Capture) -> None:
    data = json_of(capsys, "analyze", NAMES[0], "--set", "wagers.flush_bonus.paytable={seven_card_flush = 300}")
    assert data["wagers"]["flush_bonus"]["paytable"] == "invented"


def test_words_of_an_analysis(capsys: Capture) -> None:
    for name in NAMES:
        assert run(["analyze", name]) == 0
    printed = capsys.readouterr().out
    for words in ("2.6645303991 %", "2.3906740691 %", "breaks even at a meter of $230,226.53", "1,602,612",
                  "Community Pay", "takes $4.81 a hand"):  # fmt: skip
        assert words in printed


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyze", "nowhere.toml"),
        ("analyze", NAMES[0], "--set", "wagers.flush_bonus.paytable=Z"),
        ("analyze", NAMES[0], "--set", "wagers.flush_bonus.paytable={seven_card_flush=-1}"),
        ("analyze", NAMES[0], "--set", "wagers.flush_bonus.paytable={seven_card_flush='Bonus'}"),
        ("analyze", NAMES[0], "--set", "wagers.progressive.amount=0"),
        ("analyze", NAMES[2], "--set", "wagers.progressive.segments=[]"),
        ("analyze", NAMES[2], "--set", "wagers.progressive.paytable={seven_card_flush=10}"),
        ("analyze", NAMES[0], "--meter", "-5"),
        ("analyze", NAMES[0], "--meter", "much"),
        ("analyze", NAMES[0], "--players", "0"),
        ("analyze", NAMES[2], "--set", "wagers.xtra_bonus.paytable={seven_card_straight_flush=9}"),
        ("analyze", NAMES[2], "--set", "wagers.xtra_bonus.paytable={seven_card_flush='1 to 999999999'}"),
        ("compare", NAMES[0], "nowhere.toml"),
        ("compare", NAMES[0], NAMES[0], "--set-b", "readings.nothing=so"),
        ("readings", "XX-HCF", "--prices"),
        ("risk", NAMES[0], "--rounds", "0"),
        ("risk", NAMES[0], "--ruin", "2"),
        ("risk", NAMES[0], "--ruin", "some"),
        ("risk", NAMES[0], "--bankroll", "0"),
        ("risk", NAMES[0], "--wager", "progressive"),
        ("risk", NAMES[0], "--wager", "nothing"),
    ],
    ids=" ".join,
)
def test_bad_input_gets_a_message_and_status_2(capsys: Capture, arguments: tuple[str, ...]) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("houserules: ")
    assert "Traceback" not in captured.err


def test_compare_as_data(capsys: Capture) -> None:
    answer = json_of(capsys, "compare", "MD-HCF", "MD-HCF", "--set-b", "wagers.straight_flush_bonus.paytable=B")
    (difference,) = answer["differences"]
    assert difference["key"] == "wagers.straight_flush_bonus.paytable"
    assert difference["clauses"] == ["MD-HCF 12.C(1)", "MD-HCF 12.C(2)"]
    worth = {part["wager"]: exact(part["difference"]) for part in difference["worth"]}
    block = answer["wagers"]["straight_flush_bonus"]
    assert worth["straight_flush_bonus"] == exact(block["b"]) - exact(block["a"]) == exact(block["difference"])


def test_compare_in_words(capsys: Capture) -> None:
    assert run(["compare", NAMES[0], NAMES[0], "--set", "table.seats=5"]) == 0
    assert "No differences." in capsys.readouterr().out
    assert run(["compare", "MD-HCF", "MA-HCF"]) == 0
    printed = capsys.readouterr().out
    assert "worth -19.53703776 points of house edge on flush bonus" in printed
    assert "rulebook: hands.ace: high_only | also_low  (MD-HCF 6.A, MA-HCF 5(a))" in printed


def test_prices_of_readings(capsys: Capture) -> None:
    answer = json_of(capsys, "readings", "MA-HCF", "--prices")
    row = next(each for each in answer if each["id"] == "flush_bonus_four_card_row")
    moved = {each["paytable"]: exact(each["difference"]) for each in row["prices"] if exact(each["difference"])}
    four = Fraction(26_137_540, 133_784_560)
    assert moved == {"B": -four, "I": -four, "E": four, "K": four}
    assert run(["readings", "--prices"]) == 0
    printed = capsys.readouterr().out
    assert "not priced, because it depends on how often rounds are void" in printed
    assert "straight flush bonus A: 20.50823503 % or 13.08638605 %, -7.42184898 points of house edge" in printed


def test_risk_as_data(capsys: Capture) -> None:
    answer = json_of(
        capsys, "risk", NAMES[0], "--rounds", "50", "--bankroll", "400", "--stake", "25", "--ruin", "0.01"
    )
    assert answer["rounds"] == 50
    assert answer["method"] == "exact"
    assert abs(answer["ahead"] + answer["even"] + answer["behind"] - 1) < 1e-9
    mean = exact(answer["mean"])
    assert abs(Fraction(answer["mean"]["dollars"]) - 25 * mean) < Fraction(1, 10**9)
    assert answer["ruin"]["within"]["risk"] <= 0.01
    assert Fraction(answer["ruin"]["within"]["bankroll"]) > 400
    assert answer["ruin"]["within"]["with_bankroll"] > 0.01
    levels = [Fraction(row["dollars"]) for row in answer["quantiles"]]
    assert levels == sorted(levels)


def test_risk_where_the_player_has_the_advantage(capsys: Capture) -> None:
    options = ("--set", "wagers.flush_bonus.paytable=K", "--wager", "flush_bonus", "--bankroll", "500")
    answer = json_of(capsys, "risk", NAMES[1], *options)
    ever = answer["ruin"]["ever"]
    assert ever["method"] == "Lundberg's bound"
    assert 0 < ever["with_bankroll"] < 1
    assert run(["risk", NAMES[0], "--rounds", "20"]) == 0
    assert "the house has the advantage" in capsys.readouterr().out


def test_what_a_whole_table_holds_is_drawn(capsys: Capture, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert run(["risk", NAMES[0], "--seats", "6", "--figures", str(folder)]) == 0
    out = capsys.readouterr().out
    assert {path.name for path in folder.iterdir()} == {"table-hold.svg", "table-hold.png"}
    assert "loses in" in (folder / "table-hold.svg").read_text(encoding="utf-8")
    assert "two seats: correlation" in out
    assert f"wrote {folder / 'table-hold.svg'}" in out.replace("\n", "")
    assert run(["risk", NAMES[0], "--figures", str(folder)]) == 2
    assert "--figures: expected with --seats" in capsys.readouterr().err


def test_seats_and_rounds_are_whole_numbers(capsys: Capture) -> None:
    for option in ("--seats", "--hourly", "--check"):
        assert run(["risk", NAMES[0], option, "2.5"]) == 2
        assert f'Invalid value for {option}: "2.5" is not a whole number' in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", [("--wagers", "base"), ("--rules", "mine.toml"), ("--hourly", "50"), ("--check", "5000")], ids=" ".join
)
def test_what_is_asked_about_a_table_needs_its_seats(capsys: Capture, option: tuple[str, str]) -> None:
    assert run(["risk", NAMES[0], *option]) == 2
    assert f"{option[0]}: expected with --seats" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option",
    [("--rounds", "50"), ("--bankroll", "400"), ("--ruin", "1%"), ("--stake", "50"), ("--wager", "flush_bonus")],
    ids=" ".join,
)
def test_what_is_asked_about_one_seat_is_not_passed_over(capsys: Capture, option: tuple[str, str]) -> None:
    assert run(["risk", NAMES[0], "--seats", "2", *option]) == 2
    assert f"{option[0]}: expected without --seats" in capsys.readouterr().err


def test_a_problem_names_an_option_as_it_is_typed(capsys: Capture) -> None:
    assert run(["leak", NAMES[0], "--dealer-cards", "8"]) == 2
    assert "--dealer-cards 8: expected 1 to 7" in capsys.readouterr().err


def test_a_search_that_ends_early_does_not_say_that_nothing_exists(capsys: Capture) -> None:
    assert run(["design", NAMES[2], "--wager", "progressive", "--edge", "99%"]) == 1
    assert "not everything was looked at: allow more with --within or --segments" in capsys.readouterr().out
    assert run(["design", NAMES[0], "--wager", "progressive", "--what", "meter", "--edge", "99%"]) == 1
    assert "nothing reaches this goal: allow more with --within" in capsys.readouterr().out


def test_a_table_without_seats_is_told_by_its_key(capsys: Capture) -> None:
    assert run(["analyze", NAMES[0], "--set", "table.seats=0"]) == 2
    assert "table.seats = 0: expected 1 or more" in capsys.readouterr().err
