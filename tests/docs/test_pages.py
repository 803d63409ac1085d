"""The documents are true: generated pages are current, examples print what they say, links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from houserules import client
from houserules.cli.main import app, run
from tests.browser.stage import SHOWN_NAMES
from tests.support.scripts import script

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def reference_pages() -> ModuleType:
    return script("reference_pages")


def test_generated_pages_are_current() -> None:
    for path, text in reference_pages().pages().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.relative_to(ROOT)}: run `make pages`"


def test_every_command_and_every_public_name_has_an_entry() -> None:
    """Routes and options are on pages that the code writes; see also the tests of the library and of settings."""
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    names = {name for name in app if not name.startswith("-")} - {"help", "version"}
    assert {name for name in names if f"\n## houserules {name}\n" not in page} == set()
    api = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert {name for name in client.__all__ if name not in api} == set()


def test_every_picture_is_shown_and_renewed() -> None:
    shown = {
        name for page in PAGES for name in re.findall(r"screenshots/([\w-]+)\.png", page.read_text(encoding="utf-8"))
    }
    kept = {picture.stem for picture in (ROOT / "docs" / "screenshots").iterdir()}
    script = (ROOT / "scripts" / "paper_pictures.py").read_text(encoding="utf-8")
    papers = set(re.findall(r'^    "(paper-[a-z-]+)": \(', script, re.MULTILINE))
    assert shown == kept == SHOWN_NAMES | papers


def examples() -> list[tuple[str, str, str]]:
    """(page, command, expected output) of every ``$ houserules …`` in a console block, but for the page that is
    followed step by step in ``test_writing_a_rulebook.py``."""
    found = []
    for page in PAGES:
        if page.name == "writing-a-rulebook.md":
            continue
        for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                if command.startswith("houserules "):
                    found.append((page.name, command, output))
    return found


@pytest.mark.parametrize(("page", "command", "expected"), examples(), ids=lambda value: str(value)[:60])
def test_examples_print_what_the_page_says(
    page: str, command: str, expected: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    run(shlex.split(command)[1:])
    captured = capsys.readouterr()
    printed = [line.rstrip() for line in (captured.out + captured.err).splitlines()]
    pieces = [
        [line.rstrip() for line in piece.strip("\n").splitlines()]
        for piece in re.split(r"^…$", expected, flags=re.MULTILINE)
    ]
    place = 0
    for piece in filter(None, pieces):
        place = find(printed, piece, place)
        assert place >= 0, f"{page}: `{command}` does not print\n" + "\n".join(piece)
        place += len(piece)


def find(lines: list[str], piece: list[str], start: int) -> int:
    return next((at for at in range(start, len(lines)) if lines[at : at + len(piece)] == piece), -1)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_the_readme_leads_to_every_page() -> None:
    more = (ROOT / "README.md").read_text(encoding="utf-8").split("## More")[1]
    for page in sorted((ROOT / "docs").glob("*.md")):
        assert f"](docs/{page.name})" in more, f"{page.name} is not listed under More"


def test_another_port_for_make_run() -> None:
    said = subprocess.run(["make", "-n", "run", "PORT=8500"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "houserules serve --port 8500" in said.stdout
    said = subprocess.run(["make", "-n", "run"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "--port" not in said.stdout


def test_make_finds_a_python_of_pyenv_by_its_name(tmp_path: Path) -> None:
    """Also where pyenv's own command of that name does not run, because another version is the one in use."""
    found = tmp_path / "versions" / "3.99.1" / "bin" / "python3.99"
    found.parent.mkdir(parents=True)
    found.symlink_to(sys.executable)
    said = subprocess.run(
        ["make", "-n", "run", "PYTHON=python3.99"], cwd=ROOT, capture_output=True, text=True, check=True,
        env={**os.environ, "PYENV_ROOT": str(tmp_path)},
    )  # fmt: skip
    assert f".venv-{sys.version_info[0]}.{sys.version_info[1]}/bin/houserules serve" in said.stdout


def test_files_that_the_pages_name_are_there() -> None:
    source = ROOT / "src" / "houserules"
    named = {
        (page.name, path)
        for page in PAGES
        for path in re.findall(
            r"`((?:app|cli|exhibits|lab|law|log|play|records|scenarios|shuffle|web)/[\w/]+\.py)`", page.read_text()
        )
    }
    assert len(named) > 50
    assert {(page, path) for page, path in named if not (source / path).is_file()} == set()


def test_functions_that_the_architecture_names_are_in_their_files() -> None:
    """As in `` `app/refusals.py` (`Kind`) ``; of a method, the last part of its name."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/.-]+\.(?:py|tsx?))` \(((?:`[\w.]+`(?:, | and )?)+)", page)
    assert len(named) > 50
    missing = []
    for path, names in named:
        file = ROOT / path if path.startswith("ui/") else ROOT / "src" / "houserules" / path
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        missing += [(path, each) for each in re.findall(r"[\w.]+", names) if not _names(text, each)]
    assert missing == []


def _names(text: str, name: str) -> bool:
    return all(re.search(rf"\b{part}\b", text) for part in name.split("."))


def test_files_of_the_client_and_of_tests_that_the_architecture_names_are_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:ui|tests|scripts|examples)/[\w/.-]+)`", page))
    assert len(named) > 20
    assert {path for path in named if not (ROOT / path).exists()} == set()


def test_the_architecture_has_every_folder_of_the_client() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = page.split("## The web client")[1].split("## Other pages")[0]
    folders = {f"{path.name}/" for path in (ROOT / "ui" / "src").iterdir() if path.is_dir()}
    assert folders - set(re.findall(r"`([a-z]+/)`", told)) == set()
