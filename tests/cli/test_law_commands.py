"""The command line of the law: what it prints, and its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from houserules import law
from houserules.cli.main import run

Capture = pytest.CaptureFixture[str]


def json_of(capsys: Capture, *arguments: str, status: int = 0) -> Any:
    assert run([*arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", law.submissions())
def test_the_bundled_submissions_are_lawful_and_fit_for_live_tables(capsys: Capture, name: str) -> None:
    answer = json_of(capsys, "check", name, "--live")
    assert answer["lawful"] is True
    assert answer["faults"] == []
    assert answer["warnings"] == []
    assert answer["submission"]["rulebook"] == law.submissions()[name].book.id
    assert answer["submission"]["digest"].startswith("sha256:")


@pytest.mark.parametrize(
    ("name", "wagers"),
    [
        ("md-high-card-flush", {"flush_bonus", "straight_flush_bonus", "progressive"}),
        ("md-chase-the-flush", {"xtra_bonus", "same_suit", "progressive"}),
        ("ma-high-card-flush", {"flush_bonus", "straight_flush_bonus", "progressive"}),
    ],
)
def test_the_bundled_submissions_offer_every_optional_wager(name: str, wagers: set[str]) -> None:
    text = law.submissions()[name].folder.text("submission")
    assert all(f"[wagers.{wager}]" in text for wager in wagers)


def test_check_names_every_fault_with_its_clause(capsys: Capture) -> None:
    answer = json_of(
        capsys, "check", "md-high-card-flush", "--set", "table.seats=7",
        "--set", "wagers.progressive.initial=29999.99", "--set", "wagers.flush_bonus.paytable=Z", status=1,
    )  # fmt: skip
    assert answer["lawful"] is False
    faults = {(fault["code"], fault["clause"], fault["key"]) for fault in answer["faults"]}
    assert ("seats", "MD-HCF 2.A", "table.seats") in faults
    assert ("progressive_initial", "MD-HCF 12.E(2)(b)(i)", "wagers.progressive.initial") in faults
    assert ("paytable_unknown", "MD-HCF 12.B", "wagers.flush_bonus.paytable") in faults
    assert all(fault["message"] and fault["lawful"] and fault["value"] for fault in answer["faults"])


def test_check_in_words(capsys: Capture) -> None:
    assert run(["check", "md-high-card-flush", "--set", "table.seats=7"]) == 1
    printed = capsys.readouterr().out
    assert "table.seats = 7" in printed
    assert "(MD-HCF 2.A)" in printed
    assert "lawful: 1 to 6" in printed


@pytest.mark.parametrize("letter", ["E", "K"])
def test_a_printed_table_that_favours_the_player_is_lawful_and_warned_of(capsys: Capture, letter: str) -> None:
    answer = json_of(capsys, "check", "ma-high-card-flush", "--set", f"wagers.flush_bonus.paytable={letter}")
    assert answer["lawful"] is True
    assert [(warning["code"], warning["wager"], warning["clause"]) for warning in answer["warnings"]] == [
        ("player_advantage", "flush_bonus", "MA-HCF 11(c)")
    ]


@pytest.mark.parametrize("letter", "ABCDFGHIJLMN")
def test_the_other_tables_of_the_same_grid_are_not_warned_of(capsys: Capture, letter: str) -> None:
    assert (
        json_of(capsys, "check", "ma-high-card-flush", "--set", f"wagers.flush_bonus.paytable={letter}")["warnings"]
        == []
    )


@pytest.mark.parametrize("letter", ["E", "K"])
def test_under_marylands_row_the_advantage_is_gone(capsys: Capture, letter: str) -> None:
    answer = json_of(
        capsys, "check", "ma-high-card-flush", "--set", f"wagers.flush_bonus.paytable={letter}",
        "--set", "readings.flush_bonus_four_card_row=marylands",
    )  # fmt: skip
    assert answer["warnings"] == []


def test_a_meter_that_starts_too_high_is_warned_of(capsys: Capture) -> None:
    answer = json_of(capsys, "check", "md-high-card-flush", "--set", "wagers.progressive.initial=900000")
    assert [warning["wager"] for warning in answer["warnings"]] == ["progressive"]


def test_a_draft_is_lawful_but_not_for_a_live_table(capsys: Capture, tmp_path: Path) -> None:
    text = law.file_text("MD-HCF", "submission").replace("approved_on = 2026-10-01", "")
    draft = tmp_path / "draft.toml"
    draft.write_text(text, encoding="utf-8")
    assert json_of(capsys, "check", str(draft))["lawful"] is True
    answer = json_of(capsys, "check", str(draft), "--live", status=1)
    assert [fault["code"] for fault in answer["faults"]] == ["not_approved"]


def bad_files(folder: Path) -> dict[str, str]:
    """Name of the slip to the file that has it."""
    contents: dict[str, bytes] = {
        "malformed": b"rulebook = ",
        "repeated key": b'rulebook = "MD-HCF"\nrulebook = "MD-HCF"\n',
        "wrong type": b'rulebook = "MD-HCF"\n[table]\nseats = "six"\n',
        "huge number": b'rulebook = "MD-HCF"\n[table]\nseats = 1' + b"0" * 300 + b"\n",
        "number too long to read": b'rulebook = "MD-HCF"\n[table]\nseats = 1' + b"0" * 9000 + b"\n",
        "huge amount": b'rulebook = "MD-HCF"\n[table]\nminimum = "1' + b"0" * 300 + b'"\n',
        "float": b'rulebook = "MD-HCF"\n[table]\nminimum = 12.5\n',
        "infinity": b'rulebook = "MD-HCF"\n[table]\nminimum = inf\n',
        "unknown rulebook": b'rulebook = "NV-HCF"\n',
        "rulebook of another type": b"rulebook = 7\n",
        "no rulebook": b'operator = "Nobody"\n',
        "empty": b"",
        "binary": bytes(range(256)),
        "null bytes": b"\x00" * 64,
        "nested too deeply": b"a = " + b"[" * 5000 + b"]" * 5000,
        "impossible date": b'rulebook = "MD-HCF"\napproved_on = 2026-13-45\n',
        "date with a time": b'rulebook = "MD-HCF"\napproved_on = 2026-10-01T12:00:00\n',
        "table for text": b"[rulebook]\na = 1\n",
        "list for a table": b'rulebook = "MD-HCF"\nwagers = [1, 2]\n',
        "control characters": b'rulebook = "MD-HCF"\noperator = "a\\u0007b"\n',
        "too large": b"# " + b"x" * 2_000_000,
    }
    files = {}
    for name, content in contents.items():
        file = folder / f"{name.replace(' ', '-')}.toml"
        file.write_bytes(content)
        files[name] = str(file)
    files["directory"] = str(folder)
    files["missing"] = str(folder / "not-there.toml")
    return files


def test_what_cannot_be_read_gets_status_2_and_one_clear_message(capsys: Capture, tmp_path: Path) -> None:
    for name, file in bad_files(tmp_path).items():
        assert run(["check", file]) == 2, name
        captured = capsys.readouterr()
        assert captured.out == "", name
        assert captured.err.startswith("houserules: "), name
        assert "Traceback" not in captured.err, name
        assert len(captured.err) < 1000, name
        if name not in {"unknown rulebook"}:
            assert Path(file).name in captured.err, name


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", "no-such-submission"],
        ["check", "a\x00b.toml"],
        ["check", "md-high-card-flush", "--set", "nonsense"],
        ["check", "md-high-card-flush", "--set", "=1"],
        ["check", "md-high-card-flush", "--set", "table.seats.deeper=1"],
        ["check", "md-high-card-flush", "--set", "table.seats=six"],
        ["check", "md-high-card-flush", "--set", "rulebook=NV-HCF"],
        ["check", "md-high-card-flush", "--unknown"],
        ["paytables"],
        ["paytables", "NV-HCF"],
        ["paytables", "nj-hcf"],
        ["clauses", "NV-HCF"],
        ["clauses", "MD-HCF", "--status", "lost"],
        ["readings", "NV-HCF"],
        ["no-such-command"],
    ],
    ids=" ".join,
)
def test_slips_on_the_command_line_get_status_2(capsys: Capture, arguments: list[str]) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("houserules: ")
    assert "Traceback" not in captured.err


def test_rulebooks(capsys: Capture) -> None:
    books = json_of(capsys, "rulebooks")
    assert [book["id"] for book in books] == ["MD-HCF", "MD-CTF", "MA-HCF"]
    assert run(["rulebooks"]) == 0
    assert "Massachusetts" in capsys.readouterr().out


def test_clauses_as_data(capsys: Capture) -> None:
    clauses = json_of(capsys, "clauses")
    assert len(clauses) == 379 + 358 + 127
    assert {"id", "gist", "kind", "status", "tests"} <= set(clauses[0])
    kinds = {clause["kind"] for clause in clauses}
    assert kinds == {"definition", "equipment", "procedure", "rule", "payout", "irregularity"}
    assert {clause["status"] for clause in clauses} == {"enforced", "recorded", "printed", "declared"}
    assert len(json_of(capsys, "clauses", "MA-HCF")) == 127
    assert all(clause["status"] == "printed" for clause in json_of(capsys, "clauses", "--status", "printed"))


def test_clauses_in_words(capsys: Capture) -> None:
    assert run(["clauses", "MA-HCF"]) == 0
    assert "MA-HCF 13(f)" in capsys.readouterr().out


def test_readings(capsys: Capture) -> None:
    register = json_of(capsys, "readings")
    assert len(register) >= 39
    for reading in register:
        assert reading["default"] in reading["readings"]
        assert reading["question"]
        assert reading["reason"]
        assert reading["clauses"]
    assert run(["readings", "MD-HCF"]) == 0
    assert "ace_low_straight_flush" in capsys.readouterr().out


def test_paytables_as_data(capsys: Capture) -> None:
    maryland = json_of(capsys, "paytables", "MD-HCF")
    assert maryland["flush_bonus"]["A"]["seven_card_flush"] == "300 to 1"
    assert maryland["progressive"]["A"]["seven_card_straight_flush"] == "100%"
    assert maryland["progressive"]["A"]["five_card_straight_flush"] == "$250"
    assert maryland["envy_bonus"] == {
        "C": {"seven_card_straight_flush": "$200", "six_card_straight_flush": "$200"},
        "D": {"seven_card_straight_flush": "$250"},
        "E": {"seven_card_straight_flush": "$250"},
    }
    chase = json_of(capsys, "paytables", "MD-CTF")
    assert chase["wheel"]["A"]["$1,000"] == "$1000"
    assert chase["community_pay"]["C"] == {"$350": "$100", "$150": "$50", "$55": "$15"}
    assert list(chase["same_suit"]["A"])[:2] == ["seven_card_straight_flush", "six_card_straight_flush"]
    assert json_of(capsys, "paytables", "MA-HCF")["straight_flush_bonus"]["G"]["three_card_straight_flush"] == "Bonus"


def test_paytables_in_words(capsys: Capture) -> None:
    for identity in ("MD-HCF", "MD-CTF", "MA-HCF"):
        assert run(["paytables", identity]) == 0
        assert "seven card" in capsys.readouterr().out


def test_the_figures_of_all_paytables(capsys: Capture) -> None:
    figures = json_of(capsys, "paytables", "MD-HCF", "--edges")
    assert list(figures) == ["flush_bonus", "straight_flush_bonus", "progressive"]
    assert figures["flush_bonus"]["A"]["house_edge"]["decimal"].startswith("0.0780715")
    assert figures["progressive"]["D"]["break_even_meter"]["decimal"].startswith("230226.52")
    assert figures["flush_bonus"]["A"]["countability"]["with_a_shuffle_each_round"]["exact"] == "0"
    for identity in ("MD-HCF", "MD-CTF", "MA-HCF"):
        assert run(["paytables", identity, "--edges"]) == 0
        printed = capsys.readouterr().out
        assert "Counting cards gains nothing" in printed
        assert "does to the edge, in points" in printed


def test_the_tour_shows_it_all(capsys: Capture) -> None:
    assert run(["tour"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("  lawful") == 3
    assert "MD-CTF wheel" in printed


def test_help_and_version(capsys: Capture) -> None:
    assert run(["--help"]) == 0
    assert "paytables" in capsys.readouterr().out
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == "1.0.0"


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    program = f"{sys.executable} -m houserules clauses | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "Traceback" not in done.stderr
    assert done.stdout.splitlines()[-1] == "0"


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_reader_that_is_gone_already_is_no_error(tmp_path: Path, form: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    program = [sys.executable, "-m", "houserules", "clauses", *form]
    done = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, text=True, check=False, cwd=tmp_path)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_reader_that_is_gone_does_not_make_an_unlawful_submission_lawful(tmp_path: Path, form: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    program = [sys.executable, "-m", "houserules", "check", "md-high-card-flush", "--set", "table.seats=9", *form]
    done = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, text=True, check=False, cwd=tmp_path)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")
