"""The page on writing a rulebook, followed step by step in an empty folder."""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from houserules.cli.main import run
from houserules.installed import GROUP, VARIABLE
from tests.docs.test_pages import ROOT, find

PAGE = ROOT / "docs" / "writing-a-rulebook.md"
BLOCK = re.compile(r"```(console|diff|toml)\n(.*?)```", re.DOTALL)


def test_the_page_can_be_followed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, "")
    done = 0
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        match kind:
            case "console":
                for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                    follow(part, capsys, monkeypatch)
                    done += 1
            case "diff":
                edit(text)
            case "toml":
                write(text)
    assert done >= 14
    project = tomllib.loads(Path("package/pyproject.toml").read_text(encoding="utf-8"))["project"]
    ((name, value),) = project["entry-points"][GROUP].items()
    assert Path("package", EntryPoint(name, value, GROUP).module, "index.toml").is_file()


def follow(part: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    command, _, expected = part.partition("\n")
    words = shlex.split(command)
    if words[0] != "houserules":
        subprocess.run(words, check=True)
        return
    monkeypatch.setenv(VARIABLE, "")
    run(words[1:])
    captured = capsys.readouterr()
    printed = [line.rstrip() for line in (captured.out + captured.err).splitlines()]
    place = 0
    for piece in re.split(r"^…$", expected, flags=re.MULTILINE):
        lines = [line.rstrip() for line in piece.strip("\n").splitlines()]
        if lines:
            place = find(printed, lines, place)
            assert place >= 0, f"`{command}` does not print\n{piece}\nbut\n" + "\n".join(printed)
            place += len(lines)
    if not re.search(r"^…$", expected, flags=re.MULTILINE):
        assert len(printed) == len(expected.strip("\n").splitlines()), printed


def edit(text: str) -> None:
    """Each line that goes is replaced by the one below it; one that ends in … stands for a whole line."""
    path, old = Path(), ""
    for line in text.splitlines():
        if line.startswith("--- "):
            path = Path(line.removeprefix("--- "))
        elif line.startswith("-"):
            old = line[1:]
        else:
            assert line.startswith("+"), line
            pattern = re.escape(old.removesuffix("…")) + (".*" if old.endswith("…") else "")
            after, times = re.subn(
                rf"^{pattern}$" if old.endswith("…") else pattern, lambda _, line=line: line[1:],  # type: ignore[misc]
                path.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE,
            )  # fmt: skip
            assert times == 1, old
            path.write_text(after, encoding="utf-8")


def write(text: str) -> None:
    """A block that begins with the name of a file is that file; any other is TOML at least."""
    tomllib.loads(text)
    named = re.match(r"# (\S+\.toml)\n", text)
    if named is not None:
        path = Path(named[1])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
