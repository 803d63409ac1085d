"""What people expect of any command line: standard input, tables for other programs, quiet, no colors, completion."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import polars
import pytest

from houserules.cli.files import read_count
from houserules.cli.main import run

ROOT = Path(__file__).parents[2]
SCENARIO = ROOT / "examples" / "scenarios" / "high-card-flush.toml"
HAND = "Qs 9s 4d 3c 2h Jh 7d"


def houserules(*arguments: str, given: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "houserules", *arguments], input=given, capture_output=True, text=True, check=False,
        env={**os.environ, **variables},
    )  # fmt: skip


@cache
def completion(shell: str) -> str:
    return houserules("completion", shell).stdout


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_dash_is_standard_input() -> None:
    from_file = houserules("settle", str(SCENARIO), "--json")
    piped = houserules("settle", "-", "--json", given=SCENARIO.read_text())
    assert (piped.returncode, piped.stdout) == (0, from_file.stdout)
    as_json = houserules("settle", "-", given='{"seats": 1}')
    assert as_json.returncode == 2
    assert "/dev/stdin" in as_json.stderr
    unlawful = houserules("check", "-", given=(ROOT / "examples" / "submissions" / "unlawful.toml").read_text())
    assert unlawful.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "columns"),
    [
        (["check", "MD-HCF", "--set", "table.seats=9"], ["kind", "key", "clause", "message", "lawful"]),
        (["rulebooks"], ["id", "version", "in_force"]),
        (["paytables", "md-hcf"], ["wager", "paytable", "line", "pays"]),
        (["clauses", "md-high-card-flush"], ["id", "gist", "kind", "status", "proof", "tests"]),
        (["settle", str(SCENARIO)], ["seat", "wager", "staked", "outcome"]),
        (["hand", "md-hcf", HAND], ["action", "value", "best"]),
    ],
    ids=lambda value: value[0],
)
def test_a_table_as_csv(arguments: list[str], columns: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    run([*arguments, "--csv"])
    rows = table(capsys.readouterr().out)
    assert rows
    assert list(rows[0])[: len(columns)] == columns


def test_csv_has_the_values_of_the_data(capsys: pytest.CaptureFixture[str]) -> None:
    run(["hand", "md-hcf", HAND, "--csv"])
    rows = table(capsys.readouterr().out)
    run(["hand", "md-hcf", HAND, "--json"])
    data = json.loads(capsys.readouterr().out)
    assert [row["action"] for row in rows] == [each["action"] for each in data["options"]]
    assert [float(row["value"]) for row in rows] == pytest.approx(
        [float(e["ev"]["decimal"]) for e in data["options"]]
    )


def test_a_table_as_parquet(tmp_path: Path) -> None:
    assert run(["paytables", "MD-HCF", "--parquet", str(tmp_path / "pays.parquet")]) == 0
    frame = polars.read_parquet(tmp_path / "pays.parquet")
    assert frame.columns == ["wager", "paytable", "line", "pays"]
    assert run(["paytables", "MD-HCF", "--parquet", str(tmp_path / "no" / "such" / "folder")]) == 2


def test_one_form_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rulebooks", "--json", "--csv"]) == 2
    assert "expected one of them" in capsys.readouterr().err


def test_cards_need_no_blanks(capsys: pytest.CaptureFixture[str]) -> None:
    run(["hand", "md-hcf", HAND.replace(" ", ""), "--json"])
    without = capsys.readouterr().out
    run(["hand", "md-hcf", HAND, "--json"])
    assert without == capsys.readouterr().out
    assert run(["hand", "md-hcf", "Qs9s4d3c2hJh7x"]) == 2
    assert "'7x' is not a card" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["MD-CTF", "md-ctf", "md-chase-the-flush"])
@pytest.mark.parametrize("command", ["check", "paytables", "clauses", "readings"])
def test_a_rulebook_or_its_submission_may_be_named(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, name]) == 0
    assert "MD-CTF" in capsys.readouterr().out


def test_a_key_that_was_probably_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "md-hcf", "--set", "table.seat=5"]) == 1
    assert "table.seats, if that was meant" in capsys.readouterr().out


def test_the_version_in_short() -> None:
    assert houserules("-V").stdout == houserules("--version").stdout != ""


def test_no_colors() -> None:
    colored = houserules("check", "md-hcf", FORCE_COLOR="1")
    assert "\x1b[" in colored.stdout
    plain = houserules("check", "md-hcf", "--no-color", FORCE_COLOR="1")
    assert "\x1b[3" not in plain.stdout
    assert plain.returncode == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "paytables" in script
    assert "--parquet" in script


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("ch", {"check"}),
        ("check md", {"md-high-card-flush", "md-chase-the-flush"}),
        ("paytables MD", {"MD-HCF", "MD-CTF"}),
        ("check --q", {"--quiet"}),
        ("settle scen", set()),
    ],
)
def test_bash_completes_names_and_leaves_the_rest_to_files(typed: str, offered: set[str]) -> None:
    asked = f"""
        COMP_WORDS=(houserules {typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); last="${{COMP_WORDS[COMP_CWORD]}}"
        read -ra registered <<<"$(complete -p houserules)"
        [[ "${{registered[*]}}" == *"-o default"* ]] || exit 1
        "${{registered[-2]}}" houserules "$last" ""; printf '%s\n' "${{COMPREPLY[@]}}"
    """
    script = completion("bash")
    done = subprocess.run(["bash"], input=script + asked, text=True, capture_output=True, check=True)
    assert (set(done.stdout.split()), done.stderr) == (offered, "")


def test_zsh_calls_what_the_script_defines_and_completes_names() -> None:
    """A file of $fpath runs whole; one that only defines another function would complete nothing."""
    script = completion("zsh")
    (function,) = re.findall(r"^(\w*_houserules)\(\) \{", script, re.MULTILINE)
    assert script.startswith("#compdef houserules\n")
    assert f'{function} "$@"' in script.splitlines()[-4]
    assert "lists them; absent\\: all of them.:_houserules_given'" in script
    assert "'--quiet[Show no progress.]'" in script


def test_fish_completes_names() -> None:
    script = completion("fish")
    assert "-n 'not __fish_use_subcommand' -a 'md-high-card-flush" in script
    assert "complete -c houserules -l quiet" in script


@pytest.mark.parametrize(
    ("arguments", "columns"),
    [
        (["readings", "md-hcf"], ["rulebook", "id", "title", "clauses"]),
        (["readings", "md-hcf", "--prices"], ["rulebook", "reading", "default", "choice", "wager"]),
        (["paytables", "md-hcf", "--edges"], ["wager", "paytable", "house_edge"]),
        (["risk", "md-hcf", "--rounds", "10"], ["level", "net", "dollars"]),
        (["risk", "md-hcf", "--seats", "1", "--wagers", "base"], ["period", "rounds", "win"]),
        (["leak", "md-hcf", "--dealer-card"], ["known", "value", "without", "gain"]),
        (["design", "md-hcf", "--edge", "5%", "--answers", "2"], ["seven_card_flush", "six_card_flush"]),
        (["design", "md-ctf", "--edge", "25%", "--wager", "progressive", "--answers", "2"], ["Jackpot", "$1,000"]),
    ],
    ids=lambda value: " ".join(value[:3]),
)
def test_every_table_as_csv(arguments: list[str], columns: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*arguments, "--csv"]) == 0
    rows = table(capsys.readouterr().out)
    assert rows
    assert list(rows[0])[: len(columns)] == columns
    assert not [cell for row in rows for cell in row.values() if "{" in cell]


@pytest.mark.parametrize(
    ("arguments", "head"),
    [
        (["check", "md-hcf"], "kind,key,clause,message,lawful"),
        (["compare", "md-hcf", "md-hcf"], "key,a,b,clauses,wager,worth"),
    ],
    ids=["check", "compare"],
)
def test_a_table_without_rows_has_its_columns(
    arguments: list[str], head: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--csv", "--parquet", str(tmp_path / "table.parquet")]) == 0
    assert capsys.readouterr().out == f"{head}\n"
    assert polars.read_parquet(tmp_path / "table.parquet").columns == head.split(",")


@pytest.mark.parametrize(("text", "count"), [("2.5e3", 2500), ("1e3", 1000), ("1_000", 1000), ("1.50e2", 150)])
def test_counts_as_people_write_them(text: str, count: int) -> None:
    assert read_count(text) == count


@pytest.mark.parametrize("text", ["1.5", "1.55e1", "e5", ".e2", "1e", "1e-3", "1e²", "1.2.3e5", "many"])
def test_what_is_no_whole_number(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number"):
        read_count(text)


@pytest.mark.parametrize(
    ("override", "meant"),
    [
        ("payout_limit.per_hnad=5", "payout_limit.per_hand"),
        ("table.max=5", "table.maximum"),
        ("tabel.seats=5", "table"),
    ],
)
def test_a_key_that_stands_there_already_may_be_meant(
    override: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", "md-hcf", "--set", override]) == 1
    assert f"lawful: {meant}, if that was meant" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "meant"), [("MD-HFC", "MD-HCF"), ("md-hgih-card-flush", "md-high-card-flush")])
def test_a_name_that_was_probably_meant(name: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", name]) == 2
    assert f"did you mean {meant}?" in capsys.readouterr().err


def test_a_key_of_a_scenario_that_was_probably_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["settle", str(SCENARIO), "--set", "deeler=x"]) == 2
    assert "--set deeler=x: no such key; did you mean dealer?" in capsys.readouterr().err


def test_a_scenarios_submission_is_changed_by_either_path(capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for path in ("wagers.flush_bonus.paytable=B", "submission.wagers.flush_bonus.paytable=B"):
        assert run(["settle", str(SCENARIO), "--set", path, "--json"]) == 0
        answers.append(capsys.readouterr().out)
    assert run(["settle", str(SCENARIO), "--json"]) == 0
    assert answers[0] == answers[1] != capsys.readouterr().out


def test_a_reader_of_messages_who_has_left_changes_no_status() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-m", "houserules", "check", "nothing"], stderr=writing, check=False)
    os.close(writing)
    assert done.returncode == 2
