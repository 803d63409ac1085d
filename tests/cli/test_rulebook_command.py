"""``rulebook new`` and ``check``: a copy is clean, every command takes it, and every damage to it is found."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from houserules import law
from houserules.cli.main import run
from houserules.installed import VARIABLE
from tests.cli.damages import DAMAGES, Damage

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).resolve().parent.parent.parent
SCENARIOS = {
    "MD-HCF": "high-card-flush", "MD-CTF": "chase-the-flush", "MA-HCF": "massachusetts-from-a-deck",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _nothing_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """``--rulebooks`` sets the variable for the process; here that is the process of all tests."""
    monkeypatch.setenv(VARIABLE, "")


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """An untouched copy of each bundled rulebook."""
    made = {}
    for identity in ("MD-HCF", "MD-CTF", "MA-HCF"):
        made[identity] = tmp_path_factory.mktemp("law") / f"copy_{identity.lower().replace('-', '_')}"
        assert run(["rulebook", "new", str(made[identity]), "--like", identity]) == 0
    return made


def answer_of(capsys: Capture, *arguments: str, status: int = 0) -> Any:
    assert run([*arguments, "--json"]) == status, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("identity", law.rulebook_ids())
def test_an_untouched_copy_is_clean(identity: str, copies: dict[str, Path], capsys: Capture) -> None:
    folder = copies[identity]
    assert run(["rulebook", "check", str(folder)]) == 0
    assert capsys.readouterr().out.replace("\n", " ") == f"{folder}: 1 rulebook, no faults "
    assert answer_of(capsys, "rulebook", "check", str(folder)) == {"folders": [str(folder)], "faults": []}


@pytest.mark.parametrize("how", ["option", "equals", "variable", "the folder above"])
@pytest.mark.parametrize("identity", law.rulebook_ids())
def test_every_command_takes_the_copy(
    identity: str, how: str, copies: dict[str, Path], capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = copies[identity]
    name, own = folder.name.replace("_", "-"), folder.name.replace("_", "-").upper()
    here: list[str] = {
        "option": ["--rulebooks", str(folder)], "equals": [f"--rulebooks={folder}"], "variable": [],
        "the folder above": ["--rulebooks", str(folder.parent)],
    }[how]  # fmt: skip
    if how == "variable":
        monkeypatch.setenv(VARIABLE, str(folder))
    listed = {row["id"]: row for row in answer_of(capsys, *here, "rulebooks")}
    assert list(listed) == ["MD-HCF", "MD-CTF", "MA-HCF", own]
    assert {key: listed[own][key] for key in ("game", "title", "clauses", "paytables", "readings")} == {
        key: listed[identity][key] for key in ("game", "title", "clauses", "paytables", "readings")
    }
    assert answer_of(capsys, *here, "check", name)["submission"]["rulebook"] == own
    assert answer_of(capsys, *here, "paytables", own) == answer_of(capsys, *here, "paytables", identity)
    clauses = answer_of(capsys, *here, "clauses", own)
    assert clauses[0]["id"].startswith(f"{own} ")
    assert len(clauses) == len(answer_of(capsys, *here, "clauses", identity))
    assert answer_of(capsys, *here, "readings", own)
    scenario = tmp_path / "scenario.toml"
    text = (ROOT / "examples" / "scenarios" / f"{SCENARIOS[identity]}.toml").read_text(encoding="utf-8")
    bundled = next(name for name, edition in law.submissions().items() if edition.id == identity)
    scenario.write_text(text.replace(f'"{bundled}"', f'"{name}"'), encoding="utf-8")
    settled = json.dumps(answer_of(capsys, *here, "settle", str(scenario)))
    scenario.write_text(text, encoding="utf-8")
    assert settled.replace(own, identity) == json.dumps(answer_of(capsys, *here, "settle", str(scenario)))
    out = str(tmp_path / "round.json")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 30))
    assert run([*here, "deal", name, "--seed", "7", "--out", out]) == 0
    assert json.loads(Path(out).read_bytes())["law"]["rulebook"] == own
    assert run([*here, "replay", out]) == 0
    assert run([*here, "explain", out]) == 0
    assert f"{own} " in capsys.readouterr().out


def test_what_new_makes(tmp_path: Path, capsys: Capture) -> None:
    assert run(["rulebook", "new", str(tmp_path / "nj_hcf"), "--like", "MD-HCF@1.0"]) == 0
    assert "NJ-HCF, like MD-HCF version 1.0" in capsys.readouterr().out
    assert run(["rulebook", "new", str(tmp_path / "deeper" / "delaware"), "--like", "MD-CTF"]) == 0
    assert "DELAWARE-CTF, like MD-CTF" in capsys.readouterr().out
    assert run(["rulebook", "new", str(tmp_path / "x"), "--like", "MA-HCF", "--id", "PA-HCF"]) == 0
    assert "PA-HCF, like MA-HCF" in capsys.readouterr().out
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / "nj_hcf").iterdir()}
    assert set(texts) == {"rulebook", "paytables", "clauses", "readings", "submission"}
    assert 'id           = "NJ-HCF"' in texts["rulebook"]
    assert 'version      = "1"' in texts["rulebook"]
    assert texts["paytables"] == law.file_text("MD-HCF", "paytables")
    assert all(
        text.count('rulebook = "NJ-HCF"') == 1 for file, text in texts.items() if file in ("clauses", "readings")
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["there"], "this is there already; name a folder that is not"),
        (["md_hcf"], "there is a rulebook of this id already; choose another"),
        (["mine", "--id", "lower-case"], "'lower-case' is not an id"),
        (["mine", "--id", "NOHYPHEN"], "such as NJ-HCF"),
        (["2026"], "'2026-HCF' is not an id"),
    ],
)
def test_what_new_does_not_make(arguments: list[str], says: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "there").mkdir()
    folder, *rest = arguments
    assert run(["rulebook", "new", str(tmp_path / folder), "--like", "MD-HCF", *rest]) == 2
    assert says in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


@pytest.mark.parametrize("like", ["NV-HCF", "MD-HCF@9", ""])
def test_new_like_one_that_is_not_there(like: str, tmp_path: Path, capsys: Capture) -> None:
    assert run(["rulebook", "new", str(tmp_path / "nv_hcf"), "--like", like]) == 2
    assert f"there is no rulebook '{like}'; there are MD-HCF" in capsys.readouterr().err


def damaged(copies: dict[str, Path], tmp_path: Path, *damages: Damage) -> tuple[Path, list[int]]:
    """A copy with these damages, and the line of each change."""
    folder = tmp_path / copies[damages[0].book].name
    shutil.copytree(copies[damages[0].book], folder)
    for damage in damages:
        path = folder / f"{damage.file}.toml"
        text = path.read_text(encoding="utf-8")
        assert damage.old in text, damage.old
        path.write_text(text.replace(damage.old, damage.new, 1), encoding="utf-8")
    return folder, [line_of(folder, damage) for damage in damages]


def line_of(folder: Path, damage: Damage) -> int:
    """The line that the fault should name; 0 where any will do."""
    text = (folder / f"{damage.file}.toml").read_text(encoding="utf-8")
    if isinstance(damage.at, int):
        return text.count("\n", 0, text.index(damage.new)) + 1 + damage.at
    return text.count("\n", 0, text.index(damage.at)) + 1 if damage.at else 0


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_found(name: str, copies: dict[str, Path], tmp_path: Path, capsys: Capture) -> None:
    damage = DAMAGES[name]
    folder, (line,) = damaged(copies, tmp_path, damage)
    faults = answer_of(capsys, "rulebook", "check", str(folder), status=1)["faults"]
    told = [fault for fault in faults if damage.says in fault]
    assert told, faults
    where = re.fullmatch(rf"{re.escape(str(folder))}/(\w+)\.toml: line (\d+): .+", told[0])
    assert where is not None, told
    if line:
        assert (where[1], int(where[2])) == (damage.file, line), told
    assert run(["rulebook", "check", str(folder)]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_there_are_enough_kinds_of_damage() -> None:
    assert len(DAMAGES) >= 45


TOGETHER = (
    "a value without its clause", "an unknown order of dealing", "a line that no hand can make",
    "a pay line cites an unknown clause", "an unknown line", "a clause without status", "a gap in the numbering",
    "a reading chosen by an unknown key", "a switch that is perhaps", "an unknown kind",
)  # fmt: skip


def test_all_faults_are_told_at_once(copies: dict[str, Path], tmp_path: Path, capsys: Capture) -> None:
    damages = [DAMAGES[name] for name in TOGETHER]
    folder, _ = damaged(copies, tmp_path, *damages)
    faults = answer_of(capsys, "rulebook", "check", str(folder), status=1)["faults"]
    missing = [damage.says for damage in damages if not any(damage.says in fault for fault in faults)]
    assert missing == ["no submission has this key; known are operator"]  # Another reading does not load at all.
    assert run(["--rulebooks", str(folder), "paytables", "COPY-MA-HCF"]) == 2
    told = capsys.readouterr().err
    assert all(fault in told for fault in faults)
    assert "Traceback" not in told


def test_all_rulebooks_of_a_folder_are_checked(copies: dict[str, Path], tmp_path: Path, capsys: Capture) -> None:
    for name, damage in (("one", DAMAGES["no seats"]), ("two", DAMAGES["an unknown role"])):
        (tmp_path / name).mkdir()
        folder, _ = damaged(copies, tmp_path / name, damage)
        shutil.move(folder, tmp_path / f"law_{name}")
    clean = tmp_path / "law_three"
    shutil.copytree(copies["MD-CTF"], clean)
    faults = answer_of(capsys, "rulebook", "check", str(tmp_path), status=1)["faults"]
    assert {fault.partition("/rulebook.toml")[0].rpartition("/")[2] for fault in faults} == {"law_one", "law_two"}
    assert f"law_two/rulebook.toml: line 8: COPY-MA-HCF version 1 is in {tmp_path}/law_one already" in faults[0]
    assert any("law_one/rulebook.toml" in fault and "0 is not possible" in fault for fault in faults)
    assert any("law_two/rulebook.toml" in fault and "'waiter' is not a word" in fault for fault in faults)


@pytest.mark.parametrize("file", ["rulebook", "paytables", "clauses", "readings"])
def test_a_missing_file_is_told(file: str, copies: dict[str, Path], tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "law" / "one"
    shutil.copytree(copies["MA-HCF"], folder)
    (folder / f"{file}.toml").unlink()
    (tmp_path / "law" / "index.toml").write_text('folders = ["one"]\n', encoding="utf-8")
    faults = answer_of(capsys, "rulebook", "check", str(tmp_path / "law"), status=1)["faults"]
    assert faults == [f"{tmp_path}/law/one/{file}.toml: this file is missing"]


def test_a_rulebook_without_a_submission_is_clean(copies: dict[str, Path], tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "one"
    shutil.copytree(copies["MA-HCF"], folder)
    (folder / "submission.toml").unlink()
    assert answer_of(capsys, "rulebook", "check", str(folder))["faults"] == []
    assert "one" not in law.submissions()


def test_a_file_that_is_no_text_is_told(copies: dict[str, Path], tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "one"
    shutil.copytree(copies["MA-HCF"], folder)
    content = (folder / "paytables.toml").read_bytes()
    (folder / "paytables.toml").write_bytes(content.replace(b"300 to 1", b"300 \xff 1", 1))
    faults = answer_of(capsys, "rulebook", "check", str(folder), status=1)["faults"]
    assert faults == [f"{folder}/paytables.toml: line 2: this is not text in UTF-8"]


def test_a_submission_that_is_no_toml_is_told(copies: dict[str, Path], tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "one"
    shutil.copytree(copies["MA-HCF"], folder)
    (folder / "submission.toml").write_text('rulebook = "COPY-MA-HCF"\n[table\n', encoding="utf-8")
    (fault,) = answer_of(capsys, "rulebook", "check", str(folder), status=1)["faults"]
    assert fault.startswith(f"{folder}/submission.toml: ")
    assert "line 2" in fault


def test_an_id_and_version_that_are_installed_already(tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "md_high_card_flush"
    shutil.copytree(ROOT / "src" / "houserules" / "rulebooks" / "md_high_card_flush", folder)
    (fault,) = answer_of(capsys, "rulebook", "check", str(folder), status=1)["faults"]
    assert fault == f"{folder}/rulebook.toml: line 8: MD-HCF version 1.0 is in md_high_card_flush already"
    assert run(["--rulebooks", str(folder), "rulebooks"]) == 2
    assert "MD-HCF version 1.0 stands in md_high_card_flush already" in capsys.readouterr().err


def test_a_folder_in_use_is_not_held_against_itself(
    copies: dict[str, Path], monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv(VARIABLE, str(copies["MA-HCF"]))
    assert answer_of(capsys, "rulebook", "check", str(copies["MA-HCF"]))["faults"] == []


INDEXES: dict[str, tuple[str, int, str]] = {
    "a folder that is not there": ('folders = ["two"]', 1, "/two/rulebook.toml: this file is missing"),
    "a game that nobody plays": (
        'folders = ["one"]\n[games]\nold_maid = "no_such_module:GAME"',
        1,
        "games.old_maid = 'no_such_module:GAME': ",
    ),
    "a value that is no game": (
        'folders = ["one"]\n[games]\nold_maid = "json:dumps"',
        1,
        "does not have the words of this game",
    ),
    "a solver that is not there": (
        'folders = ["one"]\n[solvers]\nhigh_card_flush = "no_such_module:SOLVER"',
        1,
        "there is no module no_such_module",
    ),
    "no TOML": ("folders = [", 2, "index.toml: this is not TOML"),
    "an unknown key": ('folders = ["one"]\nlamps = 1', 2, "unknown lamps; an index has folders, games, solvers"),
    "no folders": ("", 2, "folders is a list with the names of one folder or more"),
    "folders that are no names": ("folders = [1]", 2, "folders is a list with the names of one folder or more"),
    "a module without an attribute": ('folders = ["one"]\n[games]\nx = "json"', 2, 'with "module:ATTRIBUTE"'),
}


@pytest.mark.parametrize("name", INDEXES)
def test_an_index_that_is_not_right(name: str, copies: dict[str, Path], tmp_path: Path, capsys: Capture) -> None:
    text, status, says = INDEXES[name]
    shutil.copytree(copies["MA-HCF"], tmp_path / "one")
    (tmp_path / "index.toml").write_text(text, encoding="utf-8")
    assert run(["rulebook", "check", str(tmp_path)]) == status
    captured = capsys.readouterr()
    assert says in (captured.out + captured.err).replace("\n", "")
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: None, "no such folder"),
        (lambda path: path.mkdir(), "there is no rulebook.toml here, nor in a folder here, nor an index.toml"),
        (lambda path: path.write_text("", encoding="utf-8"), "no such folder"),
    ],
    ids=["nothing", "an empty folder", "a file"],
)
def test_a_folder_that_holds_no_rulebook(make: Any, says: str, tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "law"
    make(folder)
    for arguments in (["rulebook", "check", str(folder)], ["--rulebooks", str(folder), "rulebooks"]):
        assert run(arguments) == 2
        told = capsys.readouterr().err.replace("\n", " ")
        assert says in told
        assert str(folder) in told
        assert "Traceback" not in told


@pytest.mark.parametrize("arguments", [["--rulebooks"], ["rulebooks", "--rulebooks="], ["--rulebooks", ""]])
def test_an_option_without_a_folder(arguments: list[str], capsys: Capture) -> None:
    assert run(arguments) == 2
    assert "name one that holds rulebooks" in capsys.readouterr().err
