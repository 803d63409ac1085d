"""Papers that were made before are taken from disk, and only where everything that they are made of is the same."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from houserules.cli.main import run
from houserules.exhibits import Felt, make_papers, papers, write_papers, zipped
from houserules.law import bundled_submission, read_filing

HCF = "md-high-card-flush"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The papers that were made anew, by name; the cache is empty."""
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path / "cache"))
    found: list[str] = []
    real = papers._made

    def noted(case: Any, paper: Any) -> dict[str, bytes]:
        found.append(paper.title)
        return real(case, paper)

    monkeypatch.setattr(papers, "_made", noted)
    return found


def printed(*only: str, felt: Felt | None = None, **changes: Any) -> dict[str, bytes]:
    filing = read_filing({**bundled_submission(HCF), **changes}, HCF)
    return make_papers(filing, only, felt or Felt(), keep=True)


def test_a_paper_is_made_once(made: list[str]) -> None:
    first = printed("signs", "guide")
    assert made == ["Signs", "Gaming guide"]
    assert printed("signs", "guide") == first
    assert printed("signs")["signs.pdf"] == first["signs.pdf"], "whatever else was asked for"
    assert made == ["Signs", "Gaming guide"]


def test_it_is_made_again_where_anything_differs(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    printed("layout")
    printed("layout", operator="Another Casino")
    printed("layout", felt=Felt(2000, 1100))
    monkeypatch.setattr("houserules.exhibits.kept._program", lambda game: "another program")
    printed("layout")
    assert made == ["Table layout"] * 4


def test_without_a_cache_nothing_is_kept(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSERULES_CACHE", "off")
    assert printed("guide") == printed("guide")
    assert made == ["Gaming guide"] * 2


def test_the_same_papers_give_the_same_zip() -> None:
    files = {"a.pdf": b"one", "manifest.json": b"{}"}
    assert zipped(files) == zipped(dict(files))
    with ZipFile(BytesIO(zipped(files))) as file:
        assert {name: file.read(name) for name in file.namelist()} == files


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    assert run(["print", HCF, "--out", str(tmp_path / "file" / "below"), "--only", "guide"]) == 2
    said = capsys.readouterr().err
    assert "file" in said
    assert "Traceback" not in said
    assert (tmp_path / "file").read_text() == "x"


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_cannot_be_replaced_leaves_all_as_it_was(
    links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where somebody else's file lies in a folder that all may write to."""
    older = {"a.pdf": b"older a", "c.pdf": b"older c", "d.pdf": b"older d", "notes.txt": b"notes"}
    for name, content in older.items():
        (tmp_path / name).write_bytes(content)
    real = Path.replace

    def refused(file: Path, target: Path) -> Path:
        if target == tmp_path / "c.pdf" and file.read_bytes() == b"new":
            raise PermissionError(1, "Operation not permitted")
        return real(file, target)

    def no_links(*_: Any) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "replace", refused)
    if not links:
        monkeypatch.setattr("os.link", no_links)
    with pytest.raises(PermissionError):
        write_papers(dict.fromkeys(("a.pdf", "b.pdf", "c.pdf", "d.pdf"), b"new"), tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == older
    write_papers({"a.pdf": b"new", "b.pdf": b"new"}, tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {
        **older,
        "a.pdf": b"new",
        "b.pdf": b"new",
    }
