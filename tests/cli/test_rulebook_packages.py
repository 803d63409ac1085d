"""Rulebooks from installed packages: every command takes them as it takes its own; a broken one is told, and how."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from houserules.cli.main import run
from tests.support.packages import install, run_with

NAME = "example_rules"
COMMANDS = """
import contextlib, io, json, sys
from houserules.cli.main import run
answers = []
for arguments in json.loads(sys.argv[1] if len(sys.argv) > 1 else {commands!r}):
    out, err = io.StringIO(), io.StringIO()
    sys.stdin = io.StringIO("\\n" * 30)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(arguments)
    answers.append([status, out.getvalue(), err.getvalue()])
print(json.dumps(answers))
"""


def answers_of(site: Path, *commands: list[str], **variables: str) -> list[tuple[int, str, str]]:
    done = run_with(site, COMMANDS.format(commands=json.dumps(commands)), **variables)
    assert done.returncode == 0, done.stderr
    return [tuple(each) for each in json.loads(done.stdout)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with two rulebooks and an index; the second is another version of the first."""
    site = tmp_path_factory.mktemp("site")
    package = install(site, NAME, NAME)
    first, second = package / "delaware_high_card_flush", package / "delaware_high_card_flush_2"
    assert run(["rulebook", "new", str(first), "--like", "MA-HCF", "--id", "DE-HCF"]) == 0
    shutil.copytree(first, second)
    text = (second / "rulebook.toml").read_text(encoding="utf-8").replace('version      = "1"', 'version = "2"')
    (second / "rulebook.toml").write_text(text.replace("in_force     = 2", "in_force     = 3"), encoding="utf-8")
    pays = (second / "paytables.toml").read_text(encoding="utf-8").replace('pays = "300 to 1"', 'pays = "250 to 1"')
    (second / "paytables.toml").write_text(pays, encoding="utf-8")
    (package / "index.toml").write_text(f'folders = ["{first.name}", "{second.name}"]\n', encoding="utf-8")
    return site


def test_every_command_takes_a_rulebook_from_a_package(site: Path, tmp_path: Path) -> None:
    scenario, out = tmp_path / "scenario.toml", str(tmp_path / "round.json")
    scenario.write_text(
        'submission = "delaware-high-card-flush"\ndealer = "9h 6h 2h Ks Qd 4c 3c"\n[[seats]]\nseat = 1\n'
        'cards = "As Ks Qs Js 9s 7s 5s"\nwagers = {ante = "10", flush_bonus = "5"}\naction = "raise 30"\n'
        .replace("As Ks", "As Ts"), encoding="utf-8",
    )  # fmt: skip
    answers = answers_of(
        site, ["rulebooks", "--json"], ["check", "delaware-high-card-flush", "--json"],
        ["paytables", "DE-HCF@1", "--json"], ["paytables", "DE-HCF@2", "--json"], ["clauses", "DE-HCF", "--json"],
        ["readings", "DE-HCF", "--json"], ["settle", str(scenario), "--json"],
        ["deal", "delaware-high-card-flush", "--seed", "3", "--out", out], ["replay", out, "--json"],
        ["explain", out, "--json"], ["tour"], ["rulebook", "check", str(site / NAME)],
    )  # fmt: skip
    assert [status for status, _, _ in answers] == [0] * len(answers), answers
    rows = [row for row in json.loads(answers[0][1]) if row["id"] == "DE-HCF"]
    assert [(row["version"], row["in_force"][0], row["origin"]) for row in rows] == [
        ("1", "2", f"package {NAME}"), ("2", "3", f"package {NAME}"),
    ]  # fmt: skip
    assert rows[0]["digest"] != rows[1]["digest"]
    assert json.loads(answers[1][1])["submission"]["rulebook"] == "DE-HCF"
    first, second = (json.loads(answers[place][1])["flush_bonus"]["A"]["seven_card_flush"] for place in (2, 3))
    assert (first, second) == ("300 to 1", "250 to 1")
    lines = {line["wager"]: line for line in json.loads(answers[6][1])["seats"][0]["wagers"]}
    assert lines["flush_bonus"]["odds"] == "300 to 1"
    assert json.loads(Path(out).read_bytes())["law"] == {
        "rulebook": "DE-HCF", "version": "1", "digest": rows[0]["digest"],
    }  # fmt: skip


def test_packages_and_folders_stand_beside_each_other(site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "nj_hcf"
    assert run(["rulebook", "new", str(folder), "--like", "MD-HCF"]) == 0
    (listed,) = answers_of(site, ["rulebooks", "--json"], HOUSERULES_RULEBOOKS=str(folder))
    assert [(row["id"], row["version"]) for row in json.loads(listed[1])] == [
        ("MD-HCF", "1.0"), ("MD-CTF", "1"), ("MA-HCF", "1"), ("DE-HCF", "1"), ("DE-HCF", "2"), ("NJ-HCF", "1"),
    ]  # fmt: skip


def _rulebook(package: Path) -> Path:
    folder = package / "one"
    assert run(["rulebook", "new", str(folder), "--like", "MA-HCF", "--id", "DE-HCF"]) == 0
    (package / "index.toml").write_text('folders = ["one"]\n', encoding="utf-8")
    return folder


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


BROKEN: dict[str, tuple[str, list[str]]] = {
    "a package that is not there": ("no_such_package", ["entry point example_rules", "no_such_package"]),
    "a module that is no package": ("json.decoder", ["json.decoder", "no package that can be imported"]),
    "a package that fails": (NAME, ["example_rules", "RuntimeError: out of order"]),
    "an index that is no TOML": (NAME, ["package example_rules/index.toml: this is not TOML"]),
    "a package without a rulebook": (NAME, ["package example_rules: there is no rulebook.toml here"]),
    "a rulebook with two faults": (
        NAME,
        [
            "package example_rules/one/rulebook.toml: line ", "'loses' is not a word that is known here",
            "package example_rules/one/paytables.toml: line ", "'eight' is not what a line pays",
        ],
    ),
    "a rulebook without a version": (NAME, ["package example_rules/one/rulebook.toml: line 1: version is missing"]),
    "a game that cannot be imported": (
        NAME, ["package example_rules: index.toml names example_rules.play:GAME, which cannot be imported"]
    ),
}  # fmt: skip


def _break(name: str, package: Path) -> None:
    if name == "a package that fails":
        (package / "__init__.py").write_text('raise RuntimeError("out of order")\n', encoding="utf-8")
    elif name == "an index that is no TOML":
        (package / "index.toml").write_text("folders = [", encoding="utf-8")
    elif name == "a rulebook with two faults":
        folder = _rulebook(package)
        _edit(folder / "rulebook.toml", 'is = "lose"', 'is = "loses"')
        _edit(folder / "paytables.toml", 'pays = "8000 to 1"', 'pays = "eight"')
    elif name == "a rulebook without a version":
        _edit(_rulebook(package) / "rulebook.toml", 'version      = "1"', "")
    elif name == "a game that cannot be imported":
        _edit(_rulebook(package) / "rulebook.toml", 'game         = "high_card_flush"', 'game = "old_maid"')
        index = 'folders = ["one"]\n[games]\nold_maid = "example_rules.play:GAME"\n'
        (package / "index.toml").write_text(index, encoding="utf-8")


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_package_is_told_without_a_traceback(name: str, tmp_path: Path) -> None:
    entry, says = BROKEN[name]
    _break(name, install(tmp_path / "site", NAME, entry))
    database = str(tmp_path / "house.db")
    answers = answers_of(
        tmp_path / "site", ["rulebooks"], ["paytables", "DE-HCF"], ["serve", "--db", database, "--port", "0"]
    )
    for status, out, err in answers:
        assert status == 2
        assert out == ""
        assert err.startswith("houserules: ")
        for each in says:
            assert each in err
        assert "Traceback" not in err
    assert not Path(database).exists()
